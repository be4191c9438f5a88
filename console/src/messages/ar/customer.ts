import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

export const customer: Texts["customer"] = {
  risk: {
    takes: (taken, sent) =>
      count(taken, {
        zero: `لم يستلم أي طرد من ${sent}`,
        one: `استلم طردا واحدا من ${sent}`,
        two: `يستلم طردين من ${sent}`,
        few: `يستلم # طرود من ${sent}`,
        other: `يستلم # طردا من ${sent}`,
      }),
    firstOrder: "أول طلب من هذا الرقم",
    noParcelYet: "لم يصله أي طرد بعد",
    ofNumber: {
      orders: (orders) => count(orders, { one: "طلب", two: "طلبان", few: "طلبات", other: "طلبا" }),
      delivered: () => "استلم",
      refused: () => "رفض",
      returned: () => "مُرجَع",
      cancelled: () => "ألغى",
      open: () => "جار",
    },
    hasRefused: (orders) => count(orders, { one: "رفض مرة", two: "رفض مرتين", few: "رفض # مرات", other: "رفض # مرة" }),
    isBlocked: "هذا الرقم محظور",
    sameDay: (orders) =>
      count(orders, {
        one: "طلب آخر في اليوم نفسه:",
        two: "طلبان آخران في اليوم نفسه:",
        other: "# طلبات أخرى في اليوم نفسه:",
      }),
    otherOrders: "طلبات أخرى من هذا الرقم",
    noOtherOrders: "لا شيء.",
  },
  guest: "يطلب دون حساب",
  since: (day) => `له حساب منذ ${day}`,
  spent: (amount) => `اشترى بـ ${amount}`,
  orders: "الطلبات",
  none: "لا زبون معروف بهذا الرقم.",
  pieces: (pieces) => count(pieces, { one: "قطعة", two: "قطعتان", few: "# قطع", other: "# قطعة" }),
  addresses: "العناوين",
  noAddress: "لا شيء بعد.",
  notes: "الملاحظات",
  noNote: "لا ملاحظات بعد.",
  addNote: "أضف ملاحظة",
  noteGoesTo: (number) => `تُكتب على آخر طلب، ${number}. لا يراها الزبائن.`,
  saveNote: "احفظ الملاحظة",
  noteSaved: "حُفظت الملاحظة",
  block: "احظر هذا الرقم",
  unblock: "ارفع الحظر",
  blocked: "حُظر الرقم",
  unblocked: "رُفع الحظر",
  whyBlock: "السبب (للزملاء)",
  whatBlocking: "الطلبات الجديدة من رقم محظور تُعلَّم، أو تُرفض إن ضُبط المتجر على ذلك.",
  change: "عدّل الحساب",
  erase: "امح الزبون",
  reset: "رابط لكلمة مرور جديدة",
  all: "كل الطلبات",
};
