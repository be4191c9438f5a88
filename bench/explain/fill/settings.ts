/** Statements for the small stores, and for what the stores in the temporary table `filled_stores` have beside sales. */

/** Small stores, each with copies of the first products of the store `template`. */
export const smallStores = (template: string, count: number, products: number): string[] => [
  `
    insert into sites (
      id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at
    )
    select gen_random_uuid(), 'small-' || i, 'Petite boutique ' || i, 'DZD', 'fr', 'DZ', '{home,desk}', now(), now()
    from generate_series(1, ${count}) i
  `,
  `
    insert into categories (site_id, id, slug, name, folded_name, position, is_active, updated_at)
    select id, gen_random_uuid(), 'rayon-' || i, 'Rayon ' || i, 'rayon ' || i, i, true, now()
    from sites, generate_series(1, 12) i
    where slug like 'small-%'
  `,
  `
    create temp table copied_products as
    select s.id as new_site_id, gen_random_uuid() as new_id,
      (select c.id from categories c where c.site_id = s.id and c.slug = 'rayon-1') as new_category_id, p.*
    from sites s
    cross join (
      select * from products where site_id = '${template}' and slug like 'produit-%' order by length(slug), slug limit ${products}
    ) p
    where s.slug like 'small-%'
  `,
  `
    insert into products (
      site_id, id, slug, name, description, status, category_id, vendor, product_type, tags, options, images, is_physical,
      charge_tax, excerpt, sort_name, min_price, max_price, search, option_pairs, created_at, updated_at
    )
    select new_site_id, new_id, slug, name, description, status, new_category_id, vendor, product_type, tags, options, images,
      is_physical, charge_tax, excerpt, sort_name, min_price, max_price, search, option_pairs, created_at, updated_at
    from copied_products
  `,
  `
    insert into variants (
      site_id, id, product_id, position, title, option_values, sku, price, inventory_quantity, track_quantity,
      continue_selling_when_out_of_stock, weight, weight_unit
    )
    select c.new_site_id, gen_random_uuid(), c.new_id, v.position, v.title, v.option_values, v.sku, v.price,
      v.inventory_quantity, v.track_quantity, v.continue_selling_when_out_of_stock, v.weight, v.weight_unit
    from copied_products c
    join variants v on v.site_id = c.site_id and v.product_id = c.id
  `,
  `
    insert into search_words (site_id, length, word)
    select distinct c.new_site_id, char_length(w), w
    from copied_products c, unnest(tsvector_to_array(c.search)) as w
    where char_length(w) > 3
  `,
];

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

const KEYS = `
  insert into api_keys (site_id, id, kind, name, prefix, hash, scopes, created_at)
  select s.site_id, gen_random_uuid(), 'secret', 'Key ' || i, 'sk_' || left(md5(random()::text), 8),
    sha256(gen_random_uuid()::text::bytea), '{read}', now() - i * interval '1 day'
  from filled_stores s, generate_series(1, s.settings) i
`;

const IDEMPOTENCY_KEYS = `
  insert into idempotency_keys (site_id, route, key, body_hash, response, created_at)
  select s.site_id, 'POST /orders', 'key-' || i, sha256(i::text::bytea), '{}', now() - (i % 20) * interval '1 hour'
  from filled_stores s, generate_series(1, s.orders / 5 + 12) i
`;

const AUDIT_LOG = `
  insert into audit_log (site_id, id, key_id, key_name, tool, entity, entity_id, label, before, after, created_at)
  select s.site_id, pg_temp.id_at(t.at), k.id, k.name,
    (array['orders_confirm', 'orders_ship', 'products_update', 'inventory_adjust', 'prices_bulk_update'])[1 + i % 5],
    case when i % 5 < 2 then 'order' else 'product' end, md5((i / 4)::text)::uuid::text,
    case when i % 5 < 2 then 'N-' || i % s.orders else 'produit-' || i % s.products end,
    '{"price":2500}', '{"price":2600}', t.at
  from filled_stores s
  join api_keys k on k.site_id = s.site_id and k.name = 'Key 1'
  cross join generate_series(1, s.audit_rows) i
  cross join lateral (select now() - (s.audit_rows - i) * interval '2 years' / s.audit_rows as at) t
`;

/** In the order in which they must run, after the products. */
export const SETTINGS_STATEMENTS: string[] = [
  COLLECTIONS,
  "analyze collections",
  COLLECTION_PRODUCTS,
  ARTICLES,
  MENUS,
  SHIPPING_RATES,
  KEYS,
  IDEMPOTENCY_KEYS,
  "analyze api_keys",
  AUDIT_LOG,
];
