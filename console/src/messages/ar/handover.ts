import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

const parcels = (number: number): string =>
  count(number, { one: "طرد واحد", two: "طردان", few: "# طرود", many: "# طردا", other: "# طرد" });
/** As an object: «طردين». */
const ofParcels = (number: number): string =>
  count(number, { one: "طرد واحد", two: "طردين", few: "# طرود", many: "# طردا", other: "# طرد" });
const numbers = (number: number): string =>
  count(number, { one: "رقم واحد", two: "رقمان", few: "# أرقام", many: "# رقما", other: "# رقم" });
const lines = (number: number): string =>
  count(number, { one: "سطر واحد", two: "سطران", few: "# أسطر", many: "# سطرا", other: "# سطر" });

export const handover: Texts["handover"] = {
  title: "تسليم الطرود",
  about: "الطرود التي يأخذها الناقل اليوم، وأرقام تتبعها.",
  noCarrier: "لا ناقل بعد.",
  noCarrierText: "أضف الناقلين الذين يأخذون طرودك.",
  addCarrier: "أضف ناقلا",
  carrier: "الناقل",
  ready: "جاهزة",
  gone: "سُلّمت اليوم",
  saveCsv: "CSV الناقل",
  parcels,
  toCollect: (amount) => `${amount} للقبض`,
  noneReady: "لا شيء جاهز لهذا الناقل.",
  noneReadyText: "هنا الطلبات المؤكدة التي يوصلها أو التي عُيّن لها.",
  noneGone: "لم يُسلّم شيء اليوم.",
  toShip: "طلبات للشحن",
  order: "الطلب",
  customer: "الزبون",
  place: "المكان",
  amount: "للقبض",
  tracking: "رقم التتبع",
  trackingOf: (order) => `رقم تتبع ${order}`,
  paste: "ألصق أرقام التتبع",
  pasteHint: "رسالة الناقل أو جدوله. في كل سطر: رقم الطلب أو هاتفه، ورقم تتبعه.",
  file: "اختر ملفا",
  matched: (number) => `عُرف: ${numbers(number)}`,
  unmatched: (number) => `بلا طرد: ${lines(number)}`,
  why: {
    unknown: "لا طرد له في هذه القائمة",
    twice: "لهذا الطرد سطر آخر",
    same: "هذا الرقم لطرد آخر",
    several: "عدة طرود بهذا الهاتف",
    none: "ليس فيه رقم تتبع",
  },
  without: (number) => `بلا رقم بعد: ${parcels(number)}`,
  ship: (number) => `سلّم ${ofParcels(number)}`,
  track: (number) =>
    `احفظ ${count(number, { one: "رقما واحدا", two: "رقمين", few: "# أرقام", many: "# رقما", other: "# رقم" })}`,
  choose: "اكتب الأرقام أو ألصقها.",
  all: "والتي بلا رقم أيضا",
  done: (number) => `سُلّم ${parcels(number)}`,
  failed: (number) => `بقي هنا: ${parcels(number)}`,
  cut: (number) => `تظهر أول ${parcels(number)} فقط.`,
  most: "100 على الأكثر في المرة: تُسلّم أول 100.",
};
