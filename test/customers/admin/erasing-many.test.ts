import { expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

/** Erasing a person who has very many orders. */

const PHONE = "000000"; // a placeholder that merchants enter when they have no phone number

/** Opens a store in which a guest has this many orders. */
async function openShopWithOrders(orders: number): Promise<Shop> {
  const shop = await openShop();
  const { id } = await shop.product();
  const given = { customer_phone: PHONE, customer_email: "k@example.dz" };
  await ordered(shop, [{ product_id: id, quantity: 1 }], given);
  await copyOrders(shop, 2, orders);
  return shop;
}

const copyOrders = (shop: Shop, from: number, to: number) =>
  shop.transact((db) =>
    db.run(sql`
      insert into orders (site_id, id, order_number, status, payment_status, payment_method, currency, subtotal,
        discount, shipping_cost, total, items_count, applied_discounts, customer_name, customer_phone, delivery_method,
        created_at, updated_at)
      select o.site_id, gen_random_uuid(), 'N-' || i, o.status, o.payment_status, o.payment_method, o.currency,
        o.subtotal, o.discount, o.shipping_cost, o.total, o.items_count, o.applied_discounts, o.customer_name,
        o.customer_phone, o.delivery_method, o.created_at, o.updated_at
      from orders o, generate_series(${from}::integer, ${to}::integer) i
      where o.site_id = ${db.siteId} and o.customer_email is not null
      on conflict do nothing
    `),
  );

test("the dry run lists every order, page by page", async () => {
  const shop = await openShopWithOrders(250);
  const listed = new Set<string>();
  let answers = 0;
  let page: object = {};
  for (let more = true; more; answers++) {
    const {
      orders = [],
      next_cursor,
      ...dry
    } = await runTool(shop, "customers_erase", {
      customer: PHONE,
      dry_run: true,
      ...page,
    });
    expect(dry).toMatchObject({ orders_count: 250 });
    for (const { order_number } of orders) listed.add(order_number);
    page = { cursor: next_cursor };
    more = next_cursor !== undefined;
  }

  expect([listed.size, answers > 1]).toEqual([250, true]);
  const erased = await runConfirmedTool(shop, "customers_erase", { customer: PHONE });
  expect(erased).toMatchObject({ erased: true, orders_anonymised: 250 });
});

test("refuses a phone number with more than 5,000 orders and changes nothing; erasing by e-mail works", async () => {
  const shop = await openShopWithOrders(5000);
  const dry = await runTool(shop, "customers_erase", { customer: PHONE, dry_run: true });
  expect(dry).toMatchObject({ orders_count: 5000 });
  await copyOrders(shop, 5001, 5001);

  for (const args of [{ dry_run: true }, {}]) {
    expect(await refused(shop, "customers_erase", { customer: PHONE, ...args })).toMatchObject({
      code: "invalid_value",
      detail: expect.stringContaining("more than 5000 orders"),
      errors: [{ path: "customer" }],
    });
  }
  const erased = await runConfirmedTool(shop, "customers_erase", { customer: "k@example.dz" });
  expect(erased).toMatchObject({ orders_anonymised: 1 });
});
