import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

export const shop: Texts["shop"] = {
  less: "أنقص واحدا",
  more: "زد واحدا",
  method: "التوصيل",
  home: "إلى الباب",
  desk: "إلى المكتب",
  wilaya: "الولاية",
  wilayaHint: "الاسم أو الرقم",
  commune: "البلدية",
  region: "المنطقة",
  town: "المدينة",
  line1: "العنوان",
  noPlace: "لا توجد ولاية بهذا الاسم.",
  searchHint: "الاسم أو المرجع، أو امسح الرمز",
  noGoods: (words) => `لا شيء للبيع باسم «${words}».`,
  notThere: (words) => `نفد «${words}».`,
  several: (words) => `«${words}» يوافق عدة منتجات: ابحث ثم اختر.`,
  uncounted: "متوفر",
  inStock: (units) =>
    units <= 0
      ? "نفد"
      : count(units, {
          one: "وحدة في المخزون",
          two: "وحدتان في المخزون",
          few: "# وحدات في المخزون",
          many: "# وحدة في المخزون",
          other: "# وحدة في المخزون",
        }),
};
