/** Statements for what the stores in the temporary table `filled_stores` have beside sales. */

const COLLECTIONS = `
  insert into collections (site_id, id, slug, title, is_active, sort_order, position, created_at, updated_at)
  select s.site_id, gen_random_uuid(), 'collection-' || i, 'Collection ' || i, true,
    case i when 2 then 'best_selling' when 8 then 'price_asc' else 'manual' end, i, now(), now()
  from filled_stores s, generate_series(1, s.collections) i
`;

/** Two contain every product, the next ones contain equal parts of the products, the rest none. */
const COLLECTION_PRODUCTS = `
  insert into collection_products (site_id, collection_id, product_id, position)
  select s.site_id, c.id, p.id, abs(hashtext(p.slug))
  from filled_stores s
  join collections c on c.site_id = s.site_id and c.slug in ('collection-1', 'collection-2')
  join products p on p.site_id = s.site_id and p.slug like 'produit-%'
  union all
  select s.site_id, c.id, p.id, abs(hashtext(p.slug))
  from filled_stores s
  join products p on p.site_id = s.site_id and p.slug like 'produit-%'
  join collections c on c.site_id = s.site_id and c.slug = 'collection-' || (3 + abs(hashtext(p.slug)) % (least(s.collections, 30) - 2))
`;

const ARTICLES = `
  insert into articles (site_id, id, kind, slug, title, body, is_published, published_at, created_at, updated_at)
  select s.site_id, gen_random_uuid(), kind, 'article-' || i, 'Article ' || i, repeat('mot ', 300), true,
    now() - i * interval '1 hour', now(), now()
  from filled_stores s, generate_series(1, s.articles) i, unnest(array['page', 'post']) kind
`;

const MENUS = `
  insert into menus (site_id, id, handle, title, items, updated_at)
  select s.site_id, gen_random_uuid(), 'menu-' || i, 'Menu ' || i, '[]', now()
  from filled_stores s, generate_series(1, s.settings) i
`;

/** Stores that have rates already keep them. */
const SHIPPING_RATES = `
  insert into shipping_rates (site_id, region, method, price)
  select s.site_id, i::text, 'home', 40000 + i * 100
  from filled_stores s, generate_series(1, 58) i
  on conflict do nothing
`;

const CARRIERS = `
  insert into carriers (site_id, id, name, folded_name, tracking_url, methods, is_active, created_at, updated_at)
  select s.site_id, gen_random_uuid(), name, lower(name), 'https://suivi.example/{tracking_number}', '{home,desk}', true,
    now(), now()
  from filled_stores s, unnest(array['Rapide Express', 'Sud Colis', 'Atlas Livraison', 'Nord Express']) name
  on conflict do nothing
`;

const BLOCKED_PHONES = `
  insert into blocked_phones (site_id, id, phone_key, phone, created_at)
  select s.site_id, gen_random_uuid(), '21355' || (1000000 + i), '+21355' || (1000000 + i), now() - i * interval '1 hour'
  from filled_stores s, generate_series(1, s.settings) i
`;

const KEYS = `
  insert into api_keys (site_id, id, kind, name, prefix, hash, scopes, created_at)
  select s.site_id, gen_random_uuid(), 'secret', 'Key ' || i, 'sk_' || left(md5(random()::text), 8),
    sha256(gen_random_uuid()::text::bytea), '{orders:read,reports:read}', now() - i * interval '1 day'
  from filled_stores s, generate_series(1, s.settings) i
`;

const IDEMPOTENCY_KEYS = `
  insert into idempotency_keys (site_id, route, key, body_hash, response, created_at)
  select s.site_id, 'POST /orders', 'key-' || i, sha256(i::text::bytea), '{}', now() - (i % 20) * interval '1 hour'
  from filled_stores s, generate_series(1, s.orders / 5 + 12) i
`;

const OPERATIONS = "array['orders_confirm', 'orders_ship', 'products_save', 'inventory_adjust', 'prices_bulk_update']";

/** Each has one entry and two rows before and after. */
const AUDIT_CALLS = `
  insert into audit_calls (site_id, id, actor_id, actor, operation, area, scopes, summary, created_at)
  select s.site_id, md5(s.site_id || ' ' || i)::uuid, k.id, 'key ' || k.name, (${OPERATIONS})[1 + i % 5], 'catalog',
    '{catalog:write}', 'changed the product produit-' || i % s.products, t.at
  from filled_stores s
  join api_keys k on k.site_id = s.site_id and k.name = 'Key 1'
  cross join generate_series(1, s.audit_rows) i
  cross join lateral (select now() - (s.audit_rows - i) * interval '2 years' / s.audit_rows as at) t
`;

