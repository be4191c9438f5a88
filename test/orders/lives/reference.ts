/**
 * What orders cost and hold, worked out again from the documentation, without the code of the server. All amounts are minor
 * units. The store has one coupon and one automatic promotion, which combine.
 */

export const COUPON = { code: "DIX", hundredths: 1250, min_order_amount: 300_000, usage_limit: 4 };
export const FREE_DELIVERY = { min_order_amount: 1_500_000 };

export type Region = "16" | "31";
export type Method = "home" | "desk";

export interface ReferenceLine {
  sku: string;
  price: number;
  quantity: number;
  returned: number;
  /** Of the returned units, those that are in stock again. */
  restocked: number;
  discount: number;
}

export interface ReferenceOrder {
  number: string;
  phone: string;
  status: "pending" | "confirmed" | "processing" | "shipped" | "delivered" | "cancelled" | "returned";
  payment: "unpaid" | "paid" | "partially_refunded" | "refunded";
  /** Whether it is cash on delivery. */
  isCash: boolean;
  /** Whether it was paid before it was delivered. */
  isPrepaid: boolean;
  carrier: string | null;
  lines: ReferenceLine[];
  hasCoupon: boolean;
  region: Region;
  method: Method;
  /** Before promotions. */
  delivery: number;
  deliveryIsSet: boolean;
  shipping: number;
  rounding: number;
  collected: number | null;
  refunded: number;
  remitted: number | null;
}

export interface ReferenceStore {
  /** By SKU. */
  products: Map<string, { price: number; stock: number }>;
  cashRounding: number;
  orders: ReferenceOrder[];
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const halfUp = (part: number, whole: number): number => Math.floor((2 * part + whole) / (2 * whole));

export const subtotalOf = ({ lines }: ReferenceOrder): number => sum(lines.map((line) => line.price * line.quantity));
export const discountOf = ({ lines }: ReferenceOrder): number => sum(lines.map((line) => line.discount));
export const totalOf = (order: ReferenceOrder): number =>
  subtotalOf(order) - discountOf(order) + order.shipping + order.rounding;

/** What was to be paid for the units that came back. */
export const returnedAmountOf = ({ lines }: ReferenceOrder): number =>
  sum(
    lines.map(({ price, quantity, discount, returned }) =>
      returned === 0 ? 0 : Math.floor(((price * quantity - discount) * returned) / quantity),
    ),
  );

export const dueOf = (order: ReferenceOrder): number => Math.max(0, totalOf(order) - returnedAmountOf(order));

export const isOpen = ({ status }: ReferenceOrder): boolean => ["pending", "confirmed", "processing"].includes(status);

export const usesOf = ({ orders }: ReferenceStore): number =>
  orders.filter(({ hasCoupon, status }) => hasCoupon && status !== "cancelled").length;

/** What the store charges for a delivery. */
export function rateOf(region: Region, method: Method, subtotal: number): number {
  if (method === "desk") return 50_000;
  if (region === "16") return subtotal >= 2_000_000 ? 0 : 40_000;
  return 80_000;
}

/** Rounds what is to be paid in cash for what was kept. */
export function roundDue(order: ReferenceOrder, cashRounding: number): void {
  const exact = subtotalOf(order) - discountOf(order) + order.shipping - returnedAmountOf(order);
  order.rounding = cashRounding === 0 || !order.isCash ? 0 : halfUp(exact, cashRounding) * cashRounding - exact;
}

/** Works the coupon's discount out, the delivery that promotions leave, and the rounding. Drops a coupon that applies no more. */
export function workOut({ cashRounding }: ReferenceStore, order: ReferenceOrder): void {
  const subtotal = subtotalOf(order);
  order.hasCoupon &&= subtotal >= COUPON.min_order_amount;
  shareDiscount(order.lines, order.hasCoupon ? halfUp(subtotal * COUPON.hundredths, 10_000) : 0);
  const isFree = !order.deliveryIsSet && subtotal >= FREE_DELIVERY.min_order_amount;
  order.shipping = isFree ? 0 : order.delivery;
  roundDue(order, cashRounding);
}

/** Each line has what is due so far, rounded, without what the lines before it have. */
function shareDiscount(lines: ReferenceLine[], discount: number): void {
  const subtotal = sum(lines.map(({ price, quantity }) => price * quantity));
  let [soFar, given] = [0, 0];
  for (const line of lines) {
    soFar += line.price * line.quantity;
    line.discount = subtotal === 0 ? 0 : halfUp(discount * soFar, subtotal) - given;
    given += line.discount;
  }
}

/** The delivery follows the region, the method and the lines of an order that is unpaid, unless it was set by hand. */
export function followRate(order: ReferenceOrder): void {
  if (order.deliveryIsSet || order.payment !== "unpaid") return;
  order.delivery = rateOf(order.region, order.method, subtotalOf(order));
}

/** Moves the stock of an order's units back; `units` says how many of a line. */
export function putBack(store: ReferenceStore, sku: string, units: number): void {
  const product = store.products.get(sku);
  if (product) product.stock += units;
}

/** After units came back or money was paid back. */
export function settle(order: ReferenceOrder): void {
  const collected = order.collected ?? 0;
  if (order.refunded > 0) order.payment = order.refunded >= collected ? "refunded" : "partially_refunded";
  else if (order.payment === "unpaid" && collected > 0 && collected >= dueOf(order)) order.payment = "paid";
}
