-- Orders that change until they are shipped, come back in part, go with a carrier and are paid by it.

-- `cash_rounding`: totals of cash orders are rounded to a multiple of it, in minor units; 0: they are not.
-- `blocked_phone_policy`: whether orders of blocked phone numbers are refused, or only marked.
alter table sites
  add column cash_rounding bigint not null default 0,
  add column blocked_phone_policy text not null default 'mark';
alter table sites add constraint sites_cash_rounding_check check (cash_rounding >= 0);
alter table sites add constraint sites_blocked_phone_policy_check check (blocked_phone_policy in ('mark', 'refuse'));

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
alter table orders alter column shipping_is_set set default false, drop constraint total_is_the_sum;
alter table orders
  add constraint total_is_the_sum check (total = subtotal - discount + shipping_cost + rounding) not valid;
alter table orders add constraint total_is_not_negative check (total >= 0) not valid;
alter table orders
  add constraint not_more_returned_than_ordered check (
    returned_amount between 0 and subtotal - discount and returned_subtotal between returned_amount and subtotal
    and returned_count between 0 and items_count
  ) not valid;
alter table orders
  add constraint not_more_refunded_than_collected
    check (refunded_amount between 0 and coalesce(collected_amount, total)) not valid;
alter table orders add constraint remitted_amount_is_not_negative check (remitted_amount >= 0) not valid;
alter table orders
  add constraint remitted_with_its_time check ((remitted_amount is null) = (remitted_at is null)) not valid;
alter table orders
  add constraint known_reason check (
    reason in (
      'unreachable', 'refused', 'changed_mind', 'wrong_number', 'duplicate', 'damaged', 'lost', 'late', 'fake', 'other'
    )
  ) not valid;

-- A line that was removed stays with quantity 0, because movements of stock refer to it.
alter table order_items
  add column returned_quantity integer not null default 0,
  drop constraint order_items_quantity_check;
alter table order_items add constraint order_items_quantity_check check (quantity >= 0) not valid;
alter table order_items
  add constraint not_more_returned_than_sold check (returned_quantity between 0 and quantity) not valid;

alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements
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
  add foreign key (site_id, order_id, return_id) references order_returns (site_id, order_id, id);
alter table order_return_items
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

-- Phone numbers whose orders the store marks or refuses. The log of calls names them by `id`.
create table blocked_phones (
  site_id uuid not null,
  id uuid not null,
  phone_key text not null,
  phone text not null,
  note text,
  created_at timestamptz not null,
  primary key (site_id, id),
  constraint blocked_phones_by_key unique (site_id, phone_key),
  check (phone_key = phone_key_of(phone))
);
select distribute_table('blocked_phones');
alter table blocked_phones add foreign key (site_id) references sites (id);
create index blocked_phones_by_time on blocked_phones (site_id, created_at, id);
alter table blocked_phones enable row level security;
create policy of_the_store on blocked_phones to hanout_app using (site_id = current_site());

-- `find_order_ids` with more filters. Servers of the release before still call that.
--
-- Ids of orders, newest first. With `words`, `digits` or `known`, an order matches when its customer's name contains every
-- word, its phone number contains the digits, or it is one of `known`. Every other parameter narrows further; null does
-- not. Of `words` and `digits` one is null. `region` is a region or commune in small letters, decomposed (NFKD). `products`
-- and `variants`: an order has a line of one of these products, and of one of these variants if they are given. `to_call_at`:
-- the last call's time to call again has passed then, or the order is pending and nobody has called.
--
-- The index finds the orders that match the text or have the products, if they are few. If they are many, or the text is a
-- single letter, a page is soon found among the newest orders, from the last one with the products on. `for_count` says that the order does not matter. The statements
-- are planned anew for each call, because the best plan depends on the values, and without JIT compilation, which the cost
-- of `text_parts` would cause.
create function search_order_ids(
  site uuid, words text[], digits text, known uuid[], region text, wanted_status text, wanted_payment_status text,
  wilaya text, among uuid[], products uuid[], variants uuid[], carriers text[], tracking_numbers text[],
  wanted_reason text, method text, min_total bigint, max_total bigint, to_call_at timestamptz, from_time timestamptz,
  to_time timestamptz, after_time timestamptz, after_id uuid, max_rows integer, for_count boolean
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
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
revoke execute on function search_order_ids from public;
grant execute on function search_order_ids to hanout_app;
