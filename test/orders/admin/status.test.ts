import { describe, expect, test } from "vitest";
import { changeOrderStatus } from "../../../src/orders/orders.ts";
import {
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  STATUS_TRANSITIONS,
  type Status,
} from "../../../src/orders/status/transitions.ts";
import { createPromotion } from "../../../src/promotions/promotions.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { type Called, call } from "../../support/operations.ts";
import { expectInvariants, ordered, stockOf } from "../../support/selling.ts";

/** The tools that bring a new order to a status. */
const TOOLS_TO_REACH: Record<Status, string[]> = {
  pending: [],
  confirmed: ["orders_confirm"],
  processing: ["orders_confirm"], // and changeOrderStatus; no tool sets this status
  shipped: ["orders_confirm", "orders_ship"],
  delivered: ["orders_confirm", "orders_ship", "orders_mark_delivered"],
  cancelled: ["orders_cancel"],
  returned: ["orders_confirm", "orders_ship", "orders_return"],
};

/** The statuses in which each tool is allowed. */
const ALLOWED_IN: Record<string, Status[]> = {
  orders_confirm: ["pending"],
  orders_ship: ["confirmed", "processing"],
  orders_mark_delivered: ["shipped"],
  orders_cancel: ["pending", "confirmed", "processing"],
  orders_return: ["shipped", "delivered"],
};
/** The status that each tool sets. */
const RESULT: Record<string, Status> = {
  orders_confirm: "confirmed",
  orders_ship: "shipped",
  orders_mark_delivered: "delivered",
  orders_cancel: "cancelled",
  orders_return: "returned",
};

/** What a tool needs to know. */
const argsOf = (tool: string, order: string) => ({ order, ...(tool === "orders_return" && { reason: "refused" }) });

async function orderInStatus(shop: Shop, state: Status, given: object = {}): Promise<string> {
  const { id } = await shop.product({ stock: 10 });
  const { order_number, id: order } = await ordered(shop, [{ product_id: id, quantity: 2 }], given);
  for (const tool of TOOLS_TO_REACH[state]) await runTool(shop, tool, argsOf(tool, order));
  if (state === "processing") await shop.transact((db) => changeOrderStatus(db, order, "processing", "key test"));
  return order_number;
}

const toolsInStatuses = Object.keys(RESULT).flatMap((tool) =>
  (Object.keys(STATUS_TRANSITIONS) as Status[]).map((from) => [tool, from] as const),
);
const getDetailed = (shop: Shop, order: string) => runTool(shop, "orders_get", { order, response_format: "detailed" });

/** The tools that may follow each status. */
const NEXT_TOOLS: Record<Status, string[]> = {
  pending: ["orders_confirm", "orders_cancel"],
  confirmed: ["orders_ship", "orders_cancel"],
  processing: ["orders_ship", "orders_cancel"],
  shipped: ["orders_mark_delivered", "orders_return"],
  delivered: ["orders_return"],
  cancelled: [],
  returned: [],
};

