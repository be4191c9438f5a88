import { beforeEach, expect, test } from "vitest";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../src/core/scopes.ts";
import { openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { callConfirmed, post } from "../support/operations.ts";
import { cartWith } from "../support/selling.ts";
import { eventsOf, numberEvents } from "./asking.ts";

/** People in events: masked as everywhere, and gone when they are erased. */

const PERSON = /xanthippe|0?550\W*98\W*76\W*54/i;
const EMAIL = "xanthippe@example.dz";
const BUYER = { customer_name: "Xanthippe Z", customer_phone: "0550 98 76 54", customer_email: EMAIL };

let shop: Shop;
let order: string;

beforeEach(async () => {
  shop = await openShop();
  const { id } = await shop.product({ stock: 9 });
  const { headers } = await customerOf(shop, { email: EMAIL, full_name: "Xanthippe Z", phone: "0550 98 76 54" });
  const cart_id = await cartWith(shop, { product_id: id, quantity: 1 });
  const placed = await shop.post("/orders", { cart_id, ...BUYER }, headers);
  order = placed.body.order_number;
  await post(shop, "orders_add_note", { order, text: "Xanthippe calls back" });
});

const inTables = async (): Promise<string> =>
  JSON.stringify(
    await rowsForOwner(
      `select to_jsonb(e) from events e where site_id = $1
       union all select to_jsonb(e) from new_events e where site_id = $1`,
      [shop.id],
    ),
  );

test("a key that may not see people sees the orders' events without them, and no accounts", async () => {
  const blind = await keyFor(shop, ...SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE)));

  const seen = await eventsOf(shop);
  const masked = await eventsOf(shop, {}, blind);

  expect(seen.map(({ type }) => type)).toEqual(["customers.created", "orders.placed", "orders.changed"]);
  expect(seen.filter((event) => PERSON.test(JSON.stringify(event)))).toHaveLength(3);
  expect(masked.map(({ type }) => type)).toEqual(["orders.placed", "orders.changed"]);
  expect(JSON.stringify(masked)).not.toMatch(PERSON);
  expect(masked[0]?.data).toMatchObject({ order_number: order, customer_name: "X*** Z***", customer_email: null });
});

test("a key without orders:read sees no sums of orders in customers' events", async () => {
  const [event] = await eventsOf(shop, {}, await keyFor(shop, "customers:read"));

  expect(event?.data).toMatchObject({ email: EMAIL, total_spent: null });
});

test.each(["before", "after"])("erasing a person erases events that got their numbers %s", async (when) => {
  if (when === "before") await numberEvents(shop);
  const { problem } = await callConfirmed(shop, "customers_erase", { customer: EMAIL });
  expect(problem).toBeUndefined();

  expect(await inTables()).not.toMatch(PERSON);
  const events = await eventsOf(shop);
  expect(await inTables()).not.toMatch(PERSON);
  expect(events.map(({ type, data }) => [type, data === null])).toEqual([
    ["customers.created", true],
    ["orders.placed", true],
    ["orders.changed", true],
    ["customers.erased", true],
    ["orders.changed", false], // the order without the person
  ]);
  expect(events.at(-1)?.data).toMatchObject({ order_number: order, customer_name: "(erased)" });
});

test("an order that had the person once is erased, too", async () => {
  await post(shop, "orders_update", {
    order,
    customer_name: "Other",
    customer_phone: "0661 11 22 33",
    customer_email: "other@example.dz",
  });
  await numberEvents(shop);
  await callConfirmed(shop, "customers_erase", { customer: EMAIL });

  expect(await inTables()).not.toMatch(PERSON);
});
