import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

export const calls: Texts["calls"] = {
  left: (calls) =>
    count(calls, {
      zero: "لم تبق مكالمات",
      one: "بقيت مكالمة واحدة",
      two: "بقيت مكالمتان",
      few: "بقيت # مكالمات",
      other: "بقيت # مكالمة",
    }),
  progress: (done, all) => `${done} من ${all}`,
  progressOf: "المكالمات المنجزة",
  toCall: "للاتصال",
  postponed: "المؤجلة",
  postponedCount: (calls) =>
    count(calls, { zero: "لا مؤجلة", one: "واحدة مؤجلة", two: "اثنتان مؤجلتان", other: "# مؤجلة" }),
  others: (calls) => count(calls, { one: "وطلب آخر", two: "وطلبان آخران", few: "و# أخرى", other: "و# آخر" }),
  placed: (when) => `طُلب ${when}`,
  call: "اتصل",
  whatsApp: "واتساب",
  openOrder: "افتح الطلب",
  howWasIt: "ماذا كانت النتيجة؟",
  leadsTo: (name) => `يُحفظ، ثم ${name}`,
  outcomes: {
    confirmed: "أكّد الطلب",
    no_answer: "لم يرد",
    postponed: "لاحقا…",
    refused: "رفض…",
    wrong_number: "رقم خاطئ",
  },
  confirmedAlready: "كل شيء على ما يرام",
  skipShort: "تجاوزه",
  skip: "تجاوزه دون تسجيل",
  delivery: { home: "مع التوصيل إلى المنزل", desk: "مع التوصيل إلى المكتب" },
  toCollect: "يُدفع عند الاستلام",
  discount: "التخفيض",
  free: "مجانا",
  pieces: (pieces) => count(pieces, { one: "قطعة", two: "قطعتان", few: "# قطع", other: "# قطعة" }),
  thisNumber: "هذا الرقم",
  callsOfOrder: "مكالمات هذا الطلب",
  noCalls: "لا شيء بعد.",
  again: (when) => `يعاد ${when}`,
  tries: (tries) =>
    count(tries, { one: "اتُّصل به مرة", two: "اتُّصل به مرتين", few: "اتُّصل به # مرات", other: "اتُّصل به # مرة" }),
  whenAgain: "متى نعيد الاتصال؟",
  inAnHour: "بعد ساعة",
  thisEvening: "هذا المساء",
  tomorrow: "غدا صباحا",
  otherTime: "يوم وساعة آخران",
  dayAndTime: "اليوم والساعة",
  postponeTo: (time) => `أجّل إلى ${time}`,
  chooseTime: "اختر وقتا لم يأت بعد",
  whyRefused: "لماذا رفض؟",
  reasons: {
    changed_mind: "غيّر رأيه",
    refused: "لم يعد يريده",
    duplicate: "طلبه مرتين",
    fake: "لم يطلب شيئا",
  },
  cancels: (total) => `يُلغى طلب قيمته ${total} وتعود سلعه إلى المخزون. لا يمكن التراجع عن ذلك.`,
  cancelOrder: "ألغ الطلب",
  said: {
    confirmed: (name) => `مؤكد: ${name}`,
    no_answer: (name, time) => `لم يرد، يعاد ${time}: ${name}`,
    postponed: (name, time) => `يعاد ${time}: ${name}`,
    refused: (name) => `أُلغي: ${name}`,
    wrong_number: (name) => `رقم خاطئ: ${name}`,
  },
  nowCalling: (name, place, phone, left) => `التالي: ${name}، ${place}، ${phone}. ${left}.`,
  done: "اتصلت بالجميع",
  doneToday: (calls) =>
    count(calls, {
      one: "أجريت اليوم مكالمة واحدة.",
      two: "أجريت اليوم مكالمتين.",
      few: "أجريت اليوم # مكالمات.",
      other: "أجريت اليوم # مكالمة.",
    }),
  nextAt: (when) => `المكالمة المؤجلة القادمة ${when}.`,
  skipped: (calls) =>
    count(calls, {
      one: "اتصل بمن تجاوزته",
      two: "اتصل بالاثنين اللذين تجاوزتهما",
      few: "اتصل بالـ # الذين تجاوزتهم",
      other: "اتصل بالـ # الذين تجاوزتهم",
    }),
  toShip: "إلى الطلبات",
  expired: "انقضت الدقائق العشر: قد يُعطى هذا الطلب لغيرك الآن.",
  keep: "أبقه لي",
};