describe("every status tool in every status", () => {
  test.each(toolsInStatuses)("%s with an order that is %s", async (tool, from) => {
    const shop = await openShop();
    const order = await orderInStatus(shop, from);
    const before = await getDetailed(shop, order);

    if (ALLOWED_IN[tool]?.includes(from)) {
      expect(await runTool(shop, tool, { ...argsOf(tool, order), dry_run: true })).toMatchObject({
        changes: [{ label: order }],
      });
      expect(await getDetailed(shop, order)).toEqual(before);
      const { status, next } = await runTool(shop, tool, argsOf(tool, order.toLowerCase()));
      expect([status, next]).toEqual([RESULT[tool], NEXT_TOOLS[RESULT[tool] as Status]]);
      expect(await seen(shop, `/orders/track/${order}`)).toMatchObject({ status: RESULT[tool] });
      const { history } = await getDetailed(shop, order);
      expect(history.at(-1)).toMatchObject({ status: RESULT[tool], actor: "key First secret key" });
    } else {
      const refusal = await refused(shop, tool, argsOf(tool, order));
      expect(refusal).toMatchObject({ code: "illegal_order_move", allowed: STATUS_TRANSITIONS[from] });
      for (const legal of STATUS_TRANSITIONS[from]) expect(refusal?.detail).toContain(legal);
      expect(await getDetailed(shop, order)).toEqual(before);
    }
    await expectInvariants(shop);
  });

  const payments = Object.keys(PAYMENT_TRANSITIONS) as PaymentStatus[];
  const PAYMENTS_TO_REACH: Record<PaymentStatus, PaymentStatus[]> = {
    unpaid: [],
    paid: ["paid"],
    partially_refunded: ["paid", "partially_refunded"],
    refunded: ["paid", "refunded"],
  };
  test.each(payments.flatMap((from) => payments.slice(1).map((to) => [from, to] as const)))(
    "a payment changes from %s to %s only as the transitions allow",
    async (from, to) => {
      const shop = await openShop();
      const order = await orderInStatus(shop, "pending");
      const payment = (payment_status: PaymentStatus) => ({
        order,
        payment_status,
        ...(payment_status === "partially_refunded" && { refunded_amount: 5 }),
      });
      for (const payment_status of PAYMENTS_TO_REACH[from]) {
        await runTool(shop, "orders_set_payment_status", payment(payment_status));
      }

      const { data, problem } = await call(shop, "orders_set_payment_status", payment(to));

      if (PAYMENT_TRANSITIONS[from].includes(to)) expect(data.payment_status).toBe(to);
      else expect(problem).toMatchObject({ code: "illegal_order_move", allowed: PAYMENT_TRANSITIONS[from] });
      const is = PAYMENT_TRANSITIONS[from].includes(to) ? to : from;
      expect(await seen(shop, `/orders/track/${order}`)).toMatchObject({ payment_status: is, status: "pending" });
    },
  );
});

describe("shipping", () => {
  test("keeps the carrier and tracking number that are already set, unless others are given", async () => {
    const shop = await openShop();
    const order = await orderInStatus(shop, "confirmed");
    await runTool(shop, "orders_update", { order, carrier: "Yalidine", tracking_number: 778001 });

    const shipped = await runTool(shop, "orders_ship", { order, tracking_number: "YAL-2" });

    expect(shipped).toMatchObject({ carrier: "Yalidine", tracking_number: "YAL-2", total: 2000 });
    const { history } = await seen(shop, `/orders/track/${order}`);
    expect(history.map(({ status }: { status: string }) => status)).toEqual([
      ...["pending", "confirmed", "processing", "shipped"],
    ]);
  });
});

describe("delivering", () => {
  // biome-ignore format: a table
  test.each([
    ["a cod order is paid without a collected amount", {}, {}, 2000, "paid"],
    ["a cod order is paid with the total", {}, { collected_amount: 2000 }, 2000, "paid"],
    ["a cod order stays unpaid with less than the total", {}, { collected_amount: 1999.99 }, 1999.99, "unpaid"],
    ["a cod order is paid with more than the total", {}, { collected_amount: 2500 }, 2500, "paid"],
    ["a cod order stays unpaid with zero", {}, { collected_amount: 0 }, 0, "unpaid"],
    ["a card order stays unpaid without a collected amount", { payment_method: "card" }, {}, null, "unpaid"],
  ])("%s", async (_, given, args, collected_amount, payment_status) => {
    const shop = await openShop();
    const order = await orderInStatus(shop, "shipped", given);

    expect(await runTool(shop, "orders_mark_delivered", { order, ...args })).toMatchObject({
      status: "delivered", collected_amount, payment_status,
    });
    expect(await seen(shop, `/orders/track/${order}`)).toMatchObject({ payment_status, total: 2000 });
  });

  test("collects nothing for a paid order, which stays paid", async () => {
    const shop = await openShop();
    const order = await orderInStatus(shop, "shipped");
    await runTool(shop, "orders_set_payment_status", { order, payment_status: "paid" });

    expect(await runTool(shop, "orders_mark_delivered", { order })).toMatchObject({
      payment_status: "paid",
      collected_amount: 2000,
    });
  });

  test("refuses too many decimals, and changes nothing", async () => {
    const shop = await openShop();
    const order = await orderInStatus(shop, "shipped");

    const refusal = await refused(shop, "orders_mark_delivered", { order, collected_amount: 19.999 });

    expect(refusal).toMatchObject({ code: "invalid_value", errors: [{ path: "collected_amount" }] });
    expect(await seen(shop, `/orders/track/${order}`)).toMatchObject({ status: "shipped", payment_status: "unpaid" });
  });
});

