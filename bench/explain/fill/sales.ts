/**
 * Statements that give every store in the temporary table `filled_stores` customers, carts, orders and what follows from
 * them. The sums, the stock and the histories agree with each other, as `test/support/invariants.ts` wants them.
 */

/** An id as the server makes them, version 7: its time first, so that ids of one time are close in an index. */
const ID_AT = `
  create function pg_temp.id_at(at timestamptz) returns uuid language sql volatile as $$
    select (left(hex, 8) || '-' || right(hex, 4) || '-7' || substr(gen_random_uuid()::text, 16))::uuid
    from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex) t
  $$
`;

const NUMBERED_VARIANTS = `
  create temp table numbered_variants as
  select v.site_id, row_number() over (partition by v.site_id order by p.slug, v.position) as number, v.id, v.product_id,
    v.price, v.title, v.option_values, v.sku, v.inventory_quantity, p.name, p.slug
  from filled_stores s
  join products p on p.site_id = s.site_id and p.slug like 'produit-%'
  join variants v on v.site_id = s.site_id and v.product_id = p.id
`;

const COUNT_VARIANTS = `
  update filled_stores s
  set variants = (select count(*) from numbered_variants v where v.site_id = s.site_id)
`;

const FIRST_NAMES =
  "array['Amina', 'Karim', 'Nadia', 'Yacine', 'Lynda', 'Sofiane', 'Meriem', 'Rachid', 'Zohra', 'Bilal', 'فاطمة', 'محمد', 'أمينة']";
const LAST_NAMES =
  "array['Benali', 'Hamidi', 'Boudiaf', 'Mansouri', 'Cherif', 'Saïdi', 'Ould Ali', 'Belkacem', 'بن علي', 'مرابط', 'Haddad']";
const nameOf = (number: string) =>
  `(${FIRST_NAMES})[1 + ${number} % 13] || ' ' || (${LAST_NAMES})[1 + ${number} / 13 % 11] || ' ' || ${number}`;

const CUSTOMERS = `
  insert into customers (
    site_id, id, email, folded_email, full_name, phone, password_hash, password_version, created_at, updated_at
  )
  select s.site_id, pg_temp.id_at(t.at), mail, mail, ${nameOf("i")}, '+213' || (550000000 + i), null, 1, t.at, t.at
  from filled_stores s, generate_series(1, s.customers) i,
    lateral (select now() - (s.customers - i) * interval '2 years' / s.customers as at) t,
    lateral (select 'client' || i || '@example.dz' as mail) m
`;

const ADDRESSES = `
  insert into addresses (
    site_id, customer_id, id, label, line1, city, state, country, phone, postal_code, is_default, created_at
  )
  select c.site_id, c.id, pg_temp.id_at(c.created_at), 'Maison', place || ' rue Didouche', 'Hydra', 'Alger', 'DZ', c.phone,
    '16035', place = 1, c.created_at
  from filled_stores s
  join customers c on c.site_id = s.site_id and c.folded_email like 'client%'
  cross join generate_series(1, 2) place
`;

/** The first is the newest, so that the first page of a search has one with many uses. */
const PROMOTIONS = `
  insert into promotions (
    site_id, id, code, folded_code, title, discount_type, discount_value, buy_quantity, get_quantity, target_type, target_ids,
    used_count, is_combinable, is_discoverable, is_active, created_at, updated_at
  )
  select s.site_id, gen_random_uuid(), 'CODE' || i, 'code' || i, 'Remise ' || i, 'fixed_amount', 10000, 0, 0, 'store', '{}',
    0, false, i = 1, true, now() - interval '1 year' - i * interval '1 hour', now()
  from filled_stores s, generate_series(1, s.settings) i
`;

/** One in two orders is of a customer, one in ten has a coupon, one in fifty is still pending; most are paid by their carrier. */
const NEW_ORDERS = `
  create temp table new_orders as
  select s.site_id, i as number, pg_temp.id_at(t.at) as id, gen_random_uuid() as cart_id, t.at, c.id as customer_id,
    (i * 7919) % s.customers + 1 as buyer, p.id as promotion_id, p.title as promotion, p.code,
    case
      when i > s.orders - s.orders / 50 - 1 then array['pending']
      when i % 20 = 0 then array['pending', 'confirmed']
      when i % 20 = 1 then array['pending', 'confirmed', 'shipped']
      when i % 20 in (2, 3) then array['pending', 'cancelled']
      when i % 20 in (4, 5) then array['pending', 'confirmed', 'shipped', 'delivered', 'returned']
      else array['pending', 'confirmed', 'shipped', 'delivered']
    end as path,
    i % 20 > 3 and i % 10 > 1 and i <= s.orders - s.orders / 50 - 1 as is_remitted
  from filled_stores s
  cross join generate_series(1, s.orders) i
  cross join lateral (select now() - (s.orders - i) * interval '2 years' / s.orders as at) t
  left join customers c
    on c.site_id = s.site_id and i % 2 = 0 and c.folded_email = 'client' || ((i * 7919) % s.customers + 1) || '@example.dz'
  left join promotions p on p.site_id = s.site_id and i % 10 = 0 and p.folded_code = 'code' || (1 + i % s.settings)
`;

