import type { Random } from "../../concurrency/cache-model/random.ts";
import { CARRIER, type Move, major, orderIn, refusalOf, require } from "./move.ts";
import {
  dueOf,
  isOpen,
  putBack,
  type ReferenceOrder,
  type ReferenceStore,
  returnedAmountOf,
  roundDue,
  settle,
  totalOf,
} from "./reference.ts";

/** Moves that hand orders over, take them back, and record what is paid. */

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
  require(ways[to].includes(from), `${from} is not followed by ${to}`, "illegal_order_move");
  if (to === "delivered") deliver(order, collected); // first, because a refusal changes nothing
  order.status = to;
  if (to === "shipped") order.carrier = CARRIER;
  if (to === "cancelled") for (const { sku, quantity } of order.lines) putBack(store, sku, quantity);
}

function deliver(order: ReferenceOrder, said: number | undefined): void {
  const isCollectable = order.isCash && order.payment === "unpaid";
  require(said === undefined || isCollectable, "no cash is collected", "amount_not_collectable");
  if (!isCollectable) return;
  order.collected = said ?? dueOf(order);
  if (order.collected >= dueOf(order)) order.payment = "paid";
}

/** An amount that may be said of the delivery of an order, fitting or not; undefined: none is said. */
function amountSaid(random: Random, order: ReferenceOrder): number | undefined {
  const { payment, collected, refunded } = order;
  if (random.chance(payment === "unpaid" ? 0.65 : 0.5)) return undefined;
  const due = dueOf(order);
  return random.pick([
    0,
    1,
    Math.floor(due / 2),
    due,
    due + 100,
    collected ?? 0,
    refunded,
    (collected ?? 0) - refunded,
  ]);
}

const ONE: Record<Exclude<Target, "processing">, string> = {
  confirmed: "orders_confirm",
  shipped: "orders_ship",
  delivered: "orders_mark_delivered",
  cancelled: "orders_cancel",
};

export function moveOne(random: Random, order: ReferenceOrder): Move {
  const { number } = order;
  const next: Partial<Record<ReferenceOrder["status"], Exclude<Target, "processing">>> = {
    pending: "confirmed",
    confirmed: "shipped",
    processing: "shipped",
    shipped: "delivered",
  };
  const likely = random.chance(0.15) ? "cancelled" : next[order.status];
  const to = random.chance(0.1) || !likely ? random.pick(["confirmed", "shipped", "delivered"] as const) : likely;
  const collected = to === "delivered" ? amountSaid(random, order) : undefined;
  const args = {
    order: number,
    ...(collected !== undefined && { collected_amount: major(collected) }),
    ...(to === "shipped" && { carrier: CARRIER }),
  };
  return {
    tool: ONE[to],
    args,
    expected: (of) => {
      moveTo(of, orderIn(of, number), to, collected);
    },
  };
}

export function moveSeveral(random: Random, store: ReferenceStore): Move {
  const to = random.pick<Target>([
    "confirmed",
    "confirmed",
    "processing",
    "shipped",
    "shipped",
    "delivered",
    "cancelled",
  ]);
  const orders = random.shuffled(store.orders).slice(0, random.integer(1, 5));
  const moved = orders.map((order) => ({
    number: order.number,
    collected: to === "delivered" ? amountSaid(random, order) : undefined,
  }));
  return {
    tool: "orders_move",
    args: {
      to,
      ...(to === "shipped" && { carrier: CARRIER }),
      orders: moved.map(({ number, collected }) =>
        collected === undefined ? number : { order: number, collected_amount: major(collected) },
      ),
    },
    expected: (of) => {
      const results = moved.map(({ number, collected }) => {
        const refusal = refusalOf(() => moveTo(of, orderIn(of, number), to, collected));
        return { order: number, ok: !refusal, ...(refusal && { problem: { code: refusal.code } }) };
      });
      return { results };
    },
  };
}

