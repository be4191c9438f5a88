import { beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

/** More than a search looks through before it asks an index. */
const MANY = 2_300;
const RARE = 30;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const { id } = await shop.product({ slug: "tapis" });
  const customer = { customer_name: "Amina Haddad", customer_phone: "0550 12 34 56" };
  const { order_number } = await ordered(shop, [{ product_id: id, quantity: 1 }], customer);
  // Older ones, an hour apart: the last ones have a name and a phone number of their own, one in twenty a third name.
  const ids = Array.from({ length: MANY }, newId).reverse(); // ids begin with their time
  await shop.transact(async (db) => {
    await db.run(sql`
      insert into orders (
        site_id, id, order_number, status, payment_status, payment_method, currency, subtotal, discount, shipping_cost, total,
        items_count, applied_discounts, customer_name, customer_phone, delivery_method, created_at, updated_at
      )
      select site_id, new_id, 'OLD-' || i, status, payment_status, payment_method, currency, subtotal, discount,
        shipping_cost, total, items_count, applied_discounts,
        case when i > ${MANY - RARE}::integer then 'Zoé Mansouri' when i % 20 = 0 then 'Amina Saïdi' else customer_name end,
        case when i > ${MANY - RARE}::integer then '+213661987654' else customer_phone end,
        delivery_method, created_at - i * interval '1 hour', updated_at
      from orders, unnest(${ids}::uuid[]) with ordinality as t (new_id, i)
      where site_id = ${shop.id} and order_number = ${order_number}
    `);
    await db.run(sql`
      insert into order_items (
        site_id, order_id, id, position, product_id, variant_id, product_name, product_slug, variant_title, variant_options,
        price, quantity, subtotal, discount
      )
      select o.site_id, o.id, gen_random_uuid(), i.position, i.product_id, i.variant_id, i.product_name, i.product_slug,
        i.variant_title, i.variant_options, i.price, i.quantity, i.subtotal, i.discount
      from order_items i
      join orders o on o.site_id = i.site_id and o.order_number like 'OLD-%'
      where i.site_id = ${shop.id}
    `);
  });
});

test.each([
  ["a name", { query: "amina" }],
  ["a part of a phone number", { query: "0550 12" }],
  ["a product", { item: "tapis" }],
  ["a name and a product", { query: "amina", item: "tapis" }],
])("orders by %s that most have are shown newest first, and counted to 100", async (_, search) => {
  const first = await runTool(shop, "orders_search", { ...search, limit: 2 });
  expect(first).toMatchObject({ total: 100, total_is_partial: true });
  const { data } = await runTool(shop, "orders_search", { ...search, limit: 2, cursor: first.next_cursor });
  expect(numbers(data)).toEqual(["OLD-2", "OLD-3"]);
});

test.each([
  ["a name", "mansouri"],
  ["a part of a phone number", "0661 98"],
])("orders by %s that only the oldest have are found, all of them", async (_, query) => {
  const { data, total, total_is_partial } = await runTool(shop, "orders_search", { query, limit: 100 });
  expect({ total, total_is_partial }).toEqual({ total: RARE });
  expect(numbers(data)).toEqual(Array.from({ length: RARE }, (_, i) => `OLD-${MANY - RARE + 1 + i}`));
});

test("pages of a name go on where the newest orders end", async () => {
  const found: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await runTool(shop, "orders_search", { query: "saidi", limit: 40, ...(cursor && { cursor }) });
    expect(page).toMatchObject({ total: 100, total_is_partial: true });
    found.push(...numbers(page.data));
    cursor = page.next_cursor;
  } while (cursor);
  expect(found).toEqual(Array.from({ length: 113 }, (_, i) => `OLD-${20 * (i + 1)}`));
});

const numbers = (data: { order_number: string }[]): string[] => data.map(({ order_number }) => order_number);