/** One to five lines, three on average; some products sell much more than others. */
const NEW_ITEMS = `
  create temp table new_items as
  select distinct on (o.site_id, o.id, v.number) o.site_id, o.id as order_id, o.cart_id, o.at, o.number, o.path,
    pg_temp.id_at(o.at) as id, place, v.id as variant_id, v.product_id, v.name, v.slug, v.title, v.option_values, v.sku,
    v.price, 1 + (o.number + place) % 2 as quantity, case when place = 1 and o.promotion_id is not null then 10000 else 0 end as discount
  from new_orders o
  join filled_stores s on s.site_id = o.site_id
  cross join lateral generate_series(1, 1 + o.number % 5) place
  cross join lateral (select (o.number::bigint * 104729 + place * 7919) % s.variants as x) r
  join numbered_variants v on v.site_id = o.site_id and v.number = 1 + r.x * r.x / s.variants
  order by o.site_id, o.id, v.number, place
`;

const CARTS = `
  insert into carts (site_id, id, customer_id, status, created_at, updated_at, expires_at)
  select site_id, cart_id, customer_id, 'converted', at, at, at + interval '30 days'
  from new_orders
`;
const CART_ITEMS = `
  insert into cart_items (site_id, cart_id, id, variant_id, quantity, product_id, product_name, has_options)
  select site_id, cart_id, gen_random_uuid(), variant_id, quantity, product_id, name, option_values <> '{}'
  from new_items
`;

/** Carts that nobody ordered, one in ten of them expired. */
const OPEN_CARTS = `
  with opened as (
    insert into carts (site_id, id, status, created_at, updated_at, expires_at)
    select s.site_id, gen_random_uuid(), 'open', now(), now(), now() + (i % 10) * interval '1 day' - interval '1 hour'
    from filled_stores s, generate_series(1, s.orders / 5) i
    returning site_id, id
  )
  insert into cart_items (site_id, cart_id, id, variant_id, quantity, product_id, product_name, has_options)
  select o.site_id, o.id, gen_random_uuid(), v.id, 1, v.product_id, v.name, v.option_values <> '{}'
  from opened o
  join numbered_variants v on v.site_id = o.site_id and v.number <= 2
`;