export function pay(random: Random, { number, payment, collected }: ReferenceOrder): Move {
  const to = payment === "unpaid" ? "paid" : random.pick(["partially_refunded", "refunded"] as const);
  const isPart = to === "partially_refunded" && (collected ?? 0) > 2;
  const part = isPart ? random.integer(1, (collected ?? 0) - 1) : undefined;
  return {
    tool: "orders_set_payment_status",
    args: { order: number, payment_status: to, ...(part !== undefined && { refunded_amount: major(part) }) },
    expected: (of) => {
      const order = orderIn(of, number);
      if (to === "paid") {
        require(order.payment === "unpaid", "it is paid", "illegal_order_move");
        order.collected = Math.max(order.collected ?? 0, dueOf(order));
        order.isPrepaid = isOpen(order) || order.status === "shipped";
      } else if (to === "partially_refunded") {
        const isMore = order.payment === "partially_refunded" && (part ?? 0) > order.refunded;
        require(part !== undefined && (order.payment === "paid" || isMore), "it is no part of what was paid");
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

export function giveBack(random: Random, order: ReferenceOrder): Move {
  const { number, lines, collected, refunded } = order;
  const reason = random.pick(REASONS);
  const alone = lines.filter((line) => lines.filter(({ sku }) => sku === line.sku).length === 1);
  const isWhole = random.chance(0.15) || alone.length === 0;
  const chosen = random.shuffled(alone).slice(0, random.integer(1, 2));
  const items = chosen.map((line) => ({
    item: line.sku,
    quantity: random.integer(1, Math.max(1, line.quantity - line.returned)),
    ...(random.chance(0.3) && { restock: random.chance(0.5) }),
  }));
  const refundable = Math.max(0, (collected ?? 0) - refunded);
  // What is proposed of an order that was collected in part is not part of the reference, so it is sent.
  const isSent = random.chance(0.3) || (collected !== null && collected < dueOf(order));
  const refund = isSent ? random.integer(0, refundable) + (random.chance(0.15) ? 1 : 0) : undefined;
  return {
    tool: "orders_return",
    args: {
      order: number,
      reason,
      ...(!isWhole && { items }),
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
            line: order.lines.find(({ sku }) => sku === item),
            quantity,
            isBack: restock,
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
      else if (order.payment === "unpaid" && (order.collected ?? null) === null) roundDue(order, of.cashRounding);
      settle(order);
    },
  };
}

/** What the carrier owes for an order; undefined: nothing. */
function owedFor(order: ReferenceOrder): number | undefined {
  if (order.carrier !== CARRIER || order.remitted !== null || order.isPrepaid || !order.isCash) return undefined;
  if (!["shipped", "delivered", "returned"].includes(order.status)) return undefined;
  if (order.collected !== null) return order.collected;
  return order.status === "returned" ? undefined : dueOf(order);
}

export function reconcile(random: Random, store: ReferenceStore): Move {
  const orders = random.shuffled(store.orders).slice(0, random.integer(1, 4));
  const takesBack = random.chance(0.2);
  const rows = orders.map((order) => {
    const others = [totalOf(order), dueOf(order), order.collected ?? 0, order.refunded, 0];
    const fitting = takesBack ? order.remitted : owedFor(order);
    return { ref: order.number, amount: random.chance(0.2) ? random.pick(others) : (fitting ?? random.pick(others)) };
  });
  return {
    tool: "cod_reconcile",
    args: {
      carrier: CARRIER,
      ...(takesBack && { take_back: true }),
      rows: rows.map(({ ref, amount }) => ({ ref, amount: major(amount) })),
    },
    expected: (of) => {
      const matches = rows.filter(({ ref, amount }) => {
        const order = orderIn(of, ref);
        return amount === (takesBack ? order.remitted : owedFor(order));
      });
      for (const { ref, amount } of matches) {
        const order = orderIn(of, ref);
        if (order.status === "shipped") moveTo(of, order, "delivered");
        order.remitted = takesBack ? null : amount;
      }
      return { matched: matches.length, not_matched: rows.length - matches.length };
    },
  };
}
