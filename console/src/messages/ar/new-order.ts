import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

export const newOrder: Texts["newOrder"] = {
  title: "طلب جديد",
  phone: "الهاتف",
  name: "الاسم",
  goods: "المنتجات",
  addGoods: "أضف منتجا",
  noLines: "أضف ما يُطلب.",
  delivery: "التوصيل",
  coupon: "القسيمة",
  notes: "ملاحظة للمتجر",
  price: "كم يكلف",
  priceHint: "يظهر السعر هنا كلما أُضيف منتج.",
  discount: "التخفيض",
  free: "مجانا",
  rounding: "التقريب",
  toCollect: "المبلغ عند الباب",
  blocked: "المتجر حظر هذا الرقم.",
  place: "سجّل الطلب",
  placeFor: (total) => `سجّل بـ ${total}`,
  placed: (number) => `سُجّل الطلب ${number}`,
  ordersOf: (orders) =>
    count(orders, { one: "طلب واحد", two: "طلبان", few: "# طلبات", many: "# طلبا", other: "# طلب" }),
  takes: (taken, ended) =>
    `استلم ${count(taken, { zero: "0 طرد", one: "طردا واحدا", two: "طردين", few: "# طرود", many: "# طردا", other: "# طرد" })} من ${ended}`,
  sameAsLast: "مثل المرة السابقة",
  lastGoods: "طلب في المرة السابقة:",
  addAgain: (units) => `أضف ${units}`,
};