const ORDERS = `
  insert into orders (
    site_id, id, order_number, cart_id, customer_id, status, payment_status, payment_method, currency, subtotal, discount,
    shipping_cost, total, items_count, coupon_code, applied_discounts, customer_name, customer_phone, customer_email,
    customer_wilaya, wilaya_code, customer_commune, delivery_method, created_at, updated_at, entries, carrier, tracking_number,
    collected_amount, remitted_amount, remitted_at, reason
  )
  select o.site_id, o.id, 'N-' || o.number, o.cart_id, o.customer_id, o.path[array_length(o.path, 1)],
    case when 'delivered' = any(o.path) then 'paid' else 'unpaid' end, 'cod', 'DZD', i.subtotal, i.discount, 60000,
    i.subtotal - i.discount + 60000, i.units, o.code,
    case when o.promotion_id is null then '[]' else jsonb_build_array(jsonb_build_object(
      'id', o.promotion_id, 'code', o.code, 'title', o.promotion, 'promotion_type', 'coupon', 'discount_type', 'fixed_amount',
      'discount_value', 10000, 'discount_amount', 10000, 'target_type', 'store', 'target_ids', '[]'::jsonb, 'message', ''
    )) end,
    ${nameOf("o.buyer")}, '+213' || (550000000 + o.buyer),
    case when o.buyer % 3 = 0 then 'client' || o.buyer || '@example.dz' end, 'Oran', (1 + o.number % 58)::text, 'Es Senia',
    case when o.number % 3 = 0 then 'desk' else 'home' end, o.at, o.at, array_length(o.path, 1),
    case when 'shipped' = any(o.path) then (array['Yalidine', 'ZR Express', 'Maystro'])[1 + o.number % 3] end,
    case when 'shipped' = any(o.path) then 'TRK-' || o.number end,
    case when 'delivered' = any(o.path) then i.subtotal - i.discount + 60000 end,
    case when o.is_remitted then i.subtotal - i.discount + 60000 end, case when o.is_remitted then o.at end,
    case when o.path && array['cancelled', 'returned'] then (array['refused', 'unreachable', 'late'])[1 + o.number % 3] end
  from new_orders o
  join (
    select site_id, order_id, sum(price * quantity) as subtotal, sum(discount) as discount, sum(quantity) as units
    from new_items
    group by site_id, order_id
  ) i on i.site_id = o.site_id and i.order_id = o.id
`;
const ORDER_ITEMS = `
  insert into order_items (
    site_id, order_id, id, position, product_id, variant_id, product_name, product_slug, variant_title, variant_options, sku,
    price, quantity, subtotal, discount
  )
  select site_id, order_id, id, place, product_id, variant_id, name, slug, title,
    (select coalesce(jsonb_agg(jsonb_build_array(key, value)), '[]') from jsonb_each_text(option_values)), sku, price, quantity,
    price * quantity, discount
  from new_items
`;
const ORDER_HISTORY = `
  insert into order_history (site_id, order_id, id, status, payment_status, actor, created_at, sequence)
  select o.site_id, o.id, pg_temp.id_at(o.at + step * interval '1 hour'), status, 'unpaid', 'fill',
    o.at + step * interval '1 hour', step
  from new_orders o, unnest(o.path) with ordinality as steps (status, step)
`;
const ORDER_NOTES = `
  with noted as (
    update orders o
    set entries = o.entries + 1, is_called = true
    from new_orders n
    where o.site_id = n.site_id and o.id = n.id and n.number % 3 = 0
    returning o.site_id, o.id, o.entries, o.created_at
  )
  insert into order_notes (site_id, order_id, id, outcome, text, actor, created_at, sequence)
  select site_id, id, pg_temp.id_at(created_at), 'no_answer', 'Rappeler demain', 'fill', created_at, entries
  from noted
`;
const PROMOTION_USES = `
  insert into promotion_uses (site_id, promotion_id, order_id, amount, created_at)
  select site_id, promotion_id, id, 10000, at
  from new_orders
  where promotion_id is not null
`;

const SALES = `
  insert into stock_movements (site_id, id, variant_id, quantity, reason, order_id, order_item_id, created_at)
  select site_id, pg_temp.id_at(at), variant_id, -quantity, 'sale', order_id, id, at
  from new_items
`;
const RETURNS = `
  insert into stock_movements (site_id, id, variant_id, quantity, reason, order_id, order_item_id, created_at)
  select site_id, pg_temp.id_at(at + interval '2 days'), variant_id, quantity,
    case when 'cancelled' = any(path) then 'cancellation' else 'return' end, order_id, id, at + interval '2 days'
  from new_items
  where path && array['cancelled', 'returned']
`;
const OPENING_STOCK = `
  insert into stock_movements (site_id, id, variant_id, quantity, reason, created_at)
  select v.site_id, (left(t.first::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, v.id, v.inventory_quantity + coalesce(i.sold, 0), 'opening',
    now() - interval '3 years'
  from (select pg_temp.id_at(now() - interval '3 years') as first) t
  cross join numbered_variants v
  left join (
    select site_id, variant_id, sum(quantity) filter (where not path && array['cancelled', 'returned']) as sold
    from new_items
    group by site_id, variant_id
  ) i on i.site_id = v.site_id and i.variant_id = v.id
`;
const PRODUCT_SALES = `
  insert into product_sales (site_id, product_id, units)
  select site_id, product_id, sum(quantity)
  from new_items
  where not path && array['cancelled', 'returned']
  group by site_id, product_id
`;

/** In the order in which they must run. */
export const SALES_STATEMENTS: string[] = [
  ID_AT,
  NUMBERED_VARIANTS,
  "analyze numbered_variants",
  COUNT_VARIANTS,
  CUSTOMERS,
  "analyze customers",
  ADDRESSES,
  PROMOTIONS,
  "analyze promotions",
  NEW_ORDERS,
  NEW_ITEMS,
  "analyze new_orders",
  "analyze new_items",
  CARTS,
  CART_ITEMS,
  OPEN_CARTS,
  ORDERS,
  ORDER_ITEMS,
  ORDER_HISTORY,
  "analyze orders",
  ORDER_NOTES,
  PROMOTION_USES,
  SALES,
  RETURNS,
  OPENING_STOCK,
  PRODUCT_SALES,
];
