import { Type } from "typebox";
import { sql } from "../../src/db/sql.ts";

export const ViolationCount = Type.Object({ what: Type.String(), faults: Type.Integer() });

/** The number of rows that `invariantViolations` returns. */
export const INVARIANT_COUNT = 16;

/**
 * A query for the number of violations of each invariant of a store: stock is the sum of its movements; each order
 * line took as many units as it has, and got back what was cancelled or came back; the sums of orders and of what came back are
 * right; what was collected, refunded and remitted agrees with the payment status; the uses of promotions are counted.
 */
export const invariantViolations = (siteId: string) => sql`
  select 'stock is not the sum of its movements' as what, count(*) as faults
  from (
    select v.id
    from variants v
    left join stock_movements m on m.site_id = ${siteId} and m.variant_id = v.id
    where v.site_id = ${siteId}
    group by v.id, v.inventory_quantity
    having v.inventory_quantity <> coalesce(sum(m.quantity), 0)
  ) broken
  union all
  select 'a line that is not sold, or not exactly', count(*)
  from order_items i
  where i.site_id = ${siteId} and not coalesce((
    select m.variant_id = i.variant_id and count(*) filter (where m.reason = 'sale') <= 1 and -sum(m.quantity) = i.quantity
    from stock_movements m
    where m.site_id = ${siteId} and m.order_id = i.order_id and m.order_item_id = i.id
      and m.reason in ('sale', 'order_change')
    group by m.variant_id
  ), false)
  union all
  select 'a line not put back, or put back without a reason', count(*)
  from order_items i
  join orders o on o.site_id = ${siteId} and o.id = i.order_id
  join variants v on v.site_id = ${siteId} and v.id = i.variant_id
  where i.site_id = ${siteId}
    and (case when o.status = 'cancelled' then i.quantity else 0 end, (
      select coalesce(sum(r.quantity), 0)
      from order_return_items r
      where r.site_id = ${siteId} and r.order_id = i.order_id and r.order_item_id = i.id and r.is_restocked
    )) <> (
      select coalesce(sum(m.quantity) filter (where m.reason = 'cancellation'), 0),
        coalesce(sum(m.quantity) filter (where m.reason = 'return'), 0)
      from stock_movements m
      where m.site_id = ${siteId} and m.order_id = i.order_id and m.order_item_id = i.id
    )
  union all
  select 'units that came back and are not in the returns of their order', count(*)
  from order_items i
  where i.site_id = ${siteId} and i.returned_quantity <> (
    select coalesce(sum(r.quantity), 0)
    from order_return_items r
    where r.site_id = ${siteId} and r.order_id = i.order_id and r.order_item_id = i.id
  )
  union all
  select 'an order that is returned with units left, or of which all came back', count(*)
  from orders o
  where o.site_id = ${siteId} and (o.status = 'returned') <> (
    select sum(i.returned_quantity) > 0 and sum(i.returned_quantity) = sum(i.quantity)
    from order_items i
    where i.site_id = ${siteId} and i.order_id = o.id
  )
  union all
  select 'amounts of what came back that are not those of the units', count(*)
  from orders o
  where o.site_id = ${siteId} and (o.returned_count, o.returned_subtotal, o.returned_amount) <> (
    select sum(i.returned_quantity), sum(i.price * i.returned_quantity),
      sum(floor((i.subtotal - i.discount)::numeric * i.returned_quantity / greatest(i.quantity, 1)))
    from order_items i
    where i.site_id = ${siteId} and i.order_id = o.id
  )
  union all
  select 'amounts that do not agree with the payment status', count(*)
  from orders o
  cross join lateral (
    select coalesce(o.collected_amount, 0) as collected, o.refunded_amount as refunded,
      greatest(o.total - o.returned_amount, 0) as due
  ) a
  where o.site_id = ${siteId} and (
    o.payment_status <> case
      when a.refunded > 0 then case when a.refunded < a.collected then 'partially_refunded' else 'refunded' end
      when a.collected > 0 then case when a.collected < a.due then 'unpaid' else 'paid' end
      when a.due > 0 then 'unpaid'
      else o.payment_status -- of nothing
    end
    or a.refunded > a.collected
    or o.remitted_amount > a.collected
    or (o.collected_amount is null and (o.payment_status <> 'unpaid' or o.remitted_amount is not null))
    or (o.payment_status = 'unpaid' and o.collected_amount is not null and lower(o.payment_method) <> 'cod')
  )
  union all
  select 'refunds of less than the returns', count(*)
  from orders o
  where o.site_id = ${siteId} and o.refunded_amount < (
    select coalesce(sum(r.refunded_amount), 0)
    from order_returns r
    where r.site_id = ${siteId} and r.order_id = o.id
  )
  union all
  select 'an order that is not the sum of its lines', count(*)
  from orders o
  where o.site_id = ${siteId} and not coalesce((o.subtotal, o.discount, o.items_count) = (
    select sum(i.subtotal), sum(i.discount), sum(i.quantity)
    from order_items i
    where i.site_id = ${siteId} and i.order_id = o.id
  ), false)
  union all
  select 'a total that is not lines - discount + shipping + rounding', count(*)
  from orders o
  where o.site_id = ${siteId} and (o.total <> o.subtotal - o.discount + o.shipping_cost + o.rounding or o.total < 0)
  union all
  select 'a discount that is not the sum of the promotions off its lines', count(*)
  from orders o
  where o.site_id = ${siteId} and o.discount <> (
    select coalesce(sum((d->>'discount_amount')::bigint) filter (where d->>'discount_type' <> 'free_shipping'), 0)
    from jsonb_array_elements(o.applied_discounts) d
  )
  union all
  select 'an order whose cart is open, or a closed cart without its order', count(*)
  from carts c
  left join orders o on o.site_id = ${siteId} and o.cart_id = c.id
  where c.site_id = ${siteId} and (c.status = 'converted') <> (o.id is not null)
  union all
  select 'stock sold that was not there', count(*)
  from variants v
  where v.site_id = ${siteId} and v.inventory_quantity < 0 and v.track_quantity
    and not v.continue_selling_when_out_of_stock
  union all
  select 'uses that are not counted, or too many', count(*)
  from promotions p
  where p.site_id = ${siteId} and (p.usage_limit is not null or p.usage_limit_per_customer is not null)
    and (
      p.used_count <> (select count(*) from promotion_uses u where u.site_id = ${siteId} and u.promotion_id = p.id)
      or p.used_count > p.usage_limit
    )
  union all
  select 'a promotion used more often than a customer may by one account, phone or e-mail', count(*)
  from (
    select u.promotion_id
    from promotions p
    join promotion_uses u on u.site_id = ${siteId} and u.promotion_id = p.id
    join orders o on o.site_id = ${siteId} and o.id = u.order_id
    cross join lateral (
      select 'account ' || o.customer_id as key, '-infinity'::timestamptz as since
      union
      select 'phone ' || nullif(translate(o.customer_phone, '+-(). ', ''), ''), '-infinity'
      union
      select 'email ' || lower(o.customer_email), '-infinity'
      union
      select 'account ' || c.id, c.updated_at -- an account that has the phone or e-mail, since it has it
      from customers c
      where c.site_id = ${siteId} and c.id is distinct from o.customer_id
        and (
          translate(c.phone, '+-(). ', '') = nullif(translate(o.customer_phone, '+-(). ', ''), '')
          or lower(c.email) = lower(o.customer_email)
        )
    ) shared
    where p.site_id = ${siteId} and p.usage_limit_per_customer is not null
      and shared.key is not null and o.customer_name <> '(erased)'
    group by u.promotion_id, shared.key, p.usage_limit_per_customer
    having count(*) > p.usage_limit_per_customer and max(o.created_at) > max(shared.since)
  ) broken
  union all
  select 'units sold that do not add up', count(*)
  from (
    select coalesce(s.product_id, i.product_id) as product_id
    from (select product_id, units from product_sales where site_id = ${siteId}) s
    full join (
      select i.product_id, sum(i.quantity - i.returned_quantity) as units
      from order_items i
      join orders o on o.site_id = ${siteId} and o.id = i.order_id
      join products p on p.site_id = ${siteId} and p.id = i.product_id -- a deleted product has no sales count
      where i.site_id = ${siteId} and o.status not in ('cancelled', 'returned')
      group by i.product_id
    ) i on i.product_id = s.product_id
    where coalesce(s.units, 0) <> coalesce(i.units, 0)
  ) broken
`;
