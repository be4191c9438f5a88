import { countIn } from "../plural.ts";
import { sizeIn } from "../size.ts";
import type { Texts } from "../texts.ts";

const count = countIn("ar");

/** A name of a file keeps its own direction in a sentence. */
const own = (name: string): string => `\u2068${name}\u2069`;

export const pictures: Texts["pictures"] = {
  choose: "اختر صورا",
  chooseOne: "اختر صورة",
  camera: "التقط صورة",
  dropOrPaste: "أو اسحبها أو ألصقها هنا",
  byAddress: "صورة موجودة في مكان آخر",
  address: "عنوان الصورة",
  add: "أضف",
  other: "أزل هذه الصورة",
  order: "الرئيسية أولا. اسحب الصور، أو استعمل أسهم لوحة المفاتيح، لتغيير ترتيبها.",
  main: "الرئيسية",
  alt: "صف ما تظهره بالكلمات",
  altOf: (place) => `ما تظهره الصورة ${place} بالكلمات`,
  place: (place, all, alt) => `الصورة ${place} من ${all}${alt ? `: ${own(alt)}` : ""}`,
  toMove: "اسحبها، أو اضغط سهم الأعلى أو الأسفل",
  earlier: (place) => `ارفع الصورة ${place}`,
  later: (place) => `أنزل الصورة ${place}`,
  remove: (place) => `أزل الصورة ${place}`,
  movedTo: (place, all) => `صارت الصورة ${place} من ${all}.`,
  removed: (place) => `أزيلت الصورة ${place}.`,
  arrived: (name) => `وصلت الصورة ${own(name)}.`,
  onItsWay: (name) => `إرسال ${own(name)}`,
  working: "الخادم يقرأ الصورة…",
  uploading: "جار الإرسال…",
  stop: (name) => `أزل ${own(name)}`,
  refusals: {
    body_too_large: "هذا الملف كبير جدا. احفظه بحجم أصغر، أو التقط الصورة بدقة أقل.",
    network_error: "انقطعت الشبكة ولم يُحفظ منها شيء: أعد المحاولة.",
    request_timeout: "طال الإرسال كثيرا. أعد المحاولة حيث الشبكة أحسن.",
    unsupported_media_type: "ليست صورة يمكن عرضها: المقبول JPEG وPNG وWebP وAVIF وGIF.",
  },
  about: "الصور المرسلة، وأين تظهر، وكم تأخذ من المساحة.",
  count: (files) =>
    count(files, { zero: "لا صور", one: "صورة واحدة", two: "صورتان", few: "# صور", many: "# صورة", other: "# صورة" }),
  bytes: sizeIn(["كيلوبايت", "ميغابايت", "غيغابايت"]),
  room: (used, max) => `${used} مستعملة من ${max}`,
  none: "لا صور بعد",
  noneHint: "صور المنتجات والصفحات والمتجر تظهر هنا حالما تُرسل.",
  open: (name) => `افتح ${own(name)}`,
  unused: "لا تظهر في أي مكان. تُحذف وحدها بعد 30 يوما.",
  undoable: "تغيير ما زال يمكن التراجع عنه",
  delete: (name) => `احذف ${own(name)}`,
  deleteIt: "احذف الصورة",
  deleteFinal: "لا يمكن التراجع عن هذا. يمكن إرسال الصورة نفسها من جديد.",
  deleted: (name) => `حُذفت ${own(name)}.`,
};
