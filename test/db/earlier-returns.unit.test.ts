import { expect, test } from "vitest";
import { migrateOld } from "../support/migrate-old.ts";

const SITE = "'019aa2c0-0000-7000-8000-000000000001'";

/** Orders of a release before 0028: with the status, and whether their line of 3 units was put back into stock. */
const order = (n: number, status: string, payment: string, { collected = "null", isRestocked = true } = {}) => `
  insert into orders (site_id, id, order_number, status, payment_status, payment_method, currency, subtotal, discount,
    shipping_cost, total, collected_amount, items_count, entries, applied_discounts, customer_name, customer_phone,
    delivery_method, created_at, updated_at)
  values (${SITE}, '019aa2c0-0000-7000-8000-00000000000${n}', 'ORD-${n}', '${status}', '${payment}', 'cod', 'DZD', 300, 30,
    50, 320, ${collected}, 3, 3, '[]', 'Karim', '0550', 'home', '2026-01-01', '2026-01-02');
  insert into order_items (site_id, order_id, id, position, product_id, variant_id, product_name, product_slug,
    variant_title, variant_options, price, quantity, subtotal, discount)
  select site_id, id, id, 1, id, id, 'P', 'p', 'Default', '{}', 100, 3, 300, 30
  from orders where order_number = 'ORD-${n}';
  insert into order_history (site_id, order_id, id, status, payment_status, actor, created_at, sequence)
  select o.site_id, o.id, gen_random_uuid(), h.status, h.payment, h.actor, h.at, h.sequence
  from orders o, (values ('pending', 'unpaid', 'shopper', '2026-01-01'::timestamptz, 1),
    ('${status}', 'paid', 'key Amine', '2026-01-02', 2), ('${status}', '${payment}', 'key Lina', '2026-01-03', 3)
  ) as h (status, payment, actor, at, sequence)
  where o.order_number = 'ORD-${n}';
  insert into stock_movements (site_id, id, variant_id, quantity, reason, order_id, order_item_id, created_at)
  select site_id, gen_random_uuid(), id, case reason when 'sale' then -3 else 3 end, reason, id, id, now()
  from orders, unnest(array['sale' ${isRestocked ? ", 'return'" : ""}]) reason
  where order_number = 'ORD-${n}';
`;

const ORDERS = [
  `insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
   values (${SITE}, 'old', 'Old', 'DZD', 'fr', 'DZ', '{home}', now(), now());`,
  order(1, "returned", "unpaid"),
  order(2, "returned", "refunded", { isRestocked: false }),
  order(3, "delivered", "refunded", { collected: "310", isRestocked: false }),
  order(4, "delivered", "paid", { isRestocked: false }),
].join("");

test("orders that earlier releases took back or refunded get their returns and amounts", async () => {
  const driver = await migrateOld(ORDERS, "0028");

  const orders = await driver.query(
    `select o.order_number, i.returned_quantity, o.returned_count, o.returned_subtotal::integer, o.returned_amount::integer,
       o.refunded_amount::integer, r.reason, r.actor, r.created_at::date::text as day, l.quantity, l.is_restocked
     from orders o
     join order_items i on i.site_id = o.site_id and i.order_id = o.id
     left join order_returns r on r.site_id = o.site_id and r.order_id = o.id
     left join order_return_items l on l.site_id = o.site_id and l.return_id = r.id and l.order_item_id = i.id
     order by o.order_number`,
    [],
  );

  const all = { returned_quantity: 3, returned_count: 3, returned_subtotal: 300, returned_amount: 270 };
  const none = { returned_quantity: 0, returned_count: 0, returned_subtotal: 0, returned_amount: 0 };
  const back = { reason: "other", actor: "key Amine", day: "2026-01-02", quantity: 3 };
  const kept = { reason: null, actor: null, day: null, quantity: null, is_restocked: null };
  expect(orders).toEqual([
    { order_number: "ORD-1", ...all, refunded_amount: 0, ...back, is_restocked: true },
    { order_number: "ORD-2", ...all, refunded_amount: 320, ...back, is_restocked: false },
    { order_number: "ORD-3", ...none, refunded_amount: 310, ...kept },
    { order_number: "ORD-4", ...none, refunded_amount: 0, ...kept },
  ]);
  await driver.close();
});
