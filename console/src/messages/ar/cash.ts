import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

export const cash: Texts["cash"] = {
  about: "ما حصّله الناقلون عند الأبواب، وما سلّموه منه.",
  owed: "من يدين بكم",
  owedNothing: "لا ناقل يدين لك بنقود.",
  owedNothingHint: "تُستحق النقود منذ تسليم الطرد إلى أن يُسجَّل كشف الناقل.",
  parcels: (parcels) =>
    count(parcels, { one: "طرد واحد", two: "طردان", few: "# طرود", many: "# طردا", other: "# طرد" }),
  oldest: (when) => `أقدمها من ${when}`,
  noCarrier: "بلا ناقل",
  statement: "كشف ناقل",
  carrier: "الناقل",
  chooseCarrier: "اختر الناقل",
  paidAt: "دُفع في",
  drop: "ضع الكشف هنا",
  orPaste: "أو ألصق أسطره مع سطر العناوين",
  chooseFile: "اختر ملفا",
  otherFile: "كشف آخر",
  columns: "عمود لرقم التتبع أو الطلب، وعمود للمبلغ. العناوين العربية والفرنسية والإنجليزية معروفة.",
  matching: "تجري المقارنة بالطلبات…",
  unreadable: "تعذرت قراءة الكشف: يلزم سطر عناوين، فيه عمود لرقم التتبع أو الطلب وعمود للمبلغ.",
  matched: (matched, all) => `${matched} من ${all} سطرا مطابقة`,
  delivered: (orders) =>
    count(orders, {
      one: "طلب واحد يصير مسلَّما",
      two: "طلبان يصيران مسلَّمين",
      few: "# طلبات تصير مسلَّمة",
      other: "# طلبا تصير مسلَّمة",
    }),
  wrong: (rows) =>
    count(rows, {
      one: "سطر واحد لا يطابق",
      two: "سطران لا يطابقان",
      few: "# أسطر لا تطابق",
      other: "# سطرا لا تطابق",
    }),
  wrongHint: "لا تغيّر شيئا. يمكن تسجيل الباقي الآن، وهذه لاحقا.",
  row: "السطر",
  number: "الرقم",
  stated: "في الكشف",
  expected: "المنتظر",
  why: "ما الخطأ",
  missing: (parcels) =>
    count(parcels, {
      one: "طرد مسلَّم ليس فيه",
      two: "طردان مسلَّمان ليسا فيه",
      few: "# طرود مسلَّمة ليست فيه",
      other: "# طردا مسلَّما ليست فيه",
    }),
  missingHint: "حُصّلت نقودها وما زالت مستحقة.",
  missingNone: "لا ينقص أي طرد.",
  more: (rows) => count(rows, { one: "وواحد آخر", two: "واثنان آخران", few: "و# أخرى", other: "و# آخر" }),
  record: (rows) => count(rows, { one: "سجّل دفعة واحدة", two: "سجّل دفعتين", few: "سجّل # دفعات", other: "سجّل # دفعة" }),
  nothing: "لا شيء للتسجيل",
  recorded: (rows, amount) =>
    count(rows, {
      one: `سُجّلت دفعة واحدة: ${amount}`,
      two: `سُجّلت دفعتان: ${amount}`,
      few: `سُجّلت # دفعات: ${amount}`,
      other: `سُجّلت # دفعة: ${amount}`,
    }),
  undoHint: "الطلبات التي صارت مسلَّمة تبقى كذلك.",
  undone: "أُزيلت الدفعات",
  another: "كشف آخر",
  reasons: {
    unreadable: "لا رقم أو لا مبلغ في السطر",
    unknown: "لا طلب بهذا الرقم",
    ambiguous: "عدة طرود بهذا الرقم",
    same_order: "الطلب في سطر سابق",
    other_carrier: "ذهب مع ناقل آخر",
    not_shipped: "لم يُشحن بعد",
    cancelled: "الطلب ملغى",
    returned: "عاد الطرد",
    paid_otherwise: "لم يكن فيه ما يُحصَّل",
    different_amount: "مبلغ مختلف",
    already_remitted: "دُفع من قبل",
    not_remitted: "لا دفعة مسجلة له",
  },
};
