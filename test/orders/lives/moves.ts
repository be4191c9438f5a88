import type { Random } from "../../concurrency/cache-model/random.ts";
import {
  COUPON,
  dueOf,
  followRate,
  isOpen,
  type Method,
  putBack,
  type ReferenceLine,
  type ReferenceOrder,
  type ReferenceStore,
  type Region,
  returnedAmountOf,
  settle,
  subtotalOf,
  totalOf,
  usesOf,
  workOut,
} from "./reference.ts";

/** A call, and what it does by the reference: it changes the store, or throws Refused. */
export interface Move {
  tool: string;
  args: object;
  expected(store: ReferenceStore): void;
}

/** The reference refuses a move. */
export class Refused extends Error {}

function require(condition: boolean, why: string): void {
  if (!condition) throw new Refused(why);
}

export const CARRIER = "Yalidine";
const PHONES = ["+213550000001", "+213550000002"];
const REGIONS: Record<Region, string> = { "16": "Alger", "31": "Oran" };

const major = (minor: number): number => minor / 100;

function orderIn(store: ReferenceStore, number: string): ReferenceOrder {
  const order = store.orders.find((one) => one.number === number);
  if (!order) throw new Error(`The reference has no order ${number}`);
  return order;
}

function take(store: ReferenceStore, taken: Map<string, number>): void {
  for (const [sku, units] of taken) {
    const product = store.products.get(sku);
    require(units <= 0 || (product?.stock ?? 0) >= units, `only ${product?.stock} of ${sku}`);
    putBack(store, sku, -units);
  }
}

/** What the reference does not know yet of an order that is placed: its number comes from the answer. */
export const NEW = "new";

function create(random: Random, store: ReferenceStore): Move {
  const skus = random.shuffled([...store.products.keys()]).slice(0, random.integer(1, 3));
  const items = skus.map((item) => ({ item, quantity: random.integer(1, 4) }));
  const [region, method] = [random.pick<Region>(["16", "31"]), random.pick<Method>(["home", "home", "desk"])];
  const [phone, hasCoupon] = [random.pick(PHONES), random.chance(0.5)];
  return {
    tool: "orders_create",
    args: {
      ...{ items, customer_name: "Karim", customer_phone: phone, customer_wilaya: REGIONS[region] },
      ...{ delivery_method: method, ...(hasCoupon && { coupon_code: COUPON.code }) },
    },
    expected: (of) => {
      take(of, new Map(items.map(({ item, quantity }) => [item, quantity])));
      const lines = items.map(({ item, quantity }) => newLine(of, item, quantity));
      const order: ReferenceOrder = {
        ...{ number: NEW, phone, status: "pending", payment: "unpaid", isPrepaid: false, carrier: null, lines },
        ...{ hasCoupon, region, method, delivery: 0, deliveryIsSet: false, shipping: 0, rounding: 0 },
        ...{ collected: null, refunded: 0, remitted: null },
      };
      if (hasCoupon) {
        require(usesOf(of) < COUPON.usage_limit, "the coupon is used up");
        require(subtotalOf(order) >= COUPON.min_order_amount, "too little for the coupon");
      }
      followRate(order);
      workOut(of, order);
      of.orders.push(order);
    },
  };
}

const newLine = (store: ReferenceStore, sku: string, quantity: number, price?: number): ReferenceLine => ({
  ...{ sku, quantity, price: price ?? store.products.get(sku)?.price ?? 0, returned: 0, restocked: 0, discount: 0 },
});

interface Entry {
  line?: string;
  item?: string;
  quantity?: number;
  price?: number;
}

