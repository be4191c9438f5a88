-- Releases before 0028 took orders back as a whole, and recorded refunds without an amount. Their lines, returns and amounts
-- follow here. Orders with amounts of what came back have them from later releases.
insert into order_returns (site_id, order_id, id, reason, refunded_amount, actor, created_at, sequence)
select distinct on (o.site_id, o.id) o.site_id, o.id, o.id, 'other', 0, h.actor, h.created_at, 0
from orders o
join order_history h on h.site_id = o.site_id and h.order_id = o.id and h.status = 'returned'
where o.status = 'returned' and o.returned_count = 0
order by o.site_id, o.id, h.sequence
on conflict do nothing;

insert into order_return_items (site_id, order_id, return_id, order_item_id, quantity, is_restocked)
select r.site_id, r.order_id, r.id, i.id, i.quantity, m.order_item_id is not null
from order_returns r
join orders o on o.site_id = r.site_id and o.id = r.order_id
join order_items i on i.site_id = r.site_id and i.order_id = r.order_id
left join stock_movements m
  on m.site_id = i.site_id and m.order_id = i.order_id and m.order_item_id = i.id and m.reason = 'return'
where r.id = r.order_id and o.returned_count = 0 and i.quantity > 0
on conflict do nothing;

update order_items i
set returned_quantity = i.quantity
from orders o
where o.site_id = i.site_id and o.id = i.order_id and o.status = 'returned' and o.returned_count = 0;

update orders
set returned_count = items_count, returned_subtotal = subtotal, returned_amount = subtotal - discount
where status = 'returned' and returned_count = 0;

update orders
set refunded_amount = coalesce(collected_amount, total)
where payment_status = 'refunded' and refunded_amount = 0;
