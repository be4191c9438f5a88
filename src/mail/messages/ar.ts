import { isolated } from "../../core/text/quotes.ts";
import type { MailMessagesFor } from "./types.ts";

export const arabic: MailMessagesFor = ({ count }) => ({
  hello: (name) => `مرحبًا ${isolated(name)}،`,
  placed: {
    subject: (order, store) => `طلبك ${isolated(order)} – ${isolated(store)}`,
    text: (order) => `شكرًا لك. لقد استلمنا طلبك ${isolated(order)}.`,
  },
  shipped: {
    subject: (order, store) => `طلبك ${isolated(order)} في الطريق إليك – ${isolated(store)}`,
    text: (order) => `طلبك ${isolated(order)} في الطريق إليك.`,
  },
  delivered: {
    subject: (order, store) => `تم توصيل طلبك ${isolated(order)} – ${isolated(store)}`,
    text: (order) => `تم توصيل طلبك ${isolated(order)}. شكرًا على شرائك.`,
  },
  refunded: {
    subject: (order, store) => `استرداد مبلغ طلبك ${isolated(order)} – ${isolated(store)}`,
    text: (order, amount) => `لقد أعدنا إليك ما مجموعه ${isolated(amount)} عن طلبك ${isolated(order)}.`,
  },
  units: (quantity, product) => `${count(quantity)} × ${isolated(product)}`,
  names: {
    subtotal: "المجموع الفرعي",
    discount: "الخصم",
    delivery: "التوصيل",
    rounding: "التقريب",
    total: "المجموع",
    toPay: "المبلغ المستحق عند التوصيل",
    carrier: "شركة التوصيل",
    trackingNumber: "رقم التتبع",
  },
  followParcel: "تتبّع الطرد",
  newPassword: {
    subject: (store) => `اختر كلمة مرور جديدة – ${isolated(store)}`,
    text: (store) =>
      `طلب أحدهم كلمة مرور جديدة لحسابك في ${isolated(store)}. اخترها عبر هذا الرابط؛ يعمل مرة واحدة ولمدة ساعة.`,
    link: "اختيار كلمة مرور جديدة",
    ignore: "إن لم تكن أنت من طلب ذلك فلا حاجة إلى فعل أي شيء: تبقى كلمة مرورك كما هي.",
  },
  staffInvitation: {
    subject: (store) => `دعوة للعمل في ${isolated(store)}`,
    text: (store) =>
      `أنت مدعوّ للعمل في متجر ${isolated(store)}. اقبل الدعوة عبر هذا الرابط؛ يعمل مرة واحدة ولمدة ثلاثة أيام.`,
    link: "قبول الدعوة",
    ignore: "إن كنت لا تعرف هذا المتجر فلا حاجة إلى فعل أي شيء.",
  },
  staffPassword: {
    subject: (sender) => `اختر كلمة مرور جديدة – ${isolated(sender)}`,
    text: "اختر كلمة مرور جديدة لحساب عملك عبر هذا الرابط؛ يعمل مرة واحدة ولمدة ثلاثة أيام.",
    link: "اختيار كلمة مرور جديدة",
    ignore: "إن لم تطلب ذلك فلا حاجة إلى فعل أي شيء: تبقى كلمة مرورك كما هي.",
  },
});
