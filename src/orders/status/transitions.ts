export const ORDER_STATUSES = [
  "pending",
  "confirmed",
  "processing",
  "shipped",
  "delivered",
  "cancelled",
  "returned",
] as const;
export type Status = (typeof ORDER_STATUSES)[number];

/** The statuses in which lines, details and delivery of an order may change. */
export const BEFORE_SHIPPING: readonly Status[] = ["pending", "confirmed", "processing"];

/** The statuses that may follow each status of an order. */
export const STATUS_TRANSITIONS: Record<Status, Status[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["processing", "cancelled"],
  processing: ["shipped", "cancelled"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  cancelled: [],
  returned: [],
};

/** Whether an order of this status has given its uses of promotions back; an order that came back keeps them. */
export const hasReleasedUses = (status: Status): boolean => status === "cancelled";

export const PAYMENT_STATUSES = ["unpaid", "paid", "refunded", "partially_refunded"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The payment statuses that may follow each payment status. */
export const PAYMENT_TRANSITIONS: Record<PaymentStatus, PaymentStatus[]> = {
  unpaid: ["paid"],
  paid: ["partially_refunded", "refunded"],
  partially_refunded: ["refunded"],
  refunded: [],
};

/** The statuses that `to` may follow. */
export const statusesBefore = <S extends string>(transitions: Record<S, S[]>, to: S): S[] =>
  (Object.keys(transitions) as S[]).filter((from) => transitions[from].includes(to));
