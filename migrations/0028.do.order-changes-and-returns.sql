-- Orders that change until they are shipped, come back in part, go with a carrier and are paid by it.

-- `cash_rounding`: totals of cash orders are rounded to a multiple of it, in minor units; 0: they are not.
-- `blocked_phone_policy`: whether orders of blocked phone numbers are refused, or only marked.
alter table sites
  add column cash_rounding bigint not null default 0 check (cash_rounding >= 0),
  add column blocked_phone_policy text not null default 'mark' check (blocked_phone_policy in ('mark', 'refuse'));

-- Existing rows are right with the defaults, so the constraints are only checked for them by 0029, without a lock.
-- `shipping_is_set`: the delivery cost was set by hand and stays when the order changes. It is not known of earlier orders, so
-- theirs stays too. Of the units that came back: `returned_count` is their number, `returned_subtotal` their price, and
-- `returned_amount` what was to be paid for them, after discounts. `remitted_amount`: what the carrier has paid to the shop, and
-- `remitted_at` when.
alter table orders
  add column rounding bigint not null default 0,
  add column shipping_is_set boolean not null default true,
  add column returned_count integer not null default 0,
  add column returned_subtotal bigint not null default 0,
  add column returned_amount bigint not null default 0,
  add column refunded_amount bigint not null default 0,
  add column remitted_amount bigint,
  add column remitted_at timestamptz,
  add column reason text;
alter table orders
  alter column shipping_is_set set default false,
  drop constraint total_is_the_sum,
  add constraint total_is_the_sum check (total = subtotal - discount + shipping_cost + rounding) not valid,
  add constraint total_is_not_negative check (total >= 0) not valid,
  add constraint not_more_returned_than_ordered check (
    returned_amount between 0 and subtotal - discount and returned_subtotal between returned_amount and subtotal
    and returned_count between 0 and items_count
  ) not valid,
  add constraint not_more_refunded_than_collected
    check (refunded_amount between 0 and coalesce(collected_amount, total)) not valid,
  add constraint remitted_amount_is_not_negative check (remitted_amount >= 0) not valid,
  add constraint remitted_with_its_time check ((remitted_amount is null) = (remitted_at is null)) not valid,
  add constraint known_reason check (
    reason in (
      'unreachable', 'refused', 'changed_mind', 'wrong_number', 'duplicate', 'damaged', 'lost', 'late', 'fake', 'other'
    )
  ) not valid;

-- A line that was removed stays with quantity 0, because movements of stock refer to it.
alter table order_items
  add column returned_quantity integer not null default 0,
  drop constraint order_items_quantity_check,
  add constraint order_items_quantity_check check (quantity >= 0) not valid,
  add constraint not_more_returned_than_sold check (returned_quantity between 0 and quantity) not valid;

alter table stock_movements
  drop constraint stock_movements_reason_check,
  add constraint stock_movements_reason_check
    check (reason in ('opening', 'adjustment', 'sale', 'cancellation', 'return', 'order_change')) not valid;

-- What a change of lines, delivery or address changed, as sentences without personal data; null for a change of status.
alter table order_history add column changes text[];

create table order_returns (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  reason text not null check (
    reason in (
      'unreachable', 'refused', 'changed_mind', 'wrong_number', 'duplicate', 'damaged', 'lost', 'late', 'fake', 'other'
    )
  ),
  refunded_amount bigint not null check (refunded_amount >= 0),
  actor text not null,
  created_at timestamptz not null,
  sequence integer not null,
  primary key (site_id, order_id, id),
  constraint order_returns_in_sequence unique (site_id, order_id, sequence)
);
select distribute_table('order_returns');
alter table order_returns add foreign key (site_id, order_id) references orders (site_id, id);
alter table order_returns enable row level security;
create policy of_the_store on order_returns to hanout_app using (site_id = current_site());
revoke update, delete, truncate on order_returns from hanout_app;

create table order_return_items (
  site_id uuid not null,
  order_id uuid not null,
  return_id uuid not null,
  order_item_id uuid not null,
  quantity integer not null check (quantity > 0),
  is_restocked boolean not null,
  primary key (site_id, order_id, return_id, order_item_id)
);
select distribute_table('order_return_items');
alter table order_return_items
  add foreign key (site_id, order_id, return_id) references order_returns (site_id, order_id, id),
  add foreign key (site_id, order_id, order_item_id) references order_items (site_id, order_id, id);
create index order_return_items_by_line on order_return_items (site_id, order_id, order_item_id);
alter table order_return_items enable row level security;
create policy of_the_store on order_return_items to hanout_app using (site_id = current_site());
revoke update, delete, truncate on order_return_items from hanout_app;

-- Orders name their carrier as `carriers.name` is written. Amounts are minor units, what a parcel costs the shop.
create table carriers (
  site_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  folded_name text not null,
  tracking_url text,
  -- Codes of wilayas, or names of regions; null: all.
  regions text[],
  methods text[] not null check (methods <@ array['home', 'desk'] and cardinality(methods) > 0),
  home_cost bigint check (home_cost >= 0),
  desk_cost bigint check (desk_cost >= 0),
  return_cost bigint check (return_cost >= 0),
  -- The columns of its parcel list; null: those of the default.
  parcel_columns jsonb,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint carriers_name unique (site_id, folded_name)
);
select distribute_table('carriers');
alter table carriers add foreign key (site_id) references sites (id);
create unique index carriers_by_name on carriers (site_id, name);
alter table carriers enable row level security;
create policy of_the_store on carriers to hanout_app using (site_id = current_site());

-- Phone numbers whose orders the store marks or refuses.
create table blocked_phones (
  site_id uuid not null,
  phone_key text not null,
  phone text not null,
  note text,
  created_at timestamptz not null,
  primary key (site_id, phone_key),
  check (phone_key = phone_key_of(phone))
);
select distribute_table('blocked_phones');
alter table blocked_phones add foreign key (site_id) references sites (id);
create index blocked_phones_by_time on blocked_phones (site_id, created_at, phone_key);
alter table blocked_phones enable row level security;
create policy of_the_store on blocked_phones to hanout_app using (site_id = current_site());
