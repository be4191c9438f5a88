import type { Random } from "../../concurrency/cache-model/random.ts";
import { type Move, major, orderIn, require, take } from "./move.ts";
import {
  COUPON,
  followRate,
  isOpen,
  type Method,
  type ReferenceLine,
  type ReferenceOrder,
  type ReferenceStore,
  type Region,
  subtotalOf,
  totalOf,
  usesOf,
  workOut,
} from "./reference.ts";

/** Moves that place orders and change them. */

const PHONES = ["+213550000001", "+213550000002"];
const REGIONS: Record<Region, string> = { "16": "Alger", "31": "Oran" };

/** What the reference does not know yet of an order that is placed: its number comes from the answer. */
export const NEW = "new";

export function create(random: Random, store: ReferenceStore): Move {
  const skus = random.shuffled([...store.products.keys()]).slice(0, random.integer(1, 3));
  const items = skus.map((item) => ({ item, quantity: random.integer(1, 4) }));
  const [region, method] = [random.pick<Region>(["16", "31"]), random.pick<Method>(["home", "home", "desk"])];
  const [phone, hasCoupon, isCash] = [random.pick(PHONES), random.chance(0.5), random.chance(0.75)];
  return {
    tool: "orders_create",
    args: {
      items,
      customer_name: "Karim",
      customer_phone: phone,
      customer_wilaya: REGIONS[region],
      delivery_method: method,
      ...(hasCoupon && { coupon_code: COUPON.code }),
      ...(!isCash && { payment_method: "card" }),
    },
    expected: (of) => {
      take(of, new Map(items.map(({ item, quantity }) => [item, quantity])));
      const lines = items.map(({ item, quantity }) => newLine(of, item, quantity));
      const order: ReferenceOrder = {
        number: NEW,
        phone,
        status: "pending",
        payment: "unpaid",
        isCash,
        isPrepaid: false,
        carrier: null,
        lines,
        hasCoupon,
        region,
        method,
        delivery: 0,
        deliveryIsSet: false,
        shipping: 0,
        rounding: 0,
        collected: null,
        refunded: 0,
        remitted: null,
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
  sku,
  quantity,
  price: price ?? store.products.get(sku)?.price ?? 0,
  returned: 0,
  restocked: 0,
  discount: 0,
});

interface Entry {
  line?: string;
  item?: string;
  quantity?: number;
  price?: number;
}

export function changeLines(random: Random, store: ReferenceStore, { number, lines }: ReferenceOrder): Move {
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

export function changeDelivery(random: Random, { number }: ReferenceOrder): Move {
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
      order: number,
      customer_name: "Karim B.",
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

export function merge(random: Random, store: ReferenceStore, { number, phone }: ReferenceOrder): Move {
  const fitting = store.orders.filter((one) => one.number !== number && one.phone === phone && isOpen(one));
  const other = random.pick(fitting.length > 0 && random.chance(0.8) ? fitting : store.orders).number;
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

export function reprice(random: Random, store: ReferenceStore): Move {
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
