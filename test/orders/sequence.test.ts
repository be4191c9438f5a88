import { Type } from "typebox";
import { expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { openShop, type Shop } from "../support/app.ts";
import { at, runTool } from "../support/mcp-tasks.ts";
import { call } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";

/** The clocks of three servers: one is correct, one is an hour behind, one is an hour ahead. */
const [CORRECT, BEHIND, AHEAD] = ["2027-03-01T12:00:00Z", "2027-03-01T11:00:00Z", "2027-03-01T13:00:00Z"];

async function orderAt(shop: Shop, time: string): Promise<{ id: string; order_number: string }> {
  const { id } = await shop.product();
  return at(time, () => ordered(shop, [{ product_id: id, quantity: 1 }]));
}

test("an order's history is sorted by its changes, even when the servers' clocks differ", async () => {
  const shop = await openShop();
  const { order_number } = await orderAt(shop, AHEAD);
  const order = { order: order_number };
  await at(BEHIND, () => runTool(shop, "orders_confirm", order));
  await at(AHEAD, () => runTool(shop, "orders_ship", order));
  await at(BEHIND, () => runTool(shop, "orders_mark_delivered", order));

  const moves = ["pending", "confirmed", "processing", "shipped", "delivered", "delivered"];
  const statuses = (history: { status: string }[]) => history.map(({ status }) => status);
  const managed = await runTool(shop, "orders_get", { ...order, response_format: "detailed" });
  expect(statuses(managed.history)).toEqual(moves);
  expect(managed.history.at(-1).payment_status).toBe("paid");
  expect(statuses((await shop.get(`/orders/track/${order_number}`)).body.history)).toEqual(moves);
});

test("calls and notes are sorted by the order of writing, even when the servers' clocks differ", async () => {
  const shop = await openShop();
  const { order_number: order } = await orderAt(shop, CORRECT);
  const log = (time: string, outcome: string, given: object = {}) =>
    at(time, () => runTool(shop, "orders_log_call", { order, outcome, ...given }));
  await log(AHEAD, "postponed", { call_again_at: "2027-03-02T09:00:00Z" });
  await at(CORRECT, () => runTool(shop, "orders_add_note", { order, text: "Emballage cadeau." }));
  await log(BEHIND, "answered");

  const { notes } = await runTool(shop, "orders_get", { order, response_format: "detailed" });
  expect(notes.map(({ outcome }: { outcome: string | null }) => outcome)).toEqual(["postponed", null, "answered"]);
  const { data } = await runTool(shop, "orders_search");
  expect(data[0]).toMatchObject({ calls: 2, last_call: "answered" });
  expect(data[0]).not.toHaveProperty("call_again_at");
});

const SequenceRow = Type.Object({ sequence: Type.Integer() });

/** The sequence numbers of an order's status changes and notes. */
const sequenceNumbers = async (shop: Shop, orderId: string): Promise<number[]> => {
  const rows = await shop.rows(
    SequenceRow,
    sql`
    select sequence from order_history where site_id = ${shop.id} and order_id = ${orderId}
    union all
    select sequence from order_notes where site_id = ${shop.id} and order_id = ${orderId}
    order by sequence
  `,
  );
  return rows.map(({ sequence }) => sequence);
};

test("concurrent status changes and notes get one sequence number each", async () => {
  const shop = await openShop();
  const { id } = await orderAt(shop, CORRECT);
  const notes = Array.from({ length: 8 }, (_, i) => call(shop, "orders_add_note", { order: id, text: `Note ${i}` }));

  const answers = await Promise.all([...notes, call(shop, "orders_confirm", { order: id })]);

  expect(answers.map(({ problem }) => problem)).toEqual(answers.map(() => undefined));
  expect(await sequenceNumbers(shop, id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
