create table promotions (
  site_id uuid not null references sites,
  id uuid not null,
  code text check (code <> '' and code !~ ','), -- null: automatic
  folded_code text, -- as codes are compared
  title text not null check (title <> ''),
  message text,
  discount_type text not null check (discount_type in ('percentage', 'fixed_amount', 'free_shipping', 'buy_x_get_y')),
  discount_value bigint not null check (discount_value >= 0), -- hundredths of a percent, or minor units
  buy_quantity integer not null check (buy_quantity >= 0),
  get_quantity integer not null check (get_quantity >= 0),
  target_type text not null check (target_type in ('store', 'products', 'collections', 'categories')),
  target_ids uuid[] not null,
  min_order_amount bigint check (min_order_amount >= 0),
  min_quantity integer check (min_quantity >= 0),
  max_discount_amount bigint check (max_discount_amount >= 0),
  starts_at timestamptz,
  expires_at timestamptz check (expires_at > starts_at),
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  used_count integer not null check (used_count >= 0), -- kept up to date while there is a limit
  is_combinable boolean not null,
  is_discoverable boolean not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, folded_code),
  check ((code is null) = (folded_code is null)),
  check (discount_type not in ('percentage', 'buy_x_get_y') or discount_value between 1 and 10000),
  check ((discount_type = 'buy_x_get_y') = (buy_quantity > 0 and get_quantity > 0)),
  check (discount_type = 'buy_x_get_y' or (buy_quantity = 0 and get_quantity = 0)),
  constraint promotion_is_not_overused check (usage_limit is null or used_count <= usage_limit)
);

create index automatic_promotions on promotions (site_id, id) where code is null and is_active;
create index discoverable_promotions on promotions (site_id, id) where is_discoverable and is_active;
