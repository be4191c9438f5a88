-- Indexes for finding orders, and constraints of 0028 on rows that were there. Outside a transaction, so that orders are placed
-- meanwhile. It can be run again.
drop index concurrently if exists orders_by_tracking_number;
create index concurrently orders_by_tracking_number on orders (site_id, tracking_number) where tracking_number is not null;
drop index concurrently if exists orders_by_carrier;
create index concurrently orders_by_carrier on orders (site_id, carrier, created_at, id) where carrier is not null;
drop index concurrently if exists orders_by_reason;
create index concurrently orders_by_reason on orders (site_id, reason, created_at, id) where reason is not null;
-- The newest orders of a phone number; it replaces the index of the number alone.
drop index concurrently if exists orders_by_phone;
create index concurrently orders_by_phone on orders (site_id, phone_key, created_at, id) where phone_key is not null;
drop index concurrently if exists orders_by_phone_key;
drop index concurrently if exists order_items_by_product;
create index concurrently order_items_by_product on order_items (site_id, product_id, order_id);
drop index concurrently if exists order_history_of_shipping;
create index concurrently order_history_of_shipping on order_history (site_id, created_at, order_id) where status = 'shipped';

-- A line is sold once and cancelled once; it may change and come back several times.
drop index concurrently if exists order_lines_sold_and_cancelled_once;
create unique index concurrently order_lines_sold_and_cancelled_once on stock_movements (
  site_id, order_id, order_item_id, (case when reason in ('sale', 'cancellation') then reason end)
) where order_id is not null;
drop index concurrently if exists stock_moves_once_for_an_order_line;

-- What was refunded is known of orders that were refunded in full.
update orders
set refunded_amount = coalesce(collected_amount, total)
where payment_status = 'refunded' and refunded_amount = 0;

alter table orders
  validate constraint total_is_the_sum,
  validate constraint total_is_not_negative,
  validate constraint not_more_returned_than_ordered,
  validate constraint not_more_refunded_than_collected,
  validate constraint remitted_amount_is_not_negative,
  validate constraint remitted_with_its_time,
  validate constraint known_reason;
alter table order_items
  validate constraint order_items_quantity_check,
  validate constraint not_more_returned_than_sold;
alter table stock_movements validate constraint stock_movements_reason_check;