function changeLines(random: Random, store: ReferenceStore, { number, lines }: ReferenceOrder): Move {
  const skus = [...store.products.keys()];
  const alone = lines.filter((line) => lines.filter(({ sku }) => sku === line.sku).length === 1).map(({ sku }) => sku);
  const touched = random.shuffled(alone).slice(0, random.integer(0, 2));
  const entries: Entry[] = touched.map((line) =>
    random.weighted<Entry>([
      [4, () => ({ line, quantity: random.integer(0, 6) })],
      [2, () => ({ line, item: random.pick(skus), ...(random.chance(0.5) && { quantity: random.integer(1, 4) }) })],
      [1, () => ({ line, price: random.integer(1, 9000) })],
    ]),
  );
  if (entries.length === 0 || random.chance(0.4)) {
    const price = random.chance(0.2) ? { price: random.integer(1, 9000) } : {};
    entries.push({ item: random.pick(skus), quantity: random.integer(1, 5), ...price });
  }
  return {
    tool: "orders_update",
    args: { order: number, items: entries },
    expected: (of) => {
      const order = orderIn(of, number);
      require(isOpen(order), "it is shipped");
      const [was, targets] = [structuredClone(order.lines), order.lines.slice()];
      const totalBefore = totalOf(order);
      for (const entry of entries) {
        const line = targets.find(({ sku }) => sku === entry.line);
        change(of, order, line, entry);
      }
      order.lines = order.lines.filter(({ quantity }) => quantity > 0);
      require(order.lines.length > 0, "nothing is left");
      const moved = new Map<string, number>();
      for (const { sku, quantity } of order.lines) moved.set(sku, (moved.get(sku) ?? 0) + quantity);
      for (const { sku, quantity } of was) moved.set(sku, (moved.get(sku) ?? 0) - quantity);
      take(of, moved);
      followRate(order);
      workOut(of, order);
      require(order.payment === "unpaid" || totalOf(order) === totalBefore, "it is paid");
    },
  };
}

function change(store: ReferenceStore, order: ReferenceOrder, line: ReferenceLine | undefined, entry: Entry): void {
  const { item, quantity, price } = entry;
  const minor = price === undefined ? undefined : price * 100;
  if (item === undefined) {
    if (line) Object.assign(line, { quantity: quantity ?? line.quantity, price: minor ?? line.price });
    return;
  }
  const units = quantity ?? line?.quantity ?? 1;
  require(line?.sku !== item, "the line has the variant");
  if (line) line.quantity = 0;
  const added = newLine(store, item, units, minor);
  const same = order.lines.find((one) => one.sku === item && one.price === added.price && one.quantity > 0);
  if (same) same.quantity += units;
  else order.lines.push(added);
}

function changeDelivery(random: Random, { number }: ReferenceOrder): Move {
  const region = random.chance(0.4) ? random.pick<Region>(["16", "31"]) : undefined;
  const method = random.chance(0.4) ? random.pick<Method>(["home", "desk"]) : undefined;
  const cost = random.weighted<number | null | undefined>([
    [4, () => undefined],
    [2, () => random.pick([0, 33_333, 40_000, 80_000])],
    [1, () => null],
  ]);
  return {
    tool: "orders_update",
    args: {
      ...{ order: number, customer_name: "Karim B." },
      ...(region && { customer_wilaya: REGIONS[region] }),
      ...(method && { delivery_method: method }),
      ...(cost !== undefined && { shipping_cost: cost === null ? null : major(cost) }),
    },
    expected: (of) => {
      const order = orderIn(of, number);
      require(isOpen(order), "it is shipped");
      require(cost === undefined || order.payment === "unpaid", "it is paid");
      Object.assign(order, { region: region ?? order.region, method: method ?? order.method });
      if (cost === null) order.deliveryIsSet = false;
      if (typeof cost === "number") Object.assign(order, { delivery: cost, deliveryIsSet: true });
      followRate(order);
      if (order.payment === "unpaid") workOut(of, order);
    },
  };
}

function merge(random: Random, store: ReferenceStore, { number }: ReferenceOrder): Move {
  const other = random.pick(store.orders).number;
  return {
    tool: "orders_merge",
    args: { order: number, with: other },
    expected: (of) => {
      const [kept, merged] = [orderIn(of, number), orderIn(of, other)];
      require(kept !== merged, "it is the same");
      for (const order of [kept, merged]) require(isOpen(order) && order.payment === "unpaid", "it is shipped or paid");
      require(kept.phone === merged.phone, "it is of somebody else");
      merged.status = "cancelled";
      for (const line of merged.lines) {
        const same = kept.lines.find(({ sku, price }) => sku === line.sku && price === line.price);
        if (same) same.quantity += line.quantity;
        else kept.lines.push({ ...line });
      }
      kept.hasCoupon ||= merged.hasCoupon;
      followRate(kept);
      workOut(of, kept);
    },
  };
}

type Target = "confirmed" | "processing" | "shipped" | "delivered" | "cancelled";

