-- Every tenant table's keys start with site_id, so a row can only ever refer to rows of its own store.

create extension if not exists btree_gin;     -- a text search index that starts with site_id
create extension if not exists fuzzystrmatch; -- levenshtein, for misspelt words

create table sites (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  description text,
  logo_url text,
  custom_domain text,
  contact_info jsonb,
  social_links jsonb,
  theme_settings jsonb,
  settings jsonb,
  primary_color text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  shipping_methods text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table api_keys (
  site_id uuid not null references sites,
  id uuid not null,
  kind text not null check (kind in ('secret', 'publishable')),
  name text not null,
  prefix text not null,
  hash bytea not null unique, -- SHA-256 of the key; a key is found by it before its store is known
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id)
);

create table menus (
  site_id uuid not null references sites,
  id uuid not null,
  handle text not null,
  title text not null,
  items jsonb not null,
  primary key (site_id, id),
  unique (site_id, handle)
);

create table categories (
  site_id uuid not null references sites,
  id uuid not null,
  parent_id uuid,
  slug text not null,
  name text not null check (name <> ''),
  folded_name text not null,
  description text,
  image_url text,
  position integer not null,
  is_active boolean not null,
  primary key (site_id, id),
  unique (site_id, slug),
  foreign key (site_id, parent_id) references categories (site_id, id),
  check (parent_id <> id)
);

create table products (
  site_id uuid not null references sites,
  id uuid not null,
  slug text not null,
  name text not null check (name <> ''),
  description text,
  status text not null check (status in ('active', 'draft', 'archived')),
  category_id uuid,
  vendor text,
  product_type text,
  tags text[] not null,
  options jsonb not null,
  images jsonb not null,
  is_physical boolean not null,
  charge_tax boolean not null,
  seo_title text,
  seo_description text,
  -- Written together with the fields above, so that lists read them without work.
  excerpt text,
  sort_name text collate "C" not null,
  min_price bigint not null check (min_price >= 0),
  max_price bigint not null check (max_price >= min_price),
  search tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug),
  foreign key (site_id, category_id) references categories (site_id, id)
);

create index products_by_created_at on products (site_id, created_at, id) where status = 'active';
create index products_by_updated_at on products (site_id, updated_at, id) where status = 'active';
create index products_by_price on products (site_id, min_price, id) where status = 'active';
create index products_by_name on products (site_id, sort_name, id) where status = 'active';
create index products_by_category on products (site_id, category_id) where status = 'active';
create index products_by_search on products using gin (site_id, search) where status = 'active';

-- What is priced, counted and sold. A product without options has exactly one, with no option values.
create table variants (
  site_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  position integer not null,
  title text not null,
  option_values jsonb not null,
  sku text,
  barcode text,
  price bigint not null check (price >= 0),
  compare_at_price bigint check (compare_at_price >= 0),
  cost bigint check (cost >= 0),
  inventory_quantity integer not null,
  track_quantity boolean not null,
  continue_selling_when_out_of_stock boolean not null,
  image_url text,
  weight double precision check (weight >= 0),
  weight_unit text not null check (weight_unit in ('g', 'kg', 'oz', 'lb')),
  primary key (site_id, id),
  unique (site_id, product_id, option_values),
  foreign key (site_id, product_id) references products (site_id, id) on delete cascade,
  constraint stock_is_not_oversold
    check (inventory_quantity >= 0 or not track_quantity or continue_selling_when_out_of_stock)
);

create index variants_by_price on variants (site_id, product_id, price);

create table product_sales (
  site_id uuid not null,
  product_id uuid not null,
  units bigint not null check (units >= 0),
  primary key (site_id, product_id),
  foreign key (site_id, product_id) references products (site_id, id) on delete cascade
);

create index product_sales_by_units on product_sales (site_id, units, product_id);

-- The vocabulary a misspelt word is compared with. Words are added with products and may outlive them.
create table search_words (
  site_id uuid not null references sites,
  length smallint not null,
  word text collate "C" not null,
  primary key (site_id, length, word)
);

create table collections (
  site_id uuid not null references sites,
  id uuid not null,
  slug text not null,
  title text not null check (title <> ''),
  description text,
  image_url text,
  is_active boolean not null,
  sort_order text not null
    check (sort_order in ('manual', 'best_selling', 'price_asc', 'price_desc', 'name_asc', 'newest')),
  position integer not null,
  seo_title text,
  seo_description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug)
);

create table collection_products (
  site_id uuid not null,
  collection_id uuid not null,
  product_id uuid not null,
  position integer not null,
  primary key (site_id, collection_id, product_id),
  foreign key (site_id, collection_id) references collections (site_id, id) on delete cascade,
  foreign key (site_id, product_id) references products (site_id, id) on delete cascade
);

create index collection_products_by_product on collection_products (site_id, product_id);

create table articles (
  site_id uuid not null references sites,
  id uuid not null,
  kind text not null check (kind in ('page', 'post')),
  slug text not null,
  title text not null check (title <> ''),
  type text,
  description text,
  body text,
  content jsonb,
  featured_image text,
  is_published boolean not null,
  published_at timestamptz,
  seo_title text,
  seo_description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, kind, slug),
  check (published_at is not null or not is_published)
);

create index articles_by_published_at on articles (site_id, kind, published_at, id) where is_published;
