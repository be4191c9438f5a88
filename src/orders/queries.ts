import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { empty, type Sql, sql, withFixedText } from "../db/sql.ts";
import { REASONS } from "./reasons.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, type Status } from "./status/transitions.ts";

const nullableText = Nullable(Type.String());
const StatusColumn = Type.Enum([...ORDER_STATUSES]);
const PaymentStatusColumn = Type.Enum([...PAYMENT_STATUSES]);

/** A discount as the order stored it; amounts are minor units. */
const DiscountSnapshotRow = Type.Object({
  id: Type.String(),
  code: nullableText,
  title: Type.String(),
  promotion_type: Type.Enum(["automatic", "coupon"]),
  discount_type: Type.Enum(["percentage", "fixed_amount", "free_shipping", "buy_x_get_y"]),
  discount_value: Type.Integer(),
  discount_amount: Type.Integer(),
  target_type: Type.Enum(["store", "products", "collections", "categories"]),
  target_ids: Type.Array(Type.String()),
  message: Type.String(),
  messages: Nullable(Type.Object({ ar: Type.String(), fr: Type.String(), en: Type.String() })),
});

const OrderItemRow = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  variant_id: Type.String(),
  product_name: Type.String(),
  product_slug: Type.String(),
  product_image: nullableText,
  variant_title: Type.String(),
  variant_options: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  sku: nullableText,
  price: Type.Integer(),
  compare_at_price: Nullable(Type.Integer()),
  quantity: Type.Integer(),
  subtotal: Type.Integer(),
  discount: Type.Integer(),
  returned_quantity: Type.Integer(),
});
export type OrderItemRow = Static<typeof OrderItemRow>;

export const OrderRow = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  customer_id: nullableText,
  status: StatusColumn,
  payment_status: PaymentStatusColumn,
  payment_method: Type.String(),
  currency: Type.String(),
  subtotal: Type.Integer(),
  discount: Type.Integer(),
  shipping_cost: Type.Integer(),
  /** Whether the delivery cost was set by hand. */
  shipping_is_set: Type.Boolean(),
  rounding: Type.Integer(),
  total: Type.Integer(),
  /** What was to be paid for the units that came back. */
  returned_amount: Type.Integer(),
  refunded_amount: Type.Integer(),
  collected_amount: Nullable(Type.Integer()),
  /** What the carrier has paid to the shop. */
  remitted_amount: Nullable(Type.Integer()),
  remitted_at: nullableText,
  /** Why it was cancelled or came back. */
  reason: Nullable(Type.Enum([...REASONS])),
  items_count: Type.Integer(),
  coupon_code: nullableText,
  applied_discounts: Type.Array(DiscountSnapshotRow),
  customer_name: Type.String(),
  customer_phone: Type.String(),
  customer_email: nullableText,
  customer_wilaya: nullableText,
  wilaya_code: nullableText,
  customer_commune: nullableText,
  delivery_method: Type.Enum(["home", "desk"]),
  shipping_address: Nullable(Type.Record(Type.String(), Type.Unknown())),
  customer_notes: nullableText,
  carrier: nullableText,
  tracking_number: nullableText,
  /** The carrier's address for tracking, with `{tracking_number}` in it. */
  tracking_template: nullableText,
  created_at: Type.String(),
  updated_at: Type.String(),
  items: Type.Array(OrderItemRow),
  history: Type.Array(Type.Object({ status: StatusColumn, payment_status: PaymentStatusColumn, at: Type.String() })),
});
export type OrderRow = Static<typeof OrderRow>;

/** The columns of `OrderRow`, of order `o`. */
export const orderColumns = (db: SiteDb): Sql => sql`
      o.id, o.order_number, o.customer_id, o.status, o.payment_status, o.payment_method, o.currency, o.subtotal,
      o.discount, o.shipping_cost, o.shipping_is_set, o.rounding, o.total, o.returned_amount, o.refunded_amount,
      o.collected_amount, o.remitted_amount, o.remitted_at, o.reason, o.items_count, o.coupon_code, o.applied_discounts,
      o.customer_name, o.customer_phone, o.customer_email, o.customer_wilaya, o.wilaya_code, o.customer_commune, o.delivery_method,
      o.shipping_address, o.customer_notes, o.carrier, o.tracking_number, o.created_at, o.updated_at,
      (select c.tracking_url from carriers c where c.site_id = ${db.siteId} and c.name = o.carrier) as tracking_template,
      (
        select jsonb_agg(
          jsonb_build_object(
            'id', i.id, 'product_id', i.product_id, 'variant_id', i.variant_id, 'product_name', i.product_name,
            'product_slug', i.product_slug, 'product_image', i.product_image, 'variant_title', i.variant_title,
            'variant_options', i.variant_options, 'sku', i.sku, 'price', i.price,
            'compare_at_price', i.compare_at_price, 'quantity', i.quantity, 'subtotal', i.subtotal,
            'discount', i.discount, 'returned_quantity', i.returned_quantity
          )
          order by i.position
        )
        from order_items i
        where i.site_id = ${db.siteId} and i.order_id = o.id and i.quantity > 0
      ) as items,
      (
        select jsonb_agg(
          jsonb_build_object('status', h.status, 'payment_status', h.payment_status, 'at', h.created_at)
          order by h.sequence
        )
        from order_history h
        where h.site_id = ${db.siteId} and h.order_id = o.id and h.changes is null
      ) as history`;

export const findOrderByNumber = (db: SiteDb, orderNumber: string) =>
  db.first(
    OrderRow,
    withFixedText(sql`
    select ${orderColumns(db)}
    from orders o
    where o.site_id = ${db.siteId} and o.order_number = ${orderNumber}
  `),
  );

const withStatus = (status: Status | undefined): Sql => (status ? sql`and o.status = ${status}` : empty);

/** A customer's orders, newest first. The inner query skips to the page, so that only its rows are aggregated. */
export const findOrdersOfCustomer = (
  db: SiteDb,
  customerId: string,
  status: Status | undefined,
  { limit, offset }: OffsetPage,
) =>
  db.many(
    OrderRow,
    withFixedText(sql`
    select ${orderColumns(db)}
    from (
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.customer_id = ${customerId} ${withStatus(status)}
      order by o.created_at desc, o.id desc
      limit ${limit} offset ${offset}
    ) page
    join orders o on o.site_id = ${db.siteId} and o.id = page.id
    order by o.created_at desc, o.id desc
  `),
  );

export const countOrdersOfCustomer = (db: SiteDb, customerId: string, status: Status | undefined) =>
  db.count(sql`
    select count(*)
    from orders o
    where o.site_id = ${db.siteId} and o.customer_id = ${customerId} ${withStatus(status)}
  `);