/** Moves one order; `collected` is what was collected at its delivery. */
function moveTo(store: ReferenceStore, order: ReferenceOrder, to: Target, collected?: number): void {
  const from = order.status;
  const ways: Record<Target, string[]> = {
    confirmed: ["pending"],
    processing: ["confirmed"],
    shipped: ["confirmed", "processing"],
    delivered: ["shipped"],
    cancelled: ["pending", "confirmed", "processing"],
  };
  require(ways[to].includes(from), `${from} is not followed by ${to}`);
  order.status = to;
  if (to === "shipped") order.carrier = CARRIER;
  if (to === "delivered") deliver(order, collected);
  if (to === "cancelled") for (const { sku, quantity } of order.lines) putBack(store, sku, quantity);
}

function deliver(order: ReferenceOrder, collected: number | undefined): void {
  const isDue = order.payment === "unpaid";
  const amount = collected ?? (isDue ? dueOf(order) : undefined);
  if (amount === undefined) return;
  order.collected = amount;
  if (isDue && amount >= dueOf(order)) order.payment = "paid";
}

const ONE: Record<Exclude<Target, "processing">, string> = {
  ...{ confirmed: "orders_confirm", shipped: "orders_ship" },
  ...{ delivered: "orders_mark_delivered", cancelled: "orders_cancel" },
};

function moveOne(random: Random, order: ReferenceOrder): Move {
  const { number, payment } = order;
  const next: Partial<Record<ReferenceOrder["status"], Exclude<Target, "processing">>> = {
    ...{ pending: "confirmed", confirmed: "shipped", processing: "shipped", shipped: "delivered" },
  };
  const likely = random.chance(0.15) ? "cancelled" : next[order.status];
  const to = random.chance(0.1) || !likely ? random.pick(["confirmed", "shipped", "delivered"] as const) : likely;
  const isPart = to === "delivered" && payment === "unpaid" && random.chance(0.2);
  const collected = isPart ? Math.floor(dueOf(order) / 2) : undefined;
  const args = {
    ...{ order: number, ...(collected !== undefined && { collected_amount: major(collected) }) },
    ...(to === "shipped" && { carrier: CARRIER }),
  };
  return { tool: ONE[to], args, expected: (of) => moveTo(of, orderIn(of, number), to, collected) };
}

function moveSeveral(random: Random, store: ReferenceStore): Move {
  const to = random.pick<Target>([
    "confirmed",
    "confirmed",
    "processing",
    "shipped",
    "shipped",
    "delivered",
    "cancelled",
  ]);
  const numbers = random.shuffled(store.orders.map(({ number }) => number)).slice(0, random.integer(1, 5));
  return {
    tool: "orders_move",
    args: { to, orders: numbers, ...(to === "shipped" && { carrier: CARRIER }) },
    expected: (of) => {
      for (const number of numbers) ignoringRefusals(() => moveTo(of, orderIn(of, number), to));
    },
  };
}

