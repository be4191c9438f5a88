-- The schema after all migrations, as the database's own catalogue describes it. `npm run docs` writes this file, and a
-- test compares it with the database. It is for reading; the files in migrations/ make the schema and say why.

create extension btree_gin;
create extension fuzzystrmatch;
create role hanout_app nologin;
create role hanout_reader nologin;
grant usage on schema public to hanout_app;
grant usage on schema public to hanout_reader;

create function audit_names(entity text, entity_id text, label text) returns text[]
  language sql
  immutable parallel safe
return array[entity_id, lower(label), case when (entity = 'variant') then lower(substr(label, (strpos(label, ' ') + 1))) else null::text end];

create function audit_skus(before json) returns text[]
  language sql
  immutable parallel safe
return array(select lower((variant.value ->> 'sku')) as lower
    from json_array_elements((audit_skus.before -> 'variants')) variant(value)
    where (octet_length((variant.value ->> 'sku')) <= 2400));

create function current_site() returns uuid
  language sql
  stable parallel safe
return (nullif(current_setting('hanout.site_id', true), ''))::uuid;

create function distribute_table(new_table regclass) returns void
  language plpgsql
as $$
declare
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select to_regclass(''public.products'') = any(array(select logicalrelid from pg_dist_partition))' into is_distributed;
  end if;
  if is_distributed then
    execute $sql$ select create_distributed_table($1, 'site_id', colocate_with => 'public.products') $sql$ using new_table;
  end if;
end
$$;
revoke execute on function distribute_table(regclass) from public;

create function email_key_of(email text) returns text
  language sql
  immutable parallel safe
return nullif(lower(normalize(btrim(email), nfd)), '');

create function filter_keys(option_pairs text[], tags text[], vendor text) returns text[]
  language sql
  immutable parallel safe
return array(select distinct keys.key
    from (select lower(pair.pair) as lower
    from unnest(filter_keys.option_pairs) pair(pair)
    union all select ('tag ' || lower(tag.tag))
    from unnest(filter_keys.tags) tag(tag)
    union all select ('vendor ' || lower(filter_keys.vendor))) keys(key)
    where (octet_length(keys.key) <= 2400));

create function folded_text(text text) returns text
  language sql
  immutable parallel safe
