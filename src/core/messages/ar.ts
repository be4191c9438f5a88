import { excerpt } from "../text/excerpt.ts";
import { isolated, quoted as quotedIn } from "../text/quotes.ts";
import { type FieldName, nameOf } from "./fields.ts";
import type { MessagesFor } from "./types.ts";

/** A noun, and whether verbs and adjectives must agree with it as with a feminine one. */
interface Noun {
  name: string;
  isFeminine: boolean;
}

const m = (name: string): Noun => ({ name, isFeminine: false });
const f = (name: string): Noun => ({ name, isFeminine: true });

const NAMES: Record<FieldName, Noun> = {
  address_default: m("اختيار العنوان الافتراضي"),
  address_label: m("اسم العنوان"),
  body: m("محتوى الطلب المُرسل"),
  cart: f("السلة"),
  cart_total: m("مجموع السلة"),
  category: f("الفئة"),
  collection: f("المجموعة"),
  commune: f("البلدية"),
  country: m("البلد"),
  coupon: m("رمز التخفيض"),
  current_password: f("كلمة المرور الحالية"),
  delivery_address: m("عنوان التوصيل"),
  delivery_method: f("طريقة التوصيل"),
  email: m("البريد الإلكتروني"),
  facets: m("خيار عوامل التصفية"),
  idempotency_key: m("مفتاح منع التكرار"),
  in_stock: m("خيار التوفّر"),
  items: f("قائمة المنتجات"),
  limit: m("عدد النتائج في الصفحة"),
  line1: m("العنوان"),
  line2: f("تتمة العنوان"),
  max_price: m("السعر الأقصى"),
  min_price: m("السعر الأدنى"),
  name: m("الاسم"),
  notes: f("الملاحظة"),
  offset: m("عدد النتائج المتجاوَزة"),
  order_status: f("حالة الطلب"),
  password: f("كلمة المرور"),
  payment_method: f("طريقة الدفع"),
  phone: m("رقم الهاتف"),
  pictures: m("اختيار الصور"),
  postal_code: m("الرمز البريدي"),
  product: m("المنتج"),
  quantity: f("الكمية"),
  search: m("نص البحث"),
  sort_by: m("معيار الترتيب"),
  sort_order: m("اتجاه الترتيب"),
  state: f("المنطقة"),
  tag: m("الوسم"),
  token: m("رمز الرابط"),
  town: f("المدينة"),
  variant: m("خيار المنتج"),
  vendor: f("العلامة التجارية"),
  wilaya: f("الولاية"),
};

const quoted = (text: string): string => quotedIn.ar(excerpt(text));

/** The noun for the field at a path. */
const noun = (path: string): Noun => nameOf(path, NAMES, (step) => f(`الخانة ${quoted(step)}`));
const the = (path: string): string => noun(path).name;