describe("cancelling and returning", () => {
  /** Opens a store with a coupon for one order of each customer. */
  async function openShopWithCoupon() {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 10 });
    await shop.transact((db) =>
      createPromotion(db, {
        title: "Once",
        code: "ONCE",
        discount_type: "percentage",
        discount_value: 1000,
        usage_limit: 5,
        usage_limit_per_customer: 1,
      }),
    );
    const buy = () => ordered(shop, [{ product_id: id, quantity: 4 }], { coupon_code: "once" });
    return { shop, id, buy };
  }

  test("cancelling restores the stock and the coupon use, and stores the reason; returning restores only the stock", async () => {
    const { shop, id, buy } = await openShopWithCoupon();
    const first = await buy();
    await runTool(shop, "orders_set_payment_status", { order: first.id, payment_status: "paid" });

    const { text } = await call(shop, "orders_cancel", {
      order: first.id,
      reason: "changed_mind",
      note: " Trop cher ",
    });

    expect(text).toMatch(/was paid/);
    expect(await getDetailed(shop, first.id)).toMatchObject({ notes: [{ text: "Trop cher" }], discount: 400 });
    expect(await stockOf(shop, id)).toBe(10);
    const second = await buy();
    expect(await stockOf(shop, id)).toBe(6);
    await runTool(shop, "orders_confirm", { order: second.id, note: "   " });
    await runTool(shop, "orders_ship", { order: second.id });
    await runTool(shop, "orders_return", { order: second.id, reason: "refused" });
    expect(await stockOf(shop, id)).toBe(10);
    const { notes } = await getDetailed(shop, second.id);
    expect(notes).toEqual([]);
    const { data } = await runTool(shop, "promotions_search", { query: "once", response_format: "detailed" });
    expect(data).toMatchObject([{ uses: 1, state: "running" }]); // a returned order still counts as a use
    await expectInvariants(shop);
  });

  const onlySuccess = (calls: Called[]): Called => {
    const worked = calls.filter(({ problem }) => !problem);
    expect(calls.flatMap(({ problem }) => problem?.code ?? [])).toEqual(
      Array(calls.length - 1).fill("illegal_order_move"),
    );
    return worked[0] as Called;
  };

  test.each([
    ["orders_confirm", "pending"],
    ["orders_ship", "confirmed"],
    ["orders_mark_delivered", "shipped"],
    ["orders_cancel", "processing"],
    ["orders_return", "delivered"],
  ] as const)("one of twenty concurrent %s of an order that is %s succeeds", async (tool, from) => {
    const shop = await openShop();
    const order = await orderInStatus(shop, from);

    const calls = await Promise.all(Array.from({ length: 20 }, () => call(shop, tool, argsOf(tool, order))));

    expect(onlySuccess(calls).data.status).toBe(RESULT[tool]);
    const { history } = await getDetailed(shop, order);
    const moves = history.map((move: Record<string, string>) => `${move.status} ${move.payment_status}`);
    expect(new Set(moves).size).toBe(moves.length);
    await expectInvariants(shop);
  });

  test("only one of concurrent cancelling and shipping succeeds", async () => {
    const shop = await openShop();
    const races = Array.from({ length: 10 }, async () => {
      const order = await orderInStatus(shop, "confirmed");
      const calls = await Promise.all([call(shop, "orders_cancel", { order }), call(shop, "orders_ship", { order })]);
      const { status } = onlySuccess(calls).data;
      expect(await seen(shop, `/orders/track/${order}`)).toMatchObject({ status });
    });
    await Promise.all(races);
    await expectInvariants(shop);
  });
});
