create table carts (
  site_id uuid not null references sites,
  id uuid not null,
  customer_id uuid,
  status text not null check (status in ('open', 'converted')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete set null (customer_id)
);

create index carts_by_expiry on carts (site_id, expires_at) where status = 'open';
create index carts_by_customer on carts (site_id, customer_id) where customer_id is not null;

create table cart_items (
  site_id uuid not null,
  cart_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  quantity integer not null check (quantity between 1 and 9999),
  primary key (site_id, cart_id, id),
  unique (site_id, cart_id, variant_id),
  foreign key (site_id, cart_id) references carts (site_id, id) on delete cascade,
  foreign key (site_id, variant_id) references variants (site_id, id) on delete cascade
);

create index cart_items_by_variant on cart_items (site_id, variant_id);
