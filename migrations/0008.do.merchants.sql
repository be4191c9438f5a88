-- What a key may do beyond opening the storefront API; a publishable key may do nothing more.
alter table api_keys
  add column scopes text[] not null default '{}'
    check (scopes <@ array['read', 'catalog', 'orders', 'content', 'settings', 'keys']);
update api_keys set scopes = array['read', 'catalog', 'orders', 'content', 'settings', 'keys'] where kind = 'secret';
alter table api_keys
  alter column scopes drop default,
  add check (kind = 'secret' or scopes = '{}');

-- Who changed what through which tool. Personal data never stands in it.
create table audit_log (
  site_id uuid not null references sites,
  id uuid not null,
  key_id uuid not null,
  key_name text not null,
  tool text not null,
  entity text not null, -- 'product', 'order', …
  entity_id text not null,
  label text not null, -- what a person calls it: a slug, an order number
  before json, -- the fields that changed; null when it was made
  after json, -- null when it was deleted
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, key_id) references api_keys (site_id, id)
);

create index audit_log_by_time on audit_log (site_id, created_at, id);
create index audit_log_by_entity on audit_log (site_id, entity, entity_id, created_at, id);
revoke update, delete, truncate on audit_log from hanout_app;

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy of_the_store on audit_log using (site_id = current_site());

-- What merchants do with an order after it came.
alter table orders
  add column carrier text,
  add column tracking_number text,
  add column collected_amount bigint check (collected_amount >= 0);

create index orders_by_status on orders (site_id, status, created_at, id);

-- Notes of the shop, and its calls to confirm an order.
create table order_notes (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  outcome text check (outcome in ('answered', 'no_answer', 'busy', 'postponed', 'wrong_number')), -- null: no call
  text text,
  call_again_at timestamptz,
  actor text not null,
  created_at timestamptz not null,
  primary key (site_id, order_id, id),
  foreign key (site_id, order_id) references orders (site_id, id),
  check (outcome is not null or text is not null)
);

alter table order_notes enable row level security;
alter table order_notes force row level security;
create policy of_the_store on order_notes using (site_id = current_site());

-- Null: made by the merchant, and has not signed up.
alter table customers alter column password_hash drop not null;
create index customers_by_created_at on customers (site_id, created_at, id);

create index products_by_age on products (site_id, created_at, id);
create index variants_by_sku on variants (site_id, sku) where sku is not null;

alter table categories add column updated_at timestamptz not null default now();
alter table categories alter column updated_at drop default;
alter table menus add column updated_at timestamptz not null default now();
alter table menus alter column updated_at drop default;

-- Why stock was adjusted, in a merchant's words.
alter table stock_movements add column note text;

-- What merchants look for by name.
create index orders_by_phone on orders (site_id, customer_phone);
create index customers_by_phone on customers (site_id, phone) where phone is not null;
create index audit_log_by_label on audit_log (site_id, lower(label), created_at, id);