export const arabic: MessagesFor = ({ count, plural }) => {
  const must = (path: string, be: string) => `يجب أن ${noun(path).isFeminine ? "تكون" : "يكون"} ${the(path)} ${be}.`;
  const mustNotExceed = (path: string, max: string) =>
    `يجب ألّا ${noun(path).isFeminine ? "تتجاوز" : "يتجاوز"} ${the(path)} ${max}.`;
  /** Numbers of things, each after a preposition or as the object of a verb. */
  const characters = (number: number) =>
    plural(number, {
      one: "حرفًا واحدًا",
      two: "حرفين",
      few: `${count(number)} أحرف`,
      many: `${count(number)} حرفًا`,
      other: `${count(number)} حرف`,
    });
  const entries = (number: number) =>
    plural(number, {
      one: "عنصرًا واحدًا",
      two: "عنصرين",
      few: `${count(number)} عناصر`,
      many: `${count(number)} عنصرًا`,
      other: `${count(number)} عنصر`,
    });
  const pieces = (number: number) =>
    plural(number, {
      one: "قطعة واحدة",
      two: "قطعتين",
      few: `${count(number)} قطع`,
      other: `${count(number)} قطعة`,
    });
  const products = (number: number) =>
    plural(number, {
      one: "منتج واحد",
      two: "منتجين مختلفين",
      few: `${count(number)} منتجات مختلفة`,
      many: `${count(number)} منتجًا مختلفًا`,
      other: `${count(number)} منتج مختلف`,
    });
  const options = (number: number) =>
    plural(number, {
      one: "خيار واحد",
      two: "خيارين",
      few: `${count(number)} خيارات`,
      many: `${count(number)} خيارًا`,
      other: `${count(number)} خيار`,
    });
  const codes = (number: number) =>
    plural(number, {
      one: "رمز واحد",
      two: "رمزين",
      few: `${count(number)} رموز`,
      many: `${count(number)} رمزًا`,
      other: `${count(number)} رمز`,
    });
  const addresses = (number: number) =>
    plural(number, {
      one: "عنوان واحد",
      two: "عنوانين",
      few: `${count(number)} عناوين`,
      many: `${count(number)} عنوانًا`,
      other: `${count(number)} عنوان`,
    });
  const seconds = (number: number) =>
    plural(number, {
      one: "ثانية واحدة",
      two: "ثانيتين",
      few: `${count(number)} ثوانٍ`,
      other: `${count(number)} ثانية`,
    });
  const retry = (after: number) => `أعد المحاولة بعد ${seconds(after)}.`;
  const orderable = (available: number, product: string) =>
    `لا يمكن طلب أكثر من ${pieces(available)} من ${quoted(product)}`;
  const soldOut = (product: string) => `نفدت كمية ${quoted(product)}.`;
  return {
    field: {
      required: (path) => `يُرجى إدخال ${the(path)}.`,
      invalid: (path) => `${the(path)} ${noun(path).isFeminine ? "غير صالحة" : "غير صالح"}.`,
      text: (path) => must(path, "نصًّا"),
      number: (path) => must(path, "عددًا"),
      wholeNumber: (path) => must(path, "عددًا صحيحًا"),
      trueOrFalse: (path) => must(path, `${isolated("true")} أو ${isolated("false")}`),
      atLeast: (path, min) => `يجب ألّا ${noun(path).isFeminine ? "تقلّ" : "يقلّ"} ${the(path)} عن ${count(min)}.`,
      atMost: (path, max) => mustNotExceed(path, count(max)),
      oneOf: (path, values) => must(path, `إحدى القيم التالية: ${isolated(values)}`),
      tooLong: (path, max) => mustNotExceed(path, characters(max)),
      length: (path, min, max) => `يجب أن يكون طول ${the(path)} بين ${count(min)} و${characters(max)}.`,
      tooLarge: (path) => `${the(path)} أطول مما هو مسموح به.`,
      tooManyItems: (path, max) => mustNotExceed(path, entries(max)),
      unstorable: (path) => `يوجد في ${the(path)} حرف لا يمكن حفظه.`,
    },
    request: {
      notFound: "لا يوجد شيء في هذا العنوان.",
      methodNotAllowed: (method, allowed) => `لا يُسمح هنا بـ ${isolated(method)}. المسموح به: ${isolated(allowed)}.`,
      invalid: "الطلب المُرسل غير صالح.",
      storeSuspended: "هذا المتجر مغلق حاليًا.",
      invalidKey: `أرسل مفتاح API صالحًا للمتجر في الترويسة ${isolated("x-api-key")}.`,
      invalidJson: `محتوى الطلب المُرسل ليس ${isolated("JSON")} صالحًا.`,
      tooComplex: "محتوى الطلب المُرسل متداخل جدًا أو كبير جدًا.",
      tooLarge: "محتوى الطلب المُرسل أكبر مما يقبله هذا الخادم.",
      notJson: `أرسل المحتوى بصيغة ${isolated("application/json")}.`,
      wrongLength: `الترويسة ${isolated("Content-Length")} لا توافق محتوى الطلب المُرسل.`,
      nullCharacter: `يجب ألّا يحتوي العنوان على الحرف ${isolated("U+0000")}.`,
      invalidHost: `الترويسة ${isolated("Host")} لا تحتوي على مضيف صالح.`,
      internalError: `حدث خطأ غير متوقع. أرسل معرّف العملية (${isolated("request_id")}) إلى فريق الدعم.`,
      tooMany: {
        address: (after) => `محاولات كثيرة جدًا من هذا العنوان. ${retry(after)}`,
        key: (after) => `محاولات كثيرة جدًا بهذا المفتاح. ${retry(after)}`,
        "sign-ins": (after) => `محاولات كثيرة جدًا لتسجيل الدخول من هذا العنوان. ${retry(after)}`,
        account: (after) => `محاولات كثيرة جدًا لتسجيل الدخول إلى هذا الحساب. ${retry(after)}`,
        codes: (after) => `جُرّبت رموز كثيرة جدًا من هذا العنوان. ${retry(after)}`,
      },
      inProgress: "ما زالت العملية الأولى بهذا المفتاح جارية. أعد المحاولة.",
      keyReused: "استُعمل هذا المفتاح من قبل لعملية أخرى أو من طرف آخر؛ استعمل مفتاحًا جديدًا لعملية جديدة.",
    },
    server: {
      busyRecords: "عمليات كثيرة جدًا تستعمل البيانات نفسها في آن واحد. أعد المحاولة.",
      busyStore: "الخادم مشغول جدًا. أعد المحاولة بعد لحظات.",
      busyReading: "تجري الآن عمليات بحث وتقارير كثيرة جدًا. أعد المحاولة بعد لحظات.",
      busySignIns: "يسجّل الدخول الآن عدد كبير من الأشخاص. أعد المحاولة بعد لحظات.",
      unavailable: "قاعدة البيانات غير متاحة مؤقتًا. أعد المحاولة.",
    },
    catalogue: {
      noProduct: (slug) => `لا يوجد في هذا المتجر منتج باسم ${quoted(slug)}.`,
      noCollection: (slug) => `لا توجد في هذا المتجر مجموعة باسم ${quoted(slug)}.`,
      noMenu: (handle) => `لا توجد في هذا المتجر قائمة باسم ${quoted(handle)}.`,
      noPage: (slug) => `لا توجد في هذا المتجر صفحة باسم ${quoted(slug)}.`,
      noPost: (slug) => `لا يوجد في هذا المتجر مقال باسم ${quoted(slug)}.`,
      priceRange: "يجب ألّا يتجاوز السعر الأدنى السعر الأقصى.",
      tooManyOptions: (max) => `لا يمكن التصفية حسب أكثر من ${options(max)}.`,
    },
    cart: {
      none: "هذه السلة غير موجودة، وربما انتهت صلاحيتها.",
      noItem: "هذا المنتج غير موجود في السلة.",
      noProduct: "هذا المنتج غير موجود في هذا المتجر.",
      noVariant: "هذا المنتج غير متوفر بهذا الخيار.",
      chooseVariant: `لهذا المنتج عدة خيارات: اختر واحدًا منها (${isolated("variant_id")}).`,
      full: (max) => `لا تتسع السلة لأكثر من ${products(max)}.`,
      tooManyUnits: (max) => `لا تتسع السلة لأكثر من ${pieces(max)} من المنتج نفسه.`,
      tooExpensive: "سيكون مجموع السلة أكبر مما يُسمح به.",
      converted: "تم تأكيد طلب هذه السلة من قبل؛ أنشئ سلة جديدة.",
      empty: "لا يوجد في السلة ما يمكن طلبه.",
      inStock: (available, product) => (available > 0 ? `${orderable(available, product)}.` : soldOut(product)),
      unavailable: (product) => `لم يعد المنتج ${quoted(product)} متاحًا للبيع.`,
    },
    order: {
      none: "لا يوجد في هذا المتجر طلب بهذا الرقم.",
      refused: "لا يمكن للمتجر قبول هذا الطلب عبر الإنترنت. يُرجى الاتصال بالمتجر.",
      tooExpensive: "مجموع الطلب أكبر مما يُسمح به.",
      tooManyCodes: (max) => `لا يمكن استعمال أكثر من ${codes(max)} في آن واحد.`,
      inStock: (available, product, wanted) =>
        available > 0 ? `${orderable(available, product)}، وقد طلبت ${count(wanted)}.` : soldOut(product),
    },
    customer: {
      signIn: "سجّل الدخول للمتابعة.",
      signInAgain: "انتهت جلستك. سجّل الدخول من جديد.",
      invalidCredentials: "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
      wrongPassword: "كلمة المرور الحالية غير صحيحة.",
      resetLinkEnded: "استُعمل هذا الرابط من قبل أو مضت عليه أكثر من ساعة. اطلب رابطًا جديدًا.",
      emailTaken: "هذا البريد الإلكتروني مسجّل من قبل في هذا المتجر.",
      noAddress: "هذا العنوان غير موجود في دفتر عناوينك.",
      tooManyAddresses: (max) => `لا يتسع دفتر عناوينك لأكثر من ${addresses(max)}.`,
    },
  };
};