function ignoringRefusals(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

function pay(random: Random, { number, status, payment, collected }: ReferenceOrder): Move | undefined {
  if (status === "cancelled" || status === "returned") return undefined;
  const to = payment === "unpaid" ? "paid" : random.pick(["partially_refunded", "refunded"] as const);
  const isPart = to === "partially_refunded" && (collected ?? 0) > 2;
  const part = isPart ? random.integer(1, (collected ?? 0) - 1) : undefined;
  return {
    tool: "orders_set_payment_status",
    args: { order: number, payment_status: to, ...(part !== undefined && { refunded_amount: major(part) }) },
    expected: (of) => {
      const order = orderIn(of, number);
      if (to === "paid") {
        order.collected ??= dueOf(order);
        order.isPrepaid = status !== "delivered";
      } else if (to === "partially_refunded") {
        require(order.payment === "paid" && part !== undefined, "it is no part of what was paid");
        order.refunded = part ?? 0;
      } else {
        require(["paid", "partially_refunded"].includes(order.payment), "it is not paid");
        order.refunded = order.collected ?? 0;
      }
      order.payment = to;
    },
  };
}

const REASONS = ["refused", "changed_mind", "damaged", "lost", "other"] as const;

function giveBack(random: Random, { number, lines, payment, collected, refunded }: ReferenceOrder): Move {
  const reason = random.pick(REASONS);
  const alone = lines.filter((line) => lines.filter(({ sku }) => sku === line.sku).length === 1);
  const isWhole = random.chance(0.3) || alone.length === 0;
  const chosen = random.shuffled(alone).slice(0, random.integer(1, 2));
  const items = chosen.map((line) => ({
    ...{ item: line.sku, quantity: random.integer(1, Math.max(1, line.quantity - line.returned)) },
    ...(random.chance(0.3) && { restock: random.chance(0.5) }),
  }));
  // What is proposed after a part was collected is not part of the reference, so it is sent.
  const isSent = random.chance(0.3) || (payment === "unpaid" && collected !== null);
  const refund = isSent ? random.integer(0, Math.max(0, (collected ?? 0) - refunded) + 100) : undefined;
  return {
    tool: "orders_return",
    args: {
      ...{ order: number, reason, ...(!isWhole && { items }) },
      ...(refund !== undefined && { refunded_amount: major(refund) }),
    },
    expected: (of) => {
      const order = orderIn(of, number);
      require(["shipped", "delivered"].includes(order.status), "it is not shipped");
      const before = returnedAmountOf(order);
      const usual = reason !== "damaged" && reason !== "lost";
      const units = isWhole
        ? order.lines.map((line) => ({ line, quantity: line.quantity - line.returned, isBack: usual }))
        : items.map(({ item, quantity, restock = usual }) => ({
            ...{ line: order.lines.find(({ sku }) => sku === item), quantity, isBack: restock },
          }));
      for (const { line, quantity, isBack } of units) {
        if (!line) throw new Error("The reference has no such line");
        require(line.quantity - line.returned >= quantity, "not so many are left");
        line.returned += quantity;
        if (!isBack) continue;
        line.restocked += quantity;
        putBack(of, line.sku, quantity);
      }
      const most = Math.max(0, (order.collected ?? 0) - order.refunded);
      require((refund ?? 0) <= most, "more than was collected");
      order.refunded += refund ?? Math.min(returnedAmountOf(order) - before, most);
      if (order.lines.every((line) => line.returned === line.quantity)) order.status = "returned";
      settle(order);
    },
  };
}

/** What the carrier owes for an order; undefined: nothing. */
function owedFor(order: ReferenceOrder): number | undefined {
  if (order.carrier !== CARRIER || order.remitted !== null || order.isPrepaid) return undefined;
  if (!["shipped", "delivered", "returned"].includes(order.status)) return undefined;
  if (order.collected !== null) return order.collected;
  return order.status === "returned" || order.payment !== "unpaid" ? undefined : dueOf(order);
}

function reconcile(random: Random, store: ReferenceStore): Move {
  const orders = random.shuffled(store.orders).slice(0, random.integer(1, 4));
  const rows = orders.map((order) => ({
    ref: order.number,
    amount: (owedFor(order) ?? totalOf(order)) + (random.chance(0.2) ? 100 : 0),
  }));
  return {
    tool: "cod_reconcile",
    args: { carrier: CARRIER, rows: rows.map(({ ref, amount }) => ({ ref, amount: major(amount) })) },
    expected: (of) => {
      for (const { ref, amount } of rows) {
        const order = orderIn(of, ref);
        if (owedFor(order) !== amount) continue;
        if (order.status === "shipped") moveTo(of, order, "delivered");
        order.remitted = amount;
      }
    },
  };
}

function reprice(random: Random, store: ReferenceStore): Move {
  const [sku, price] = [random.pick([...store.products.keys()]), random.integer(50_000, 700_000)];
  return {
    tool: "products_save",
    args: { product: sku, price: major(price) },
    expected: (of) => {
      const product = of.products.get(sku);
      if (product) product.price = price;
    },
  };
}

/** The next move of a life. */
export function nextMove(random: Random, store: ReferenceStore): Move {
  const [any] = [random.pick(store.orders)];
  if (!any) return create(random, store);
  const open = store.orders.filter(isOpen);
  const sent = store.orders.filter(({ status }) => status === "shipped" || status === "delivered");
  const mostly = (wanted: ReferenceOrder[]) => (wanted.length > 0 && random.chance(0.85) ? random.pick(wanted) : any);
  return (
    random.weighted<Move | undefined>([
      [5, () => create(random, store)],
      [7, () => changeLines(random, store, mostly(open))],
      [4, () => changeDelivery(random, mostly(open))],
      [2, () => merge(random, store, mostly(open))],
      [6, () => moveOne(random, any)],
      [3, () => moveSeveral(random, store)],
      [process.env.NO_RETURNS ? 0 : 2, () => pay(random, any)],
      [process.env.NO_RETURNS ? 0 : 5, () => giveBack(random, mostly(sent))],
      [3, () => reconcile(random, store)],
      [1, () => reprice(random, store)],
    ]) ?? reprice(random, store)
  );
}
