import { expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { at, refused, runTool } from "../../support/mcp-tasks.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { ordered } from "../../support/selling.ts";

const DESK = ["orders:desk", "customers:read"] as const;

/** A shop with so many orders that wait for a call, the oldest first. */
async function shopToCall(count: number): Promise<{ shop: Shop; numbers: string[] }> {
  const shop = await openShop();
  const { id } = await shop.product({ slug: "vase", name: "Vase", price: 100_000, stock: 100 });
  const numbers: string[] = [];
  for (let place = 0; place < count; place++) {
    const given = { customer_phone: `0550 12 34 ${10 + place}` };
    numbers.push((await ordered(shop, [{ product_id: id, quantity: 1 }], given)).order_number);
  }
  return { shop, numbers };
}

const next = (shop: Shop, args: object = {}, key?: string) => runTool(shop, "orders_next_call", args, key);
const numberOf = async (...asked: Parameters<typeof next>) => (await next(...asked)).order?.order_number;
const log = (shop: Shop, order: string, outcome: string, more: object = {}) =>
  runTool(shop, "orders_log_call", { order, outcome, ...more });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test("the oldest order that nobody has called comes first, with what is known of its number, and stays until the call is logged", async () => {
  const { shop, numbers } = await shopToCall(3);
  const first = await next(shop);
  expect(first).toMatchObject({
    order: { order_number: numbers[0], phone_history: { orders: 0 }, items: [{ product_name: "Vase" }] },
    left: 3,
    waiting: numbers.map((order_number) => ({ order_number })),
    postponed: [],
  });
  expect(first.change_id).toBeUndefined();
  expect(await numberOf(shop)).toBe(numbers[0]);

  await log(shop, numbers[0] ?? "", "wrong_number");
  expect(await next(shop)).toMatchObject({ order: { order_number: numbers[1] }, left: 2 });
  await runTool(shop, "orders_confirm", { order: numbers[1] });
  await runTool(shop, "orders_cancel", { order: numbers[2], reason: "refused" });
  expect(await next(shop)).toMatchObject({ order: null, held_until: null, left: 0, waiting: [] });
});

test("two people never get the same order, also at the same moment", async () => {
  const { shop, numbers } = await shopToCall(6);
  const keys = await Promise.all(numbers.map(() => keyFor(shop, ...DESK)));
  const taken = await Promise.all(keys.map((key) => numberOf(shop, {}, key)));
  expect([...taken].sort()).toEqual([...numbers].sort());
  expect(await next(shop)).toMatchObject({ order: null, left: 0 });
  expect(await next(shop, {}, keys[0])).toMatchObject({ order: { order_number: taken[0] }, left: 1 });
});

test("an order is kept for ten minutes, or until who has it gives it back or passes it over", async () => {
  const { shop, numbers } = await shopToCall(2);
  const [one, other] = [await keyFor(shop, ...DESK), await keyFor(shop, ...DESK)];
  const { held_until } = await next(shop, {}, one);
  expect(Date.parse(held_until) - Date.now()).toBeGreaterThan(9 * 60_000);
  await at(inMinutes(9), async () => expect(await numberOf(shop, {}, other)).toBe(numbers[1]));
  await next(shop, { release: numbers[1] }, other);
  await at(inMinutes(11), async () => expect(await numberOf(shop, {}, other)).toBe(numbers[0]));

  expect(await next(shop, { release: numbers[0] }, one)).toMatchObject({ order: null, left: 1 }); // the other has it
  expect(await next(shop, { release: numbers[0]?.toLowerCase() }, other)).toMatchObject({ order: null, left: 2 });
  expect(await numberOf(shop, {}, one)).toBe(numbers[0]);
  expect(await numberOf(shop, { skip: [numbers[0]] }, one)).toBe(numbers[1]);
  expect(await numberOf(shop, { skip: numbers }, one)).toBeUndefined();
  expect(await numberOf(shop, {}, other)).toBe(numbers[0]);
});

test("a postponed call comes back when it is due, before the others, also that of a confirmed order", async () => {
  const { shop, numbers } = await shopToCall(3);
  const [first = "", second = ""] = numbers;
  await log(shop, second, "postponed", { call_again_at: inMinutes(60) });
  await log(shop, first, "no_answer", { call_again_at: inMinutes(30) });
  await runTool(shop, "orders_confirm", { order: second });
  expect(await next(shop)).toMatchObject({
    order: { order_number: numbers[2] },
    left: 1,
    postponed_count: 2,
    postponed: [{ order_number: first, last_call: "no_answer" }, { order_number: second }],
  });
  await next(shop, { release: numbers[2] });
  await at(inMinutes(61), async () => {
    expect(await next(shop)).toMatchObject({
      order: { order_number: first },
      waiting: [{ order_number: first }, { order_number: second }, { order_number: numbers[2] }],
      postponed_count: 0,
    });
    await log(shop, first, "wrong_number");
    expect(await numberOf(shop)).toBe(second);
  });
});

test("a call that is undone is to be made again", async () => {
  const { shop, numbers } = await shopToCall(2);
  const [first = ""] = numbers;
  const noAnswer = await log(shop, first, "no_answer", { call_again_at: inMinutes(30) });
  const busy = await log(shop, first, "busy");
  expect(await numberOf(shop)).toBe(numbers[1]);
  await next(shop, { release: numbers[1] });

  await runTool(shop, "changes_undo", { changes: [busy.change_id] });
  await at(inMinutes(31), async () => expect(await numberOf(shop)).toBe(first));
  await next(shop, { release: first });
  await runTool(shop, "changes_undo", { changes: [noAnswer.change_id] });
  expect(await numberOf(shop)).toBe(first);
});

test("who may not call is refused, and who may not see people gets no number", async () => {
  const { shop } = await shopToCall(1);
  const reader = await keyFor(shop, "orders:read", "customers:read");
  expect((await refused(shop, "orders_next_call", {}, reader))?.code).toBe("insufficient_scope");
  const { order } = await next(shop, {}, await keyFor(shop, "orders:desk"));
  expect(JSON.stringify(order)).not.toContain("12 34");
  expect(order.phone_history).toBeNull();
});
