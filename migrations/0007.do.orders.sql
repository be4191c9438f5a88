create table orders (
  site_id uuid not null references sites,
  id uuid not null,
  order_number text not null,
  cart_id uuid,
  customer_id uuid,
  status text not null
    check (status in ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')),
  payment_status text not null check (payment_status in ('unpaid', 'paid', 'refunded', 'partially_refunded')),
  payment_method text not null,
  currency text not null,
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null check (discount between 0 and subtotal),
  shipping_cost bigint not null check (shipping_cost >= 0),
  total bigint not null,
  items_count integer not null check (items_count > 0),
  coupon_code text,
  applied_discounts jsonb not null,
  customer_name text not null,
  customer_phone text not null,
  customer_email text,
  customer_wilaya text,
  wilaya_code text,
  customer_commune text,
  delivery_method text not null check (delivery_method in ('home', 'desk')),
  shipping_address json, -- as given, key by key
  customer_notes text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, order_number),
  unique (site_id, cart_id), -- one cart, one order
  foreign key (site_id, cart_id) references carts (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete set null (customer_id),
  constraint total_is_the_sum check (total = subtotal - discount + shipping_cost)
);

create index orders_by_customer on orders (site_id, customer_id, created_at, id) where customer_id is not null;
create index orders_by_created_at on orders (site_id, created_at, id);

-- Frozen: what was sold stays as it was shown, whatever becomes of the product.
create table order_items (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  position integer not null,
  product_id uuid not null,
  variant_id uuid not null,
  product_name text not null,
  product_slug text not null,
  product_image text,
  variant_title text not null,
  variant_options jsonb not null,
  sku text,
  price bigint not null check (price >= 0),
  compare_at_price bigint,
  quantity integer not null check (quantity > 0),
  subtotal bigint not null check (subtotal = price * quantity),
  discount bigint not null check (discount between 0 and subtotal),
  primary key (site_id, order_id, id),
  foreign key (site_id, order_id) references orders (site_id, id)
);

create table order_history (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  status text not null,
  payment_status text not null,
  actor text not null, -- who moved it: 'shopper', 'customer …', 'key …'
  created_at timestamptz not null,
  primary key (site_id, order_id, id),
  foreign key (site_id, order_id) references orders (site_id, id)
);

-- Which orders used which promotion. A cancelled order gives its uses back.
create table promotion_uses (
  site_id uuid not null,
  promotion_id uuid not null,
  order_id uuid not null,
  customer_key text not null, -- the customer's id, or a guest's phone number
  amount bigint not null check (amount >= 0), -- what it took off the order, delivery included
  created_at timestamptz not null,
  primary key (site_id, promotion_id, order_id),
  foreign key (site_id, promotion_id) references promotions (site_id, id) on delete cascade,
  foreign key (site_id, order_id) references orders (site_id, id)
);

create index promotion_uses_by_customer on promotion_uses (site_id, promotion_id, customer_key);
create index promotion_uses_by_order on promotion_uses (site_id, order_id);

-- Every change of stock, for ever. The movements of a variant add up to its inventory_quantity.
create table stock_movements (
  site_id uuid not null references sites,
  id uuid not null,
  variant_id uuid not null, -- which may be gone by now
  quantity integer not null check (quantity <> 0 or reason = 'opening'),
  reason text not null check (reason in ('opening', 'adjustment', 'sale', 'cancellation', 'return')),
  order_id uuid,
  order_item_id uuid,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, order_id, order_item_id) references order_items (site_id, order_id, id),
  check ((order_id is null) = (reason in ('opening', 'adjustment')))
);

create index stock_movements_by_variant on stock_movements (site_id, variant_id, id);
-- An order line is sold once and put back once.
create unique index stock_moves_once_for_an_order_line
  on stock_movements (site_id, order_id, order_item_id, (reason = 'sale')) where order_id is not null;

revoke update, delete, truncate on stock_movements, order_history from hanout_app;

insert into stock_movements (site_id, id, variant_id, quantity, reason, created_at)
select v.site_id, v.id, v.id, v.inventory_quantity, 'opening', p.created_at
from variants v
join products p on p.site_id = v.site_id and p.id = v.product_id;

create table idempotency_keys (
  site_id uuid not null references sites,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  response json, -- as it was sent, key by key; null only inside the transaction that is making it
  created_at timestamptz not null,
  primary key (site_id, route, key)
);

create index idempotency_keys_by_age on idempotency_keys (site_id, created_at);

alter table orders enable row level security;
alter table orders force row level security;
create policy of_the_store on orders using (site_id = current_site());
alter table order_items enable row level security;
alter table order_items force row level security;
create policy of_the_store on order_items using (site_id = current_site());
alter table order_history enable row level security;
alter table order_history force row level security;
create policy of_the_store on order_history using (site_id = current_site());
alter table promotion_uses enable row level security;
alter table promotion_uses force row level security;
create policy of_the_store on promotion_uses using (site_id = current_site());
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy of_the_store on idempotency_keys using (site_id = current_site());
