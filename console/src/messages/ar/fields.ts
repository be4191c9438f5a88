import type { Texts } from "../texts.ts";

export const fields: Texts["fields"] = {
  names: {
    status: "الحالة",
    name: "الاسم",
    note: "ملاحظة",
    order: "الطلب",
    products: "المنتجات",
    product: "المنتج",
    customer: "الزبون",
    price: "الثمن",
    percent: "بالمئة",
    amount: "المبلغ",
  },
  values: {
    active: "منشور",
    draft: "مسودة",
    archived: "مؤرشف",
    pending: "للتأكيد",
    confirmed: "مؤكد",
    processing: "قيد التحضير",
    shipped: "مشحون",
    delivered: "مُسلَّم",
    cancelled: "ملغى",
    returned: "مُرجَع",
  },
  things: { product: "منتج", order: "طلب", customer: "زبون", store: "متجر" },
};
