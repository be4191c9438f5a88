export const STATUSES = [
  "pending",
  "confirmed",
  "processing",
  "shipped",
  "delivered",
  "cancelled",
  "returned",
] as const;
export type Status = (typeof STATUSES)[number];

/** Where an order may go from where it is. */
export const MOVES: Record<Status, Status[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["processing", "cancelled"],
  processing: ["shipped", "cancelled"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  cancelled: [],
  returned: [],
};

export const PAYMENT_STATUSES = ["unpaid", "paid", "refunded", "partially_refunded"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_MOVES: Record<PaymentStatus, PaymentStatus[]> = {
  unpaid: ["paid"],
  paid: ["partially_refunded", "refunded"],
  partially_refunded: ["refunded"],
  refunded: [],
};

/** The states from which `to` can be reached in one move. */
export const statesBefore = <S extends string>(moves: Record<S, S[]>, to: S): S[] =>
  (Object.keys(moves) as S[]).filter((from) => moves[from].includes(to));
