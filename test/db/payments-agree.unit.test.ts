import { expect, test } from "vitest";
import { migrate } from "../../src/db/migrate.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";

const SITE = "'019aa2c0-0000-7000-8000-000000000001'";

interface Given {
  total?: number;
  returned?: number;
  collected?: number;
  refunded?: number;
  remitted?: number;
}

/** An order with this payment status and these amounts. */
const order = (number: string, payment: string, given: Given = {}) => {
  const { total = 300, returned = 0, collected = null, refunded = 0, remitted = null } = given;
  return `
    insert into orders (site_id, id, order_number, status, payment_status, payment_method, currency, subtotal, discount,
      shipping_cost, total, returned_amount, returned_subtotal, returned_count, collected_amount, refunded_amount,
      remitted_amount, remitted_at, items_count, entries, applied_discounts, customer_name, customer_phone,
      delivery_method, created_at, updated_at)
    values (${SITE}, gen_random_uuid(), '${number}', 'delivered', '${payment}', 'cod', 'DZD', ${total}, 0, 0, ${total},
      ${returned}, ${returned}, 0, ${collected}, ${refunded}, ${remitted}, ${remitted === null ? null : "now()"}, 1, 1,
      '[]', 'Karim', '0550', 'home', now(), now());`;
};

const STORE = `insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
  values (${SITE}, 'old', 'Old', 'DZD', 'fr', 'DZ', '{home}', now(), now());`;

test("amounts that do not agree with the payment status are refused", async () => {
  const driver = await openPglite();
  await migrate(driver);
  await driver.exec(STORE);

  // biome-ignore format: a table
  for (const [payment, given] of [
    ["unpaid", { collected: 300 }],
    ["unpaid", { collected: 200, returned: 100 }],
    ["unpaid", { collected: 200, refunded: 50 }],
    ["unpaid", { collected: 200, remitted: 201 }],
    ["unpaid", { remitted: 300 }],
    ["paid", {}],
    ["paid", { collected: 299 }],
    ["paid", { collected: 300, refunded: 1 }],
    ["paid", { collected: 300, remitted: 301 }],
    ["partially_refunded", { refunded: 50 }],
    ["partially_refunded", { collected: 50 }],
    ["partially_refunded", { collected: 50, refunded: 50 }],
    ["partially_refunded", { collected: 300, refunded: -1 }],
    ["refunded", {}],
    ["refunded", { collected: 300, refunded: 299 }],
    ["refunded", { collected: 300, refunded: 301 }],
  ] satisfies [string, Given][]) {
    await expect(driver.exec(order("1", payment, given)), `${payment} ${JSON.stringify(given)}`).rejects.toThrow(/check constraint/);
  }
  await driver.close();
});