return translate(replace(replace(replace(replace(replace(regexp_replace(lower(normalize(text, nfkd)), '[\u0300-\u036f\u0640\u00ad\u061c\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'), 'ٱةىیکگڤپøØłŁđĐı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اهييككفبoollddi01234567890123456789');

create function parts_of_words(words text[], shortest integer) returns text[]
  language sql
  immutable parallel safe
return array(select distinct substr(word.word, least(first.first, greatest((length(word.word) - 2), 1)), 3) as substr
    from unnest(parts_of_words.words) word(word), lateral generate_series(1, length(word.word), 3) first(first)
    where (length(word.word) >= parts_of_words.shortest));

create function phone_key_of(phone text) returns text
  language sql
  immutable parallel safe
return nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '');

create function text_parts(text text, shortest integer) returns text[]
  language sql
  immutable parallel safe cost 5000
return array(select substr(text_parts.text, first.first, size.size) as substr
    from generate_series(1, ((length(text_parts.text) - text_parts.shortest) + 1)) first(first), generate_series(text_parts.shortest, 3) size(size));

create table sites (
  id                    uuid         not null,
  slug                  text         not null,
  name                  text         not null,
  description           text,
  logo_url              text,
  custom_domain         text,
  contact_info          jsonb,
  social_links          jsonb,
  theme_settings        jsonb,
  settings              jsonb,
  primary_color         text,
  currency              text         not null,
  locale                text         not null,
  country               text         not null,
  shipping_methods      text[]       not null,
  created_at            timestamptz  not null,
  updated_at            timestamptz  not null,
  time_zone             text,
  cash_rounding         bigint       not null default 0,
  blocked_phone_policy  text         not null default 'mark',
  constraint sites_pkey primary key (id),
  constraint sites_slug_key unique (slug),
  constraint sites_blocked_phone_policy_check check (blocked_phone_policy = any (array['mark', 'refuse'])),
  constraint sites_cash_rounding_check check (cash_rounding >= 0),
  constraint sites_country_check check (country ~ '^[A-Z]{2}$'),
  constraint sites_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint sites_name_check check (name <> ''),
  constraint sites_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint sites_time_zone_check check (time_zone <> '')
);
alter table sites enable row level security;
create policy for_shoppers on sites for select to hanout_reader using (true);
create policy of_the_store on sites to hanout_app using (id = current_site());
grant delete, insert, select, update on sites to hanout_app;
grant select on sites to hanout_reader;

create table customers (
  site_id           uuid         not null,
  id                uuid         not null,
  email             text         not null,
  folded_email      text         not null,
  full_name         text         not null,
  phone             text,
  password_hash     text,
  password_version  integer      not null,
  created_at        timestamptz  not null,
  updated_at        timestamptz  not null,
  phone_key         text         generated always as (phone_key_of(phone)) stored,
  email_key         text         generated always as (email_key_of(email)) stored,
  folded_name       text         generated always as (folded_text(full_name)) stored,
  constraint customers_pkey primary key (site_id, id),
  constraint customers_site_id_folded_email_key unique (site_id, folded_email),
  constraint customers_site_id_fkey foreign key (site_id) references sites(id),
  constraint customers_full_name_check check (full_name <> '')
);
create index customers_by_created_at on customers (site_id, created_at, id);
create index customers_by_email_key on customers (site_id, email_key) where email_key is not null;
create index customers_by_phone_key on customers (site_id, phone_key) where phone_key is not null;
create index customers_by_text on customers using gin (site_id, text_parts(folded_name, 2) collate "C", text_parts(folded_email, 2) collate "C", text_parts(phone_key, 3) collate "C") with (gin_pending_list_limit='1024');
alter table customers enable row level security;
create policy of_the_store on customers to hanout_app using (site_id = current_site());
grant delete, insert, select, update on customers to hanout_app;

create table addresses (
  site_id      uuid         not null,
  customer_id  uuid         not null,
  id           uuid         not null,
  label        text,
  line1        text         not null,
  line2        text,
  city         text         not null,
  state        text         not null,
  country      text         not null,
  postal_code  text         not null,
  phone        text         not null,
  is_default   boolean      not null,
  created_at   timestamptz  not null,
  constraint addresses_pkey primary key (site_id, customer_id, id),
  constraint addresses_site_id_customer_id_fkey foreign key (site_id, customer_id) references customers(site_id, id) on delete cascade
);
create unique index one_default_address on addresses (site_id, customer_id) where is_default;
alter table addresses enable row level security;
create policy of_the_store on addresses to hanout_app using (site_id = current_site());
grant delete, insert, select, update on addresses to hanout_app;

create table api_keys (
  site_id       uuid         not null,
  id            uuid         not null,
  kind          text         not null,
  name          text         not null,
  prefix        text         not null,
  hash          bytea        not null,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  last_used_at  timestamptz,
  created_at    timestamptz  not null,
  scopes        text[]       not null,
  constraint api_keys_pkey primary key (site_id, id),
  constraint api_keys_hash_key unique (hash),
  constraint api_keys_site_id_fkey foreign key (site_id) references sites(id),
  constraint api_keys_check check (kind = 'secret' or scopes = '{}'::text[]),
  constraint api_keys_kind_check check (kind = any (array['secret', 'publishable'])),
  constraint api_keys_scopes_check check (scopes <@ array['catalog:read', 'catalog:write', 'orders:read', 'orders:write', 'customers:read', 'customers:write', 'reports:read', 'content:read', 'content:write', 'settings:read', 'settings:write', 'keys:read', 'keys:write', 'read', 'catalog', 'orders', 'content', 'settings', 'keys'])
);
alter table api_keys enable row level security;
create policy of_the_store on api_keys to hanout_app using (site_id = current_site());
grant delete, insert, select, update on api_keys to hanout_app;

create table api_key_uses (
  site_id       uuid         not null,
  key_id        uuid         not null,
  last_used_at  timestamptz  not null,
  constraint api_key_uses_pkey primary key (site_id, key_id),
  constraint api_key_uses_site_id_key_id_fkey foreign key (site_id, key_id) references api_keys(site_id, id)
);
alter table api_key_uses enable row level security;
create policy of_the_store on api_key_uses to hanout_app using (site_id = current_site());
grant delete, insert, select, update on api_key_uses to hanout_app;

create table articles (
  site_id          uuid         not null,
  id               uuid         not null,
  kind             text         not null,
  slug             text         not null,
  title            text         not null,
  type             text,
  description      text,
  body             text,
  content          jsonb,
  featured_image   text,
  is_published     boolean      not null,
  published_at     timestamptz,
  seo_title        text,
  seo_description  text,
  created_at       timestamptz  not null,
  updated_at       timestamptz  not null,
  constraint articles_pkey primary key (site_id, id),
  constraint articles_site_id_kind_slug_key unique (site_id, kind, slug),
  constraint articles_site_id_fkey foreign key (site_id) references sites(id),
  constraint articles_check check (published_at is not null or not is_published),
  constraint articles_kind_check check (kind = any (array['page', 'post'])),
  constraint articles_title_check check (title <> '')
);
create index articles_by_age on articles (site_id, kind, created_at, id);
create index articles_by_published_at on articles (site_id, kind, published_at, id) where is_published;
alter table articles enable row level security;
create policy for_shoppers on articles for select to hanout_reader using (true);
create policy of_the_store on articles to hanout_app using (site_id = current_site());
grant delete, insert, select, update on articles to hanout_app;
grant select on articles to hanout_reader;

create table audit_calls (
  site_id       uuid         not null,
  id            uuid         not null,
  key_id        uuid         not null,
  key_name      text         not null,
  operation     text         not null,
  area          text         not null,
  summary       text         not null,
  not_undoable  text,
  created_at    timestamptz  not null,
  constraint audit_calls_pkey primary key (site_id, id),
  constraint audit_calls_site_id_fkey foreign key (site_id) references sites(id),
  constraint audit_calls_site_id_key_id_fkey foreign key (site_id, key_id) references api_keys(site_id, id)
);
create index audit_calls_by_key on audit_calls (site_id, key_id, created_at, id);
create index audit_calls_by_operation on audit_calls (site_id, operation, created_at, id);
create index audit_calls_by_time on audit_calls (site_id, created_at, id);
alter table audit_calls enable row level security;
create policy of_the_store on audit_calls to hanout_app using (site_id = current_site());
grant insert, select on audit_calls to hanout_app;

create table audit_log (
  site_id     uuid         not null,
  id          uuid         not null,
  key_id      uuid         not null,
  key_name    text         not null,
  tool        text         not null,
  entity      text         not null,
  entity_id   text         not null,
  label       text         not null,
  before      json,
  after       json,
  created_at  timestamptz  not null,
  change_id   uuid,
  constraint audit_log_pkey primary key (site_id, id),
  constraint audit_log_of_a_call foreign key (site_id, change_id) references audit_calls(site_id, id),
  constraint audit_log_site_id_fkey foreign key (site_id) references sites(id),
  constraint audit_log_site_id_key_id_fkey foreign key (site_id, key_id) references api_keys(site_id, id)
);
create index audit_log_by_change on audit_log (site_id, change_id, id);
create index audit_log_by_entity_and_time on audit_log (site_id, entity, created_at, id);
create index audit_log_by_former_sku on audit_log using gin (site_id, audit_skus(before) collate "C") with (gin_pending_list_limit='1024') where entity = 'product' and json_typeof(before -> 'variants') = 'array';
create index audit_log_by_key on audit_log (site_id, key_id, created_at, id);
create index audit_log_by_name on audit_log using gin (site_id, audit_names(entity, entity_id, label) collate "C") with (gin_pending_list_limit='1024');
create index audit_log_by_slug on audit_log (site_id, lower(split_part(label, ' ', 1)) collate "C", created_at, id) where entity = 'variant';
create index audit_log_by_time on audit_log (site_id, created_at, id);
create index audit_log_by_tool on audit_log (site_id, tool, created_at, id);
alter table audit_log enable row level security;
create policy of_the_store on audit_log to hanout_app using (site_id = current_site());
grant insert, select on audit_log to hanout_app;

create table blocked_phones (
  site_id     uuid         not null,
  id          uuid         not null,
  phone_key   text         not null,
  phone       text         not null,
  note        text,
  created_at  timestamptz  not null,
  constraint blocked_phones_pkey primary key (site_id, id),
  constraint blocked_phones_by_key unique (site_id, phone_key),
  constraint blocked_phones_site_id_fkey foreign key (site_id) references sites(id),
  constraint blocked_phones_check check (phone_key = phone_key_of(phone))
);
create index blocked_phones_by_time on blocked_phones (site_id, created_at, id);
alter table blocked_phones enable row level security;
create policy of_the_store on blocked_phones to hanout_app using (site_id = current_site());
grant delete, insert, select, update on blocked_phones to hanout_app;

create table carriers (
  site_id         uuid         not null,
  id              uuid         not null,
  name            text         not null,
  folded_name     text         not null,
  tracking_url    text,
  regions         text[],
  methods         text[]       not null,
  home_cost       bigint,
  desk_cost       bigint,
  return_cost     bigint,
  parcel_columns  jsonb,
  is_active       boolean      not null,
  created_at      timestamptz  not null,
  updated_at      timestamptz  not null,
  constraint carriers_pkey primary key (site_id, id),
  constraint carriers_name unique (site_id, folded_name),
  constraint carriers_site_id_fkey foreign key (site_id) references sites(id),
  constraint carriers_desk_cost_check check (desk_cost >= 0),
  constraint carriers_home_cost_check check (home_cost >= 0),
  constraint carriers_methods_check check (methods <@ array['home', 'desk'] and cardinality(methods) > 0),
  constraint carriers_name_check check (name <> ''),
  constraint carriers_return_cost_check check (return_cost >= 0)
);
create unique index carriers_by_name on carriers (site_id, name);
alter table carriers enable row level security;
create policy of_the_store on carriers to hanout_app using (site_id = current_site());
grant delete, insert, select, update on carriers to hanout_app;

create table carts (
  site_id      uuid         not null,
  id           uuid         not null,
  customer_id  uuid,
  status       text         not null,
  created_at   timestamptz  not null,
  updated_at   timestamptz  not null,
  expires_at   timestamptz  not null,
  constraint carts_pkey primary key (site_id, id),
  constraint carts_site_id_customer_id_fkey foreign key (site_id, customer_id) references customers(site_id, id),
  constraint carts_site_id_fkey foreign key (site_id) references sites(id),
  constraint carts_status_check check (status = any (array['open', 'converted']))
);
create index carts_by_customer on carts (site_id, customer_id) where customer_id is not null;
create index carts_by_expiry on carts (site_id, expires_at) where status = 'open';
alter table carts enable row level security;
create policy for_shoppers on carts for select to hanout_reader using (true);
create policy of_the_store on carts to hanout_app using (site_id = current_site());
grant delete, insert, select, update on carts to hanout_app;
grant select on carts to hanout_reader;

create table categories (
  site_id      uuid         not null,
  id           uuid         not null,
  parent_id    uuid,
  slug         text         not null,
  name         text         not null,
  folded_name  text         not null,
  description  text,
  image_url    text,
  position     integer      not null,
  is_active    boolean      not null,
  updated_at   timestamptz  not null,
  constraint categories_pkey primary key (site_id, id),
  constraint categories_site_id_slug_key unique (site_id, slug),
  constraint categories_site_id_fkey foreign key (site_id) references sites(id),
  constraint categories_site_id_parent_id_fkey foreign key (site_id, parent_id) references categories(site_id, id),
  constraint categories_check check (parent_id <> id),
  constraint categories_name_check check (name <> '')
);
create index categories_by_name on categories (site_id, folded_name);
create index categories_by_parent on categories (site_id, parent_id);
create index categories_in_order on categories (site_id, (parent_id is not null), "position", name, id);
alter table categories enable row level security;
create policy for_shoppers on categories for select to hanout_reader using (true);
create policy of_the_store on categories to hanout_app using (site_id = current_site());
grant delete, insert, select, update on categories to hanout_app;
grant select on categories to hanout_reader;

create table products (
  site_id          uuid              not null,
  id               uuid              not null,
  slug             text              not null,
  name             text              not null,
  description      text,
  status           text              not null,
  category_id      uuid,
  vendor           text,
  product_type     text,
  tags             text[]            not null,
  options          jsonb             not null,
  images           jsonb             not null,
  is_physical      boolean           not null,
  charge_tax       boolean           not null,
  seo_title        text,
  seo_description  text,
  excerpt          text,
  sort_name        text collate "C"  not null,
  min_price        bigint            not null,
  max_price        bigint            not null,
  search           tsvector          not null,
  created_at       timestamptz       not null,
  updated_at       timestamptz       not null,
  option_pairs     text[]            not null default '{}'::text[],
  filter_keys      text[]            not null generated always as (filter_keys(option_pairs, tags, vendor)) stored,
  constraint products_pkey primary key (site_id, id),
  constraint products_site_id_slug_key unique (site_id, slug),
  constraint products_site_id_category_id_fkey foreign key (site_id, category_id) references categories(site_id, id),
  constraint products_site_id_fkey foreign key (site_id) references sites(id),
  constraint products_check check (max_price >= min_price),
  constraint products_min_price_check check (min_price >= 0),
  constraint products_name_check check (name <> ''),
  constraint products_status_check check (status = any (array['active', 'draft', 'archived']))
);
create index hidden_products on products (site_id, id) where status <> 'active';
create index products_by_age on products (site_id, created_at, id);
create index products_by_created_at on products (site_id, created_at, id) where status = 'active';
create index products_by_filter on products using gin (site_id, filter_keys);
create index products_by_name on products (site_id, sort_name, id) where status = 'active';
create index products_by_price_range on products (site_id, min_price, id) include (max_price) where status = 'active';
create index products_by_search on products using gin (site_id, search);
create index products_by_updated_at on products (site_id, updated_at, id) where status = 'active';
create index products_in_category on products (site_id, category_id, status);
alter table products enable row level security;
create policy for_shoppers on products for select to hanout_reader using (true);
create policy of_the_store on products to hanout_app using (site_id = current_site());
grant delete, insert, select, update on products to hanout_app;
grant select on products to hanout_reader;

create table variants (
  site_id                             uuid              not null,
  id                                  uuid              not null,
  product_id                          uuid              not null,
  position                            integer           not null,
  title                               text              not null,
  option_values                       jsonb             not null,
  sku                                 text,
  barcode                             text,
  price                               bigint            not null,
  compare_at_price                    bigint,
  cost                                bigint,
  inventory_quantity                  integer           not null,
  track_quantity                      boolean           not null,
  continue_selling_when_out_of_stock  boolean           not null,
  image_url                           text,
  weight                              double precision,
  weight_unit                         text              not null,
  constraint variants_pkey primary key (site_id, id),
  constraint variants_site_id_product_id_option_values_key unique (site_id, product_id, option_values),
  constraint variants_site_id_product_id_fkey foreign key (site_id, product_id) references products(site_id, id) on delete cascade,
  constraint stock_is_not_oversold check (inventory_quantity >= 0 or not track_quantity or continue_selling_when_out_of_stock),
  constraint variants_compare_at_price_check check (compare_at_price >= 0),
  constraint variants_cost_check check (cost >= 0),
  constraint variants_price_check check (price >= 0),
  constraint variants_weight_check check (weight >= 0::double precision),
  constraint variants_weight_unit_check check (weight_unit = any (array['g', 'kg', 'oz', 'lb']))
);
create index variants_by_price on variants (site_id, product_id, price);
create index variants_by_sku on variants (site_id, sku) where sku is not null;
alter table variants enable row level security;
create policy for_shoppers on variants for select to hanout_reader using (true);
create policy of_the_store on variants to hanout_app using (site_id = current_site());
grant delete, insert, select, update on variants to hanout_app;
grant select on variants to hanout_reader;

create table cart_items (
  site_id     uuid     not null,
  cart_id     uuid     not null,
  id          uuid     not null,
  variant_id  uuid     not null,
  quantity    integer  not null,
  constraint cart_items_pkey primary key (site_id, cart_id, id),
  constraint cart_items_site_id_cart_id_variant_id_key unique (site_id, cart_id, variant_id),
  constraint cart_items_site_id_cart_id_fkey foreign key (site_id, cart_id) references carts(site_id, id) on delete cascade,
  constraint cart_items_site_id_variant_id_fkey foreign key (site_id, variant_id) references variants(site_id, id) on delete cascade,
  constraint cart_items_quantity_check check (quantity >= 1 and quantity <= 9999)
);
create index cart_items_by_variant on cart_items (site_id, variant_id);
alter table cart_items enable row level security;
create policy for_shoppers on cart_items for select to hanout_reader using (true);
create policy of_the_store on cart_items to hanout_app using (site_id = current_site());
grant delete, insert, select, update on cart_items to hanout_app;
grant select on cart_items to hanout_reader;

create table changes (
  site_id      uuid    not null,
  id           uuid    not null,
  xid          xid8    not null default pg_current_xact_id(),
  parts        text[]  not null,
  product_ids  uuid[]  not null,
  constraint changes_pkey primary key (site_id, id)
);
create index changes_by_xid on changes (xid);
alter table changes enable row level security;
create policy of_all_stores on changes for select to hanout_reader using (true);
create policy of_the_store on changes to hanout_app using (site_id = current_site());
grant insert, select on changes to hanout_app;
grant select on changes to hanout_reader;

create table collections (
  site_id          uuid         not null,
  id               uuid         not null,
  slug             text         not null,
  title            text         not null,
  description      text,
  image_url        text,
  is_active        boolean      not null,
  sort_order       text         not null,
  position         integer      not null,
  seo_title        text,
  seo_description  text,
  created_at       timestamptz  not null,
  updated_at       timestamptz  not null,
  constraint collections_pkey primary key (site_id, id),
  constraint collections_site_id_slug_key unique (site_id, slug),
  constraint collections_site_id_fkey foreign key (site_id) references sites(id),
  constraint collections_sort_order_check check (sort_order = any (array['manual', 'best_selling', 'price_asc', 'price_desc', 'name_asc', 'newest'])),
  constraint collections_title_check check (title <> '')
);
create index collections_by_age on collections (site_id, created_at, id);
alter table collections enable row level security;
create policy for_shoppers on collections for select to hanout_reader using (true);
create policy of_the_store on collections to hanout_app using (site_id = current_site());
grant delete, insert, select, update on collections to hanout_app;
grant select on collections to hanout_reader;

create table collection_products (
  site_id        uuid     not null,
  collection_id  uuid     not null,
  product_id     uuid     not null,
  position       integer  not null,
  constraint collection_products_pkey primary key (site_id, collection_id, product_id),
  constraint collection_products_site_id_collection_id_fkey foreign key (site_id, collection_id) references collections(site_id, id) on delete cascade,
  constraint collection_products_site_id_product_id_fkey foreign key (site_id, product_id) references products(site_id, id) on delete cascade
);
create index collection_products_by_position on collection_products (site_id, collection_id, "position", product_id);
create index collection_products_by_product on collection_products (site_id, product_id);
alter table collection_products enable row level security;
create policy for_shoppers on collection_products for select to hanout_reader using (true);
create policy of_the_store on collection_products to hanout_app using (site_id = current_site());
grant delete, insert, select, update on collection_products to hanout_app;
grant select on collection_products to hanout_reader;

create table idempotency_keys (
  site_id     uuid         not null,
  route       text         not null,
  key         text         not null,
  body_hash   bytea        not null,
  response    json,
  created_at  timestamptz  not null,
  constraint idempotency_keys_pkey primary key (site_id, route, key),
  constraint idempotency_keys_site_id_fkey foreign key (site_id) references sites(id),
  constraint idempotency_keys_key_check check (length(key) >= 1 and length(key) <= 255)
);
create index idempotency_keys_by_age on idempotency_keys (site_id, created_at);
alter table idempotency_keys enable row level security;
create policy of_the_store on idempotency_keys to hanout_app using (site_id = current_site());
grant delete, insert, select, update on idempotency_keys to hanout_app;

create table menus (
  site_id     uuid         not null,
  id          uuid         not null,
  handle      text         not null,
  title       text         not null,
  items       jsonb        not null,
  updated_at  timestamptz  not null,
  constraint menus_pkey primary key (site_id, id),
  constraint menus_site_id_handle_key unique (site_id, handle),
  constraint menus_site_id_fkey foreign key (site_id) references sites(id)
);
alter table menus enable row level security;
create policy for_shoppers on menus for select to hanout_reader using (true);
create policy of_the_store on menus to hanout_app using (site_id = current_site());
grant delete, insert, select, update on menus to hanout_app;
grant select on menus to hanout_reader;

create table orders (
  site_id            uuid         not null,
  id                 uuid         not null,
  order_number       text         not null,
  cart_id            uuid,
  customer_id        uuid,
  status             text         not null,
  payment_status     text         not null,
  payment_method     text         not null,
  currency           text         not null,
  subtotal           bigint       not null,
  discount           bigint       not null,
  shipping_cost      bigint       not null,
  total              bigint       not null,
  items_count        integer      not null,
  coupon_code        text,
  applied_discounts  jsonb        not null,
  customer_name      text         not null,
  customer_phone     text         not null,
  customer_email     text,
  customer_wilaya    text,
  wilaya_code        text,
  customer_commune   text,
  delivery_method    text         not null,
  shipping_address   json,
  customer_notes     text,
  created_at         timestamptz  not null,
  updated_at         timestamptz  not null,
  carrier            text,
  tracking_number    text,
  collected_amount   bigint,
  phone_key          text         generated always as (phone_key_of(customer_phone)) stored,
  email_key          text         generated always as (email_key_of(customer_email)) stored,
  entries            integer      not null default 0,
  folded_name        text         generated always as (folded_text(customer_name)) stored,
  rounding           bigint       not null default 0,
  shipping_is_set    boolean      not null default false,
  returned_count     integer      not null default 0,
  returned_subtotal  bigint       not null default 0,
  returned_amount    bigint       not null default 0,
  refunded_amount    bigint       not null default 0,
  remitted_amount    bigint,
  remitted_at        timestamptz,
  reason             text,
  constraint orders_pkey primary key (site_id, id),
  constraint orders_site_id_cart_id_key unique (site_id, cart_id),
  constraint orders_site_id_order_number_key unique (site_id, order_number),
  constraint orders_site_id_cart_id_fkey foreign key (site_id, cart_id) references carts(site_id, id),
  constraint orders_site_id_customer_id_fkey foreign key (site_id, customer_id) references customers(site_id, id),
  constraint orders_site_id_fkey foreign key (site_id) references sites(id),
  constraint known_reason check (reason = any (array['unreachable', 'refused', 'changed_mind', 'wrong_number', 'duplicate', 'damaged', 'lost', 'late', 'fake', 'other'])),
  constraint not_more_refunded_than_collected check (refunded_amount >= 0 and refunded_amount <= coalesce(collected_amount, total)),
  constraint not_more_returned_than_ordered check (returned_amount >= 0 and returned_amount <= (subtotal - discount) and returned_subtotal >= returned_amount and returned_subtotal <= subtotal and returned_count >= 0 and returned_count <= items_count),
  constraint orders_check check (discount >= 0 and discount <= subtotal),
  constraint orders_collected_amount_check check (collected_amount >= 0),
  constraint orders_delivery_method_check check (delivery_method = any (array['home', 'desk'])),
  constraint orders_items_count_check check (items_count > 0),
  constraint orders_payment_status_check check (payment_status = any (array['unpaid', 'paid', 'refunded', 'partially_refunded'])),
  constraint orders_shipping_cost_check check (shipping_cost >= 0),
  constraint orders_status_check check (status = any (array['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled', 'returned'])),
  constraint orders_subtotal_check check (subtotal >= 0),
  constraint remitted_amount_is_not_negative check (remitted_amount >= 0),
  constraint remitted_with_its_time check ((remitted_amount is null) = (remitted_at is null)),
  constraint total_is_not_negative check (total >= 0),
  constraint total_is_the_sum check (total = (subtotal - discount + shipping_cost + rounding))
);
create index orders_by_carrier on orders (site_id, carrier, created_at, id) where carrier is not null;
create index orders_by_created_at on orders (site_id, created_at, id);
create index orders_by_customer on orders (site_id, customer_id, created_at, id) where customer_id is not null;
create index orders_by_email_key on orders (site_id, email_key) where email_key is not null;
create index orders_by_payment_status on orders (site_id, payment_status, created_at, id);
create index orders_by_phone on orders (site_id, phone_key, created_at, id) where phone_key is not null;
create index orders_by_reason on orders (site_id, reason, created_at, id) where reason is not null;
create index orders_by_status on orders (site_id, status, created_at, id);
create index orders_by_text on orders using gin (site_id, text_parts(folded_name, 2) collate "C", text_parts(phone_key, 3) collate "C", (array[lower(normalize(customer_wilaya, nfkd)), lower(normalize(customer_commune, nfkd))]) collate "C") with (gin_pending_list_limit='1024');
create index orders_by_tracking_number on orders (site_id, tracking_number) where tracking_number is not null;
create index orders_by_wilaya on orders (site_id, wilaya_code, created_at, id);
alter table orders enable row level security;
create policy of_the_store on orders to hanout_app using (site_id = current_site());
grant delete, insert, select, update on orders to hanout_app;

create table order_history (
  site_id         uuid         not null,
  order_id        uuid         not null,
  id              uuid         not null,
  status          text         not null,
  payment_status  text         not null,
  actor           text         not null,
  created_at      timestamptz  not null,
  sequence        integer      not null,
  changes         text[],
  constraint order_history_pkey primary key (site_id, order_id, id),
  constraint order_history_in_sequence unique (site_id, order_id, sequence),
  constraint order_history_site_id_order_id_fkey foreign key (site_id, order_id) references orders(site_id, id)
);
create index order_history_of_shipping on order_history (site_id, created_at, order_id) where status = 'shipped';
alter table order_history enable row level security;
create policy of_the_store on order_history to hanout_app using (site_id = current_site());
grant insert, select on order_history to hanout_app;

create table order_items (
  site_id            uuid     not null,
  order_id           uuid     not null,
  id                 uuid     not null,
  position           integer  not null,
  product_id         uuid     not null,
  variant_id         uuid     not null,
  product_name       text     not null,
  product_slug       text     not null,
  product_image      text,
  variant_title      text     not null,
  variant_options    jsonb    not null,
  sku                text,
  price              bigint   not null,
  compare_at_price   bigint,
  quantity           integer  not null,
  subtotal           bigint   not null,
  discount           bigint   not null,
  returned_quantity  integer  not null default 0,
  constraint order_items_pkey primary key (site_id, order_id, id),
  constraint order_items_site_id_order_id_fkey foreign key (site_id, order_id) references orders(site_id, id),
  constraint not_more_returned_than_sold check (returned_quantity >= 0 and returned_quantity <= quantity),
  constraint order_items_check check (subtotal = (price * quantity)),
  constraint order_items_check1 check (discount >= 0 and discount <= subtotal),
  constraint order_items_price_check check (price >= 0),
  constraint order_items_quantity_check check (quantity >= 0)
);
create index order_items_by_product on order_items (site_id, product_id, order_id);
alter table order_items enable row level security;
create policy of_the_store on order_items to hanout_app using (site_id = current_site());
grant delete, insert, select, update on order_items to hanout_app;

create table order_notes (
  site_id        uuid         not null,
  order_id       uuid         not null,
  id             uuid         not null,
  outcome        text,
  text           text,
  call_again_at  timestamptz,
  actor          text         not null,
  created_at     timestamptz  not null,
  sequence       integer      not null,
  constraint order_notes_pkey primary key (site_id, order_id, id),
  constraint order_notes_in_sequence unique (site_id, order_id, sequence),
  constraint order_notes_site_id_order_id_fkey foreign key (site_id, order_id) references orders(site_id, id),
  constraint order_notes_check check (outcome is not null or text is not null),
  constraint order_notes_outcome_check check (outcome = any (array['answered', 'no_answer', 'busy', 'postponed', 'wrong_number']))
);
alter table order_notes enable row level security;
create policy of_the_store on order_notes to hanout_app using (site_id = current_site());
grant delete, insert, select, update on order_notes to hanout_app;

create table order_returns (
  site_id          uuid         not null,
  order_id         uuid         not null,
  id               uuid         not null,
  reason           text         not null,
  refunded_amount  bigint       not null,
  actor            text         not null,
  created_at       timestamptz  not null,
  sequence         integer      not null,
  constraint order_returns_pkey primary key (site_id, order_id, id),
  constraint order_returns_in_sequence unique (site_id, order_id, sequence),
  constraint order_returns_site_id_order_id_fkey foreign key (site_id, order_id) references orders(site_id, id),
  constraint order_returns_reason_check check (reason = any (array['unreachable', 'refused', 'changed_mind', 'wrong_number', 'duplicate', 'damaged', 'lost', 'late', 'fake', 'other'])),
  constraint order_returns_refunded_amount_check check (refunded_amount >= 0)
);
alter table order_returns enable row level security;
create policy of_the_store on order_returns to hanout_app using (site_id = current_site());
grant insert, select on order_returns to hanout_app;

create table order_return_items (
  site_id        uuid     not null,
  order_id       uuid     not null,
  return_id      uuid     not null,
  order_item_id  uuid     not null,
  quantity       integer  not null,
  is_restocked   boolean  not null,
  constraint order_return_items_pkey primary key (site_id, order_id, return_id, order_item_id),
  constraint order_return_items_site_id_order_id_order_item_id_fkey foreign key (site_id, order_id, order_item_id) references order_items(site_id, order_id, id),
  constraint order_return_items_site_id_order_id_return_id_fkey foreign key (site_id, order_id, return_id) references order_returns(site_id, order_id, id),
  constraint order_return_items_quantity_check check (quantity > 0)
);
create index order_return_items_by_line on order_return_items (site_id, order_id, order_item_id);
alter table order_return_items enable row level security;
create policy of_the_store on order_return_items to hanout_app using (site_id = current_site());
grant insert, select on order_return_items to hanout_app;

create table product_sales (
  site_id     uuid    not null,
  product_id  uuid    not null,
  units       bigint  not null,
  constraint product_sales_pkey primary key (site_id, product_id),
  constraint product_sales_site_id_product_id_fkey foreign key (site_id, product_id) references products(site_id, id) on delete cascade,
  constraint product_sales_units_check check (units >= 0)
);
create index product_sales_by_units on product_sales (site_id, units, product_id);
alter table product_sales enable row level security;
create policy for_shoppers on product_sales for select to hanout_reader using (true);
create policy of_the_store on product_sales to hanout_app using (site_id = current_site());
grant delete, insert, select, update on product_sales to hanout_app;
grant select on product_sales to hanout_reader;

create table promotions (
  site_id                   uuid         not null,
  id                        uuid         not null,
  code                      text,
  folded_code               text,
  title                     text         not null,
  message                   text,
  discount_type             text         not null,
  discount_value            bigint       not null,
  buy_quantity              integer      not null,
  get_quantity              integer      not null,
  target_type               text         not null,
  target_ids                uuid[]       not null,
  min_order_amount          bigint,
  min_quantity              integer,
  max_discount_amount       bigint,
  starts_at                 timestamptz,
  expires_at                timestamptz,
  usage_limit               integer,
  usage_limit_per_customer  integer,
  used_count                integer      not null,
  is_combinable             boolean      not null,
  is_discoverable           boolean      not null,
  is_active                 boolean      not null,
  created_at                timestamptz  not null,
  updated_at                timestamptz  not null,
  constraint promotions_pkey primary key (site_id, id),
  constraint promotions_site_id_folded_code_key unique (site_id, folded_code),
  constraint promotions_site_id_fkey foreign key (site_id) references sites(id),
  constraint promotion_is_not_overused check (usage_limit is null or used_count <= usage_limit),
  constraint promotions_buy_quantity_check check (buy_quantity >= 0),
  constraint promotions_check check (expires_at > starts_at),
  constraint promotions_check1 check ((code is null) = (folded_code is null)),
  constraint promotions_check2 check ((discount_type <> all (array['percentage', 'buy_x_get_y'])) or discount_value >= 1 and discount_value <= 10000),
  constraint promotions_check3 check ((discount_type = 'buy_x_get_y') = (buy_quantity > 0 and get_quantity > 0)),
  constraint promotions_check4 check (discount_type = 'buy_x_get_y' or buy_quantity = 0 and get_quantity = 0),
  constraint promotions_code_check check (code <> '' and code !~ ','),
  constraint promotions_discount_type_check check (discount_type = any (array['percentage', 'fixed_amount', 'free_shipping', 'buy_x_get_y'])),
  constraint promotions_discount_value_check check (discount_value >= 0),
  constraint promotions_get_quantity_check check (get_quantity >= 0),
  constraint promotions_max_discount_amount_check check (max_discount_amount >= 0),
  constraint promotions_min_order_amount_check check (min_order_amount >= 0),
  constraint promotions_min_quantity_check check (min_quantity >= 0),
  constraint promotions_target_type_check check (target_type = any (array['store', 'products', 'collections', 'categories'])),
  constraint promotions_title_check check (title <> ''),
  constraint promotions_usage_limit_check check (usage_limit > 0),
  constraint promotions_usage_limit_per_customer_check check (usage_limit_per_customer > 0),
  constraint promotions_used_count_check check (used_count >= 0)
);
create index automatic_promotions on promotions (site_id, id) where code is null and is_active;
create index discoverable_promotions on promotions (site_id, id) where is_discoverable and is_active;
alter table promotions enable row level security;
create policy for_shoppers on promotions for select to hanout_reader using (true);
create policy of_the_store on promotions to hanout_app using (site_id = current_site());
grant delete, insert, select, update on promotions to hanout_app;
grant select on promotions to hanout_reader;

create table promotion_uses (
  site_id       uuid         not null,
  promotion_id  uuid         not null,
  order_id      uuid         not null,
  customer_key  text         not null,
  amount        bigint       not null,
  created_at    timestamptz  not null,
  constraint promotion_uses_pkey primary key (site_id, promotion_id, order_id),
  constraint promotion_uses_site_id_order_id_fkey foreign key (site_id, order_id) references orders(site_id, id),
  constraint promotion_uses_site_id_promotion_id_fkey foreign key (site_id, promotion_id) references promotions(site_id, id) on delete cascade,
  constraint promotion_uses_amount_check check (amount >= 0)
);
create index promotion_uses_by_customer on promotion_uses (site_id, promotion_id, customer_key);
create index promotion_uses_by_order on promotion_uses (site_id, order_id);
alter table promotion_uses enable row level security;
create policy of_the_store on promotion_uses to hanout_app using (site_id = current_site());
grant delete, insert, select, update on promotion_uses to hanout_app;

create table row_images (
  site_id     uuid         not null,
  change_id   uuid         not null,
  position    integer      not null,
  table_name  text         not null,
  row_key     text         not null,
  subject_id  uuid,
  before      json,
  after       json,
  created_at  timestamptz  not null,
  constraint row_images_pkey primary key (site_id, change_id, "position"),
  constraint row_images_site_id_change_id_fkey foreign key (site_id, change_id) references audit_calls(site_id, id),
  constraint row_images_check check (before is not null or after is not null)
);
create index row_images_by_age on row_images (created_at);
create index row_images_by_subject on row_images (site_id, subject_id) where subject_id is not null;
alter table row_images enable row level security;
create policy of_the_store on row_images to hanout_app using (site_id = current_site());
grant delete, insert, select on row_images to hanout_app;

create table schema_version (
  version  bigint       not null,
  name     text,
  md5      text,
  run_at   timestamptz,
  constraint schema_version_pkey primary key (version)
);
grant select on schema_version to hanout_app;
grant select on schema_version to hanout_reader;

create table search_words (
  site_id  uuid              not null,
  length   smallint          not null,
  word     text collate "C"  not null,
  constraint search_words_pkey primary key (site_id, length, word),
  constraint search_words_site_id_fkey foreign key (site_id) references sites(id)
);
alter table search_words enable row level security;
create policy for_shoppers on search_words for select to hanout_reader using (true);
create policy of_the_store on search_words to hanout_app using (site_id = current_site());
grant delete, insert, select, update on search_words to hanout_app;
grant select on search_words to hanout_reader;

create table shipping_rates (
  site_id     uuid    not null,
  region      text    not null,
  method      text    not null,
  price       bigint  not null,
  free_above  bigint,
  constraint shipping_rates_pkey primary key (site_id, region, method),
  constraint shipping_rates_site_id_fkey foreign key (site_id) references sites(id),
  constraint shipping_rates_free_above_check check (free_above >= 0),
  constraint shipping_rates_method_check check (method = any (array['home', 'desk'])),
  constraint shipping_rates_price_check check (price >= 0)
);
alter table shipping_rates enable row level security;
create policy for_shoppers on shipping_rates for select to hanout_reader using (true);
create policy of_the_store on shipping_rates to hanout_app using (site_id = current_site());
grant delete, insert, select, update on shipping_rates to hanout_app;
grant select on shipping_rates to hanout_reader;

create table stock_movements (
  site_id        uuid         not null,
  id             uuid         not null,
  variant_id     uuid         not null,
  quantity       integer      not null,
  reason         text         not null,
  order_id       uuid,
  order_item_id  uuid,
  created_at     timestamptz  not null,
  note           text,
  constraint stock_movements_pkey primary key (site_id, id),
  constraint stock_movements_site_id_fkey foreign key (site_id) references sites(id),
  constraint stock_movements_site_id_order_id_order_item_id_fkey foreign key (site_id, order_id, order_item_id) references order_items(site_id, order_id, id),
  constraint stock_movements_check check (quantity <> 0 or reason = 'opening'),
  constraint stock_movements_check1 check ((order_id is null) = (reason = any (array['opening', 'adjustment']))),
  constraint stock_movements_reason_check check (reason = any (array['opening', 'adjustment', 'sale', 'cancellation', 'return', 'order_change']))
);
create unique index order_lines_sold_and_cancelled_once on stock_movements (site_id, order_id, order_item_id, (
case
    when reason = any (array['sale', 'cancellation']) then reason
    else null::text
end)) where order_id is not null;
create index stock_movements_by_variant on stock_movements (site_id, variant_id, id);
alter table stock_movements enable row level security;
create policy of_the_store on stock_movements to hanout_app using (site_id = current_site());
grant insert, select on stock_movements to hanout_app;

create table undone_changes (
  site_id    uuid  not null,
  change_id  uuid  not null,
  undone_by  uuid  not null,
  constraint undone_changes_pkey primary key (site_id, change_id),
  constraint undone_changes_site_id_change_id_fkey foreign key (site_id, change_id) references audit_calls(site_id, id),
  constraint undone_changes_site_id_undone_by_fkey foreign key (site_id, undone_by) references audit_calls(site_id, id)
);
create index undone_changes_by_undo on undone_changes (site_id, undone_by);
alter table undone_changes enable row level security;
create policy of_the_store on undone_changes to hanout_app using (site_id = current_site());
grant insert, select on undone_changes to hanout_app;

create function delete_changes(before xid8) returns void
  language sql
 security definer
 set search_path to 'pg_catalog', 'pg_temp'
begin atomic
 delete
    from changes
  
    where (changes.xid < delete_changes.before);
end;
revoke execute on function delete_changes(xid8) from public;
grant execute on function delete_changes(xid8) to hanout_app;

create function delete_row_images(latest timestamp with time zone, most integer) returns void
  language plpgsql
 security definer
 set search_path to 'pg_catalog', 'pg_temp'
as $$
declare
  oldest timestamptz;
begin
  select max(first.created_at) into oldest
  from (select i.created_at from public.row_images i where i.created_at < latest order by i.created_at limit most) first;
  delete from public.row_images i where i.created_at <= oldest;
end
$$;
revoke execute on function delete_row_images(timestamp with time zone, integer) from public;
grant execute on function delete_row_images(timestamp with time zone, integer) to hanout_app;

create function find_audit_ids(site uuid, name text, entities text[], wanted_tool text, wanted_keys uuid[], wanted_entity text, from_time timestamp with time zone, to_time timestamp with time zone, after_time timestamp with time zone, after_id uuid, max_rows integer) returns setof uuid
  language plpgsql
  stable security definer rows 100
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
begin
  return query
  select a.id
  from audit_log a
  where a.site_id = site and site = current_site()
    and (
      audit_names(a.entity, a.entity_id, a.label) collate "C" && (array[name, lower(name)] || entities)
      or (
        a.entity = 'product' and json_typeof(a.before -> 'variants') = 'array'
        and audit_skus(a.before) collate "C" @> array[lower(name)]
      )
    )
    and (wanted_tool is null or a.tool = wanted_tool)
    and (wanted_keys is null or a.key_id = any(wanted_keys))
    and (wanted_entity is null or a.entity = wanted_entity)
    and (from_time is null or a.created_at >= from_time)
    and (to_time is null or a.created_at < to_time)
    and (after_time is null or (a.created_at, a.id) < (after_time, after_id))
  order by a.created_at desc, a.id desc
  limit max_rows;
end
$$;
revoke execute on function find_audit_ids(uuid, text, text[], text, uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer) from public;
grant execute on function find_audit_ids(uuid, text, text[], text, uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer) to hanout_app;

create function find_customer_ids(site uuid, words text[], email_part text, digits text, after_time timestamp with time zone, after_id uuid, max_rows integer, for_count boolean) returns setof uuid
  language plpgsql
  stable security definer rows 100
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
declare
  patterns text[] := array(select '%' || word || '%' from unnest(words) word);
  name_parts text[] := parts_of_words(words, 2);
  email_parts text[] := parts_of_words(array[email_part], 2);
  digit_parts text[] := parts_of_words(array[digits], 3);
  few integer := least(max_rows * 40, 10001);
  ids uuid[];
  are_few boolean := false;
begin
  if cardinality(email_parts) > 0 and (words is null or cardinality(name_parts) > 0)
    and (digits is null or cardinality(digit_parts) > 0)
  then
    ids := array(
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site() and words is not null
          and text_parts(c.folded_name, 2) collate "C" @> name_parts and c.folded_name like all(patterns)
        limit few
      )
      union all
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site()
          and text_parts(c.folded_email, 2) collate "C" @> email_parts and strpos(c.folded_email, email_part) > 0
        limit few
      )
      union all
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site() and digits is not null
          and text_parts(c.phone_key, 3) collate "C" @> digit_parts and strpos(c.phone_key, digits) > 0
        limit few
      )
    );
    are_few := cardinality(ids) < few;
  end if;
  if for_count and ids is not null then
    return query select distinct id from unnest(ids) id limit max_rows;
    return;
  end if;
  return query
  select c.id
  from customers c
  where c.site_id = site and site = current_site()
    and (not are_few or c.id = any(ids))
    and (
      are_few
      or (words is not null and c.folded_name like all(patterns))
      or strpos(c.folded_email, email_part) > 0
      or (digits is not null and strpos(c.phone_key, digits) > 0)
    )
    and (after_time is null or (c.created_at, c.id) < (after_time, after_id))
  order by c.created_at desc, c.id desc
  limit max_rows;
end
$$;
revoke execute on function find_customer_ids(uuid, text[], text, text, timestamp with time zone, uuid, integer, boolean) from public;
grant execute on function find_customer_ids(uuid, text[], text, text, timestamp with time zone, uuid, integer, boolean) to hanout_app;

create function find_entry_ids(site uuid, names text[], slugs text[], only_variants text[], wanted_operation text, wanted_keys uuid[], wanted_entities text[], from_time timestamp with time zone, to_time timestamp with time zone, after_time timestamp with time zone, after_id uuid, max_rows integer) returns setof uuid
  language plpgsql
  stable security definer rows 100
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
begin
  return query
  with matching as materialized ( -- else PostgreSQL may read the whole log by time, in the hope of filling the page soon
    select a.id, a.created_at
    from audit_log a
    where a.site_id = site and site = current_site()
      and (
        audit_names(a.entity, a.entity_id, a.label) collate "C" && names
        or (a.entity = 'variant' and lower(split_part(a.label, ' ', 1)) collate "C" = any(slugs))
      )
      and (
        only_variants is null or a.entity <> 'product'
        or exists (select from json_object_keys(coalesce(a.after, a.before)) field where field <> 'variants')
        or exists (
          select
          from (values (a.before), (a.after)) side (fields)
          cross join lateral json_array_elements(
            case json_typeof(side.fields -> 'variants') when 'array' then side.fields -> 'variants' else '[]' end
          ) variant
          where variant ->> 'id' = any(only_variants)
        )
      )
      and (wanted_operation is null or a.tool = wanted_operation)
      and (wanted_keys is null or a.key_id = any(wanted_keys))
      and (wanted_entities is null or a.entity = any(wanted_entities))
      and (from_time is null or a.created_at >= from_time)
      and (to_time is null or a.created_at < to_time)
      and (after_time is null or (a.created_at, a.id) < (after_time, after_id))
  )
  select m.id
  from matching m
  order by m.created_at desc, m.id desc
  limit max_rows;
end
$$;
revoke execute on function find_entry_ids(uuid, text[], text[], text[], text, uuid[], text[], timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer) from public;
grant execute on function find_entry_ids(uuid, text[], text[], text[], text, uuid[], text[], timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer) to hanout_app;

create function find_key_owner(wanted bytea) returns table(site_id uuid, key_id uuid, name text, scopes text[], kind text, slug text, currency text, country text, locale text, expires_at timestamp with time zone, last_used_at timestamp with time zone)
  language plpgsql
  stable security definer rows 1
 set search_path to 'pg_catalog', 'pg_temp'
as $$
begin
  return query
  select k.site_id, k.id, k.name,
    k.scopes || array_remove(
      array[
        case when k.scopes && array['catalog:read', 'catalog:write'] and k.scopes && array['orders:read', 'orders:write']
          and k.scopes && array['customers:read', 'customers:write'] and k.scopes && array['reports:read']
          and k.scopes && array['content:read', 'content:write'] and k.scopes && array['settings:read', 'settings:write']
          and k.scopes && array['keys:read', 'keys:write'] then 'read' end,
        case when k.scopes && array['catalog:write'] then 'catalog' end,
        case when k.scopes @> array['orders:write', 'customers:write', 'reports:read'] then 'orders' end,
        case when k.scopes && array['content:write'] then 'content' end,
        case when k.scopes && array['settings:write'] then 'settings' end,
        case when k.scopes && array['keys:write'] then 'keys' end
      ],
      null
    ),
    k.kind, s.slug, s.currency, s.country, s.locale, k.expires_at, k.last_used_at
  from public.api_keys k
  join public.sites s on s.id = k.site_id
  where k.hash = wanted and k.revoked_at is null;
end
$$;
revoke execute on function find_key_owner(bytea) from public;
grant execute on function find_key_owner(bytea) to hanout_app;
grant execute on function find_key_owner(bytea) to hanout_reader;

create function find_logged_things(site uuid, names text[], former_sku text, max_rows integer) returns table(entity text, id text, label text, by_sku boolean)
  language plpgsql
  stable security definer rows 10
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
begin
  return query
  select distinct found.entity, found.id, found.label, found.by_sku
  from (
    (
      select a.entity, a.entity_id as id, a.label,
        a.entity = 'variant' and lower(substr(a.label, strpos(a.label, ' ') + 1)) = former_sku as by_sku
      from audit_log a
      where a.site_id = site and site = current_site() and audit_names(a.entity, a.entity_id, a.label) collate "C" && names
      limit max_rows
    )
    union all
    select changed.entity, changed.id, changed.label, true
    from (
      select a.entity_id, a.label, a.before
      from audit_log a
      where a.site_id = site and site = current_site()
        and a.entity = 'product' and json_typeof(a.before -> 'variants') = 'array'
        and audit_skus(a.before) collate "C" @> array[former_sku]
      limit max_rows
    ) entry
    cross join lateral (
      select 'product' as entity, entry.entity_id as id, entry.label
      union all
      select 'variant', variant ->> 'id', entry.label
      from json_array_elements(entry.before -> 'variants') variant
      where lower(variant ->> 'sku') = former_sku
    ) changed
  ) found;
end
$$;
revoke execute on function find_logged_things(uuid, text[], text, integer) from public;
grant execute on function find_logged_things(uuid, text[], text, integer) to hanout_app;

create function find_order_ids(site uuid, words text[], digits text, known uuid[], region text, wanted_status text, wanted_payment_status text, wilaya text, among uuid[], from_time timestamp with time zone, to_time timestamp with time zone, after_time timestamp with time zone, after_id uuid, max_rows integer, for_count boolean) returns setof uuid
  language plpgsql
  stable security definer rows 100
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
declare
  has_text boolean := words is not null or digits is not null or known is not null;
  patterns text[] := array(select '%' || word || '%' from unnest(words) word);
  name_parts text[] := parts_of_words(words, 2);
  digit_parts text[] := parts_of_words(array[digits], 3);
  few integer := least(max_rows * 40, 10001);
  ids uuid[];
begin
  if cardinality(name_parts) > 0 then
    ids := array(
      select o.id
      from orders o
      where o.site_id = site and site = current_site() and text_parts(o.folded_name, 2) collate "C" @> name_parts
        and o.folded_name like all(patterns)
      limit few
    );
  elsif cardinality(digit_parts) > 0 then
    ids := array(
      select o.id
      from orders o
      where o.site_id = site and site = current_site() and text_parts(o.phone_key, 3) collate "C" @> digit_parts
        and strpos(o.phone_key, digits) > 0
      limit few
    );
  end if;
  if cardinality(ids) < few then
    known := ids || known;
    words := null;
    digits := null;
  end if;
  if for_count and ids is not null and among is null and from_time is null and to_time is null
    and coalesce(region, wanted_status, wanted_payment_status, wilaya) is null
  then
    return query select distinct id from unnest(ids || known) id limit max_rows;
    return;
  end if;
  return query
  select o.id
  from orders o
  where o.site_id = site and site = current_site()
    and (
      not has_text
      or (words is not null and o.folded_name like all(patterns))
      or (digits is not null and strpos(o.phone_key, digits) > 0)
      or (known is not null and o.id = any(known))
    )
    and (
      region is null
      or array[lower(normalize(o.customer_wilaya, nfkd)), lower(normalize(o.customer_commune, nfkd))] collate "C"
        @> array[region]
    )
    and (wanted_status is null or o.status = wanted_status)
    and (wanted_payment_status is null or o.payment_status = wanted_payment_status)
    and (wilaya is null or o.wilaya_code = wilaya)
    and (among is null or o.id = any(among))
    and (from_time is null or o.created_at >= from_time)
    and (to_time is null or o.created_at < to_time)
    and (after_time is null or (o.created_at, o.id) < (after_time, after_id))
  order by o.created_at desc, o.id desc
  limit max_rows;
end
$$;
revoke execute on function find_order_ids(uuid, text[], text, uuid[], text, text, text, text, uuid[], timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer, boolean) from public;
grant execute on function find_order_ids(uuid, text[], text, uuid[], text, text, text, text, uuid[], timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer, boolean) to hanout_app;

create function products_with_keys(site uuid, keys text[], most integer) returns setof uuid
  language plpgsql
  stable security definer rows 100
 set search_path to 'pg_catalog', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
begin
  return query
  select p.id
  from public.products p
  where p.site_id = site and site = public.current_site() and p.filter_keys @> keys
  limit most;
end
$$;
revoke execute on function products_with_keys(uuid, text[], integer) from public;
grant execute on function products_with_keys(uuid, text[], integer) to hanout_app;

create function products_with_text(site uuid, query tsquery, most integer) returns setof uuid
  language plpgsql
  stable security definer rows 100
 set search_path to 'pg_catalog', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
begin
  return query
  select p.id
  from public.products p
  where p.site_id = site and site = public.current_site() and p.search @@ query
  limit most;
end
$$;
revoke execute on function products_with_text(uuid, tsquery, integer) from public;
grant execute on function products_with_text(uuid, tsquery, integer) to hanout_app;

create function search_order_ids(site uuid, words text[], digits text, known uuid[], region text, wanted_status text, wanted_payment_status text, wilaya text, among uuid[], products uuid[], variants uuid[], carriers text[], tracking_numbers text[], wanted_reason text, method text, min_total bigint, max_total bigint, to_call_at timestamp with time zone, from_time timestamp with time zone, to_time timestamp with time zone, after_time timestamp with time zone, after_id uuid, max_rows integer, for_count boolean) returns setof uuid
  language plpgsql
  stable security definer rows 100
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set plan_cache_mode to 'force_custom_plan'
 set jit to 'off'
as $$
declare
  has_text boolean := words is not null or digits is not null or known is not null;
  patterns text[] := array(select '%' || word || '%' from unnest(words) word);
  name_parts text[] := parts_of_words(words, 2);
  digit_parts text[] := parts_of_words(array[digits], 3);
  few integer := least(max_rows * 40, 10001);
  ids uuid[];
  having_item uuid[];
  last_sold timestamptz;
begin
  if cardinality(name_parts) > 0 then
    ids := array(
      select o.id
      from orders o
      where o.site_id = site and site = current_site() and text_parts(o.folded_name, 2) collate "C" @> name_parts
        and o.folded_name like all(patterns)
      limit few
    );
  elsif cardinality(digit_parts) > 0 then
    ids := array(
      select o.id
      from orders o
      where o.site_id = site and site = current_site() and text_parts(o.phone_key, 3) collate "C" @> digit_parts
        and strpos(o.phone_key, digits) > 0
      limit few
    );
  end if;
  if cardinality(ids) < few then
    known := ids || known;
    words := null;
    digits := null;
  end if;
  if products is not null then
    having_item := array(
      select i.order_id
      from unnest(products) as p (id)
      cross join lateral (
        select i.order_id
        from order_items i
        where i.site_id = site and site = current_site() and i.product_id = p.id
          and (variants is null or i.variant_id = any(variants)) and i.quantity > 0
        order by i.order_id desc -- so that the index of products is used, whatever the limit
        limit few
      ) i
      limit few
    );
    if cardinality(having_item) >= few then
      having_item := null;
      last_sold := (
        select max(o.created_at)
        from unnest(products) as p (id)
        cross join lateral (
          select i.order_id
          from order_items i
          where i.site_id = site and site = current_site() and i.product_id = p.id
          order by i.order_id desc
          limit 1
        ) i
        join orders o on o.site_id = site and o.id = i.order_id
      );
      -- Ids of orders begin with their time, but the clocks of servers differ.
      to_time := least(to_time, last_sold + interval '1 day');
    end if;
  end if;
  return query
  select o.id
  from orders o
  where o.site_id = site and site = current_site()
    and (
      not has_text
      or (words is not null and o.folded_name like all(patterns))
      or (digits is not null and strpos(o.phone_key, digits) > 0)
      or (known is not null and o.id = any(known))
    )
    and (having_item is null or o.id = any(having_item))
    and (
      products is null or having_item is not null
      or exists (
        select
        from order_items i
        where i.site_id = site and i.order_id = o.id and i.product_id = any(products)
          and (variants is null or i.variant_id = any(variants)) and i.quantity > 0
      )
    )
    and (
      region is null
      or array[lower(normalize(o.customer_wilaya, nfkd)), lower(normalize(o.customer_commune, nfkd))] collate "C"
        @> array[region]
    )
    and (wanted_status is null or o.status = wanted_status)
    and (wanted_payment_status is null or o.payment_status = wanted_payment_status)
    and (wilaya is null or o.wilaya_code = wilaya)
    and (among is null or o.id = any(among))
    and (carriers is null or o.carrier = any(carriers))
    and (tracking_numbers is null or o.tracking_number = any(tracking_numbers))
    and (wanted_reason is null or o.reason = wanted_reason)
    and (method is null or lower(o.payment_method) = lower(method))
    and (min_total is null or o.total >= min_total)
    and (max_total is null or o.total <= max_total)
    and (
      to_call_at is null
      or (
        o.status in ('pending', 'confirmed')
        and coalesce(
          (
            select coalesce(n.call_again_at <= to_call_at, false)
            from order_notes n
            where n.site_id = site and n.order_id = o.id and n.outcome is not null
            order by n.sequence desc
            limit 1
          ),
          o.status = 'pending'
        )
      )
    )
    and (from_time is null or o.created_at >= from_time)
    and (to_time is null or o.created_at < to_time)
    and (after_time is null or (o.created_at, o.id) < (after_time, after_id))
  order by o.created_at desc, o.id desc
  limit max_rows;
end
$$;
revoke execute on function search_order_ids(uuid, text[], text, uuid[], text, text, text, text, uuid[], uuid[], uuid[], text[], text[], text, text, bigint, bigint, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer, boolean) from public;
grant execute on function search_order_ids(uuid, text[], text, uuid[], text, text, text, text, uuid[], uuid[], uuid[], text[], text[], text, text, bigint, bigint, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer, boolean) to hanout_app;

alter default privileges in schema public grant delete, insert, select, update on tables to hanout_app;