/** Of orders and products, and each tenth of a variant. */
const AUDIT_LOG = `
  insert into audit_log (
    site_id, id, change_id, actor_id, actor, tool, entity, entity_id, label, before, after, created_at
  )
  select s.site_id, pg_temp.id_at(c.created_at), c.id, c.actor_id, c.actor, c.operation, t.entity,
    md5((i / 4)::text)::uuid::text,
    case t.entity when 'order' then 'N-' || i % s.orders else 'produit-' || i % s.products end
      || case t.entity when 'variant' then ' REF-' || i % s.products || '-1' else '' end,
    '{"price":2500}', '{"price":2600}', c.created_at
  from filled_stores s
  cross join generate_series(1, s.audit_rows) i
  join audit_calls c on c.site_id = s.site_id and c.id = md5(s.site_id || ' ' || i)::uuid
  cross join lateral (
    select case when i % 5 < 2 then 'order' when i % 10 = 3 then 'variant' else 'product' end as entity
  ) t
`;

const ROW_IMAGES = `
  insert into row_images (site_id, change_id, position, table_name, row_key, subject_id, before, after, created_at)
  select c.site_id, c.id, position, case when o.id is null then 'products' else 'orders' end, a.entity_id, o.id,
    '{"price":250000}', '{"price":260000}', c.created_at
  from filled_stores s
  join audit_calls c on c.site_id = s.site_id
  join audit_log a on a.site_id = c.site_id and a.change_id = c.id
  left join orders o on o.site_id = a.site_id and a.entity = 'order' and o.order_number = a.label
  cross join generate_series(0, 1) position
`;

/** Of orders and products; keys change seldom. */
const EVENTS = `
  insert into events (
    site_id, number, thing_number, id, written_at, type, thing, thing_id, actor, fields, data, data_at
  )
  select s.site_id, i, 1, md5(s.site_id || ' event ' || i)::uuid, t.at,
    case when i % 1000 = 0 then 'keys.changed' when i % 2 = 0 then 'orders.changed' else 'products.changed' end,
    case when i % 1000 = 0 then 'api_key' when i % 2 = 0 then 'order' else 'product' end,
    md5(i::text)::uuid::text, 'key Key 1', '{total}', '{"total": 2500}', t.at
  from filled_stores s
  cross join generate_series(1, s.audit_rows) i
  cross join lateral (select now() - (s.audit_rows - i) * interval '30 days' / s.audit_rows as at) t
`;

const EVENT_COUNTERS = `
  insert into event_counters (site_id, thing, thing_id, last_number)
  select s.site_id, '', '', s.audit_rows
  from filled_stores s
  union all
  select e.site_id, e.thing, e.thing_id, e.thing_number
  from events e
`;

/** Seen to be named for longer than a use looks ahead. */
const FILES = `
  insert into files (site_id, id, hash, kind, name, bytes, width, height, placeholder, named_at, created_at)
  select s.site_id, gen_random_uuid(), encode(sha256((s.site_id || ' ' || i)::bytea), 'hex'), 'jpg', 'photo-' || i || '.jpg',
    20000, 1600, 1200, 'data:image/webp;base64,' || repeat('A', 120), now() + interval '1 year', now() - (s.files - i) * interval '2 years' / s.files
  from filled_stores s, generate_series(1, s.files) i
`;

/** In the order in which they must run, after the products. */
export const SETTINGS_STATEMENTS: string[] = [
  COLLECTIONS,
  "analyze collections",
  COLLECTION_PRODUCTS,
  ARTICLES,
  MENUS,
  SHIPPING_RATES,
  CARRIERS,
  BLOCKED_PHONES,
  KEYS,
  IDEMPOTENCY_KEYS,
  "analyze api_keys",
  AUDIT_CALLS,
  "analyze audit_calls",
  AUDIT_LOG,
  "analyze audit_log",
  ROW_IMAGES,
  EVENTS,
  "analyze events",
  EVENT_COUNTERS,
  "analyze event_counters",
  FILES,
];
