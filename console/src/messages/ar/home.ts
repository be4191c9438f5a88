import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

const days = (number: number): string =>
  count(number, { one: "يوما واحدا", two: "يومين", few: "# أيام", many: "# يوما", other: "# يوم" });

const units = (number: number): string =>
  count(number, { one: "وحدة واحدة", two: "وحدتان", few: "# وحدات", many: "# وحدة", other: "# وحدة" });

export const home: Texts["home"] = {
  title: "اليوم",
  comparedTo: (day) => `مقارنة بـ${day} في الساعة نفسها`,
  create: "طلب جديد",
  call: (orders) =>
    count(orders, {
      one: "اتصل بالمنتظر",
      two: "اتصل بالمنتظرَين",
      few: "اتصل بالـ # المنتظرين",
      many: "اتصل بالـ # المنتظرين",
      other: "اتصل بالـ # المنتظرين",
    }),
  callMany: (orders) => `اتصل بالـ ${orders} المنتظرين`,
  orders: "الطلبات",
  toConfirm: "للتأكيد",
  revenue: "المبيعات",
  basket: "معدل السلة",
  more: (orders, day) => `أكثر بـ ${orders} من ${day} الماضي`,
  fewer: (orders, day) => `أقل بـ ${orders} من ${day} الماضي`,
  same: (day) => `مثل ${day} الماضي`,
  was: (change, before) => `${change}، كانت ${before}`,
  wasOnly: (before) => `كانت ${before}`,
  oldestWaits: (time) => `الأقدم ينتظر منذ ${time}`,
  noneWaits: "لا أحد ينتظر",
  perDay: "الطلبات في كل يوم",
  in30Days: "في 30 يوما",
  confirmed: "التأكيد",
  delivered: "التسليم",
  returned: "الإرجاع",
  ofPlaced: (part, whole) => `${part} من ${whole} طلبا`,
  ofShipped: (part, whole) => `${part} من ${whole} شُحنت`,
  mostly: (reason) => `غالبا: ${reason}`,
  before: (rate) => `كانت ${rate}`,
  wilayas: "الولايات",
  report: "التقرير",
  bestSellers: "الأكثر مبيعا",
  units,
  runsOut: "نفد أو يكاد",
  articles: (articles) =>
    count(articles, { one: "منتج واحد", two: "منتجان", few: "# منتجات", many: "# منتجا", other: "# منتج" }),
  left: (left) => `بقي ${left}`,
  soldOut: "نفد",
  lasts: (number) => `يكفي ${days(number)}`,
  soldIn30: (sold) => `بيعت ${units(sold)} في 30 يوما`,
  notSold: "لم يُبع في 30 يوما",
  nothingRunsOut: "لا شيء يوشك أن ينفد.",
  nothingSold: "لا مبيعات في 30 يوما.",
  lacks: "تجهيز المتجر",
  lack: {
    products: ["اعرض منتجات", "لا يجد الزبائن شيئا بعد."],
    delivery_prices: ["حدّد أسعار التوصيل", "حيث لا سعر، التوصيل مجاني."],
    menus: ["أنشئ القوائم", "ليست للمتجر قوائم بعد."],
    collections: ["اجمع منتجات", "ليست للصفحة الرئيسية مجموعة تعرضها."],
  },
  mend: "افتح",
  notSeen: "ما لا يُظهره دورك لا يظهر هنا.",
};
