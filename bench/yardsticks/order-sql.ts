// The smallest SQL that makes a cart with two lines and orders it, with `pg` and without HTTP: one statement each.
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { ROLES } from "../../src/db/roles.ts";
import { newOrderNumber } from "../../src/orders/placing/order-number.ts";
import { answerCalls } from "../harness/child.ts";
import { buyer } from "../recording/buyer.ts";
import { repeat } from "./loop.ts";
import { openPool } from "./pools.ts";

const CREATE_CART = `
  insert into carts (site_id, id, status, created_at, updated_at, expires_at)
  values ($1, $2, 'open', now(), now(), now() + interval '30 days')
`;

/** The line is added only when the stock suffices. */
const ADD_ITEM = `
  insert into cart_items (site_id, cart_id, id, variant_id, quantity, product_id, product_name, has_options)
  select c.site_id, c.id, $4, v.id, 1, p.id, p.name, p.options <> '[]'
  from carts c
  join products p on p.site_id = c.site_id and p.id = $3
  join variants v on v.site_id = p.site_id and v.product_id = p.id and v.inventory_quantity >= 1
  where c.site_id = $1 and c.id = $2 and c.status = 'open'
  on conflict (site_id, cart_id, variant_id) do update set quantity = cart_items.quantity + 1
  returning id
`;

/**
 * Closes the cart, locks its variants in the order of their ids, and writes the order, its lines, its history, the stock,
 * the ledger and the sales. The constraint `stock_is_not_oversold` refuses the statement when the stock does not suffice.
 */
const PLACE_ORDER = `
  with cart as (
    update carts set status = 'converted', updated_at = now()
    where site_id = $1 and id = $2 and status = 'open'
    returning site_id, id
  ),
  lines as materialized (
    select i.site_id, i.id, i.quantity, v.id as variant_id, v.title, v.sku, v.price, v.compare_at_price,
      p.id as product_id, p.name, p.slug, p.images->0->>'url' as image
    from cart
    join cart_items i on i.site_id = cart.site_id and i.cart_id = cart.id
    join variants v on v.site_id = i.site_id and v.id = i.variant_id
    join products p on p.site_id = v.site_id and p.id = v.product_id and p.status = 'active'
    order by v.id
    for no key update of v
  ),
  sums as (
    select site_id, sum(price * quantity)::bigint as subtotal, sum(quantity)::integer as units
    from lines
    group by site_id
  ),
  placed as (
    insert into orders (
      site_id, id, order_number, cart_id, status, payment_status, payment_method, currency, subtotal, discount,
      shipping_cost, total, items_count, applied_discounts, customer_name, customer_phone, customer_wilaya,
      wilaya_code, delivery_method, shipping_address, entries, created_at, updated_at
    )
    select s.site_id, $3, $4, $2, 'pending', 'unpaid', 'cod', 'DZD', s.subtotal, 0, r.price, s.subtotal + r.price,
      s.units, '[]', $5, $6, $7, $7, 'home', $8, 1, now(), now()
    from sums s
    join shipping_rates r on r.site_id = s.site_id and r.region = '*' and r.method = 'home'
    returning site_id, id
  ),
  items as (
    insert into order_items (
      site_id, order_id, id, position, product_id, variant_id, product_name, product_slug, product_image,
      variant_title, variant_options, sku, price, compare_at_price, quantity, subtotal, discount
    )
    select l.site_id, placed.id, l.id, row_number() over (order by l.id), l.product_id, l.variant_id, l.name, l.slug,
      l.image, l.title, '[]', l.sku, l.price, l.compare_at_price, l.quantity, l.price * l.quantity, 0
    from lines l, placed
  ),
  history as (
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, created_at)
    select site_id, id, gen_random_uuid(), 1, 'pending', 'unpaid', 'shopper', now()
    from placed
  ),
  stock as (
    update variants v set inventory_quantity = v.inventory_quantity - l.quantity
    from lines l
    where v.site_id = l.site_id and v.id = l.variant_id
  ),
  movements as (
    insert into stock_movements (site_id, id, variant_id, quantity, reason, order_id, order_item_id, created_at)
    select l.site_id, gen_random_uuid(), l.variant_id, -l.quantity, 'sale', placed.id, l.id, now()
    from lines l, placed
  ),
  sales as (
    insert into product_sales (site_id, product_id, units)
    select site_id, product_id, sum(quantity)
    from lines
    group by site_id, product_id
    order by product_id
    on conflict (site_id, product_id) do update set units = product_sales.units + excluded.units
  )
  select id from placed
`;

interface Prepared {
  databaseUrl: string;
  siteId: string;
  products: string[];
}

let checkout = async (_n: number): Promise<void> => {};

answerCalls({
  /** Places one order. */
  prepare: async ({ databaseUrl, siteId, products }: Prepared) => {
    const pool = openPool(databaseUrl, `-c role=${ROLES.writes} -c hanout.site_id=${siteId}`);
    checkout = (n) =>
      checkOut(pool, siteId, [products[(2 * n) % products.length], products[(2 * n + 1) % products.length]]);
    await checkout(0);
  },
  measure: (seconds: number) => repeat(seconds, (n) => checkout(n)),
});

async function checkOut(pool: pg.Pool, siteId: string, products: (string | undefined)[]): Promise<void> {
  const cartId = randomUUID();
  await pool.query({ name: "cart", text: CREATE_CART, values: [siteId, cartId] });
  for (const product of products) {
    requireRow(await pool.query({ name: "add", text: ADD_ITEM, values: [siteId, cartId, product, randomUUID()] }));
  }
  const { customer_name, customer_phone, customer_wilaya, shipping_address } = buyer(cartId);
  const number = newOrderNumber(new Date().toISOString());
  const given = [customer_name, customer_phone, customer_wilaya, JSON.stringify(shipping_address)];
  requireRow(
    await pool.query({ name: "order", text: PLACE_ORDER, values: [siteId, cartId, randomUUID(), number, ...given] }),
  );
}

function requireRow({ rows }: pg.QueryResult): void {
  if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one`);
}
