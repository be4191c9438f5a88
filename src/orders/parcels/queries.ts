import { type Static, Type } from "typebox";
import type { KnownCarrier } from "../../carriers/carriers.ts";
import { type Cursor, type CursorPage, Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, type Sql, sql } from "../../db/sql.ts";

/** A place in a list: the order, and the time by which the list is sorted. */
const Place = Type.Object({ id: Type.String(), created_at: Type.String() });
export type Place = Static<typeof Place>;

const from = (after: Cursor | null, createdAt: Sql, id: Sql): Sql =>
  after ? sql`and (${createdAt}, ${id}) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : empty;

/**
 * The orders that a carrier got in a period, by the time at which they were first shipped, from after the cursor on. A shipped
 * order has further entries, when it was paid for example. The carrier is looked up by the order's id: in a
 * join, PostgreSQL may read all orders of the carrier for each entry.
 */
export const findShippedOrders = (
  db: SiteDb,
  spellings: string[],
  period: { from: string; to: string },
  { after, limit }: CursorPage,
) =>
  db.many(
    Place,
    sql`
    select h.order_id as id, h.created_at
    from order_history h
    where h.site_id = ${db.siteId} and h.status = 'shipped' and h.created_at >= ${period.from}
      and h.created_at < ${period.to} ${from(after, sql`h.created_at`, sql`h.order_id`)}
      and (select o.carrier from orders o where o.site_id = ${db.siteId} and o.id = h.order_id) = any(${spellings}::text[])
      and not exists (
        select from order_history e
        where e.site_id = ${db.siteId} and e.order_id = h.order_id and e.status = 'shipped' and e.sequence < h.sequence
      )
    order by h.created_at, h.order_id
    limit ${limit}
  `,
  );

/**
 * The confirmed and processing orders of a carrier, and those without a carrier that it serves, oldest first. Regions that are
 * no wilayas are not compared. Each status has its index: 108 pages, and 1,372 with `status in (…)`, among 100,000 orders.
 */
export const findReadyOrders = (db: SiteDb, carrier: KnownCarrier, { after, limit }: CursorPage) => {
  const regions = db.country === "DZ" ? carrier.regions : null;
  const withStatus = (status: "confirmed" | "processing"): Sql => sql`(
      select o.id, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.status = ${status} ${from(after, sql`o.created_at`, sql`o.id`)}
        and (
          o.carrier = any(${carrier.spellings}::text[])
          or (
            o.carrier is null and o.delivery_method = any(${carrier.methods}::text[])
            and (${regions}::text[] is null or o.wilaya_code is null or o.wilaya_code = any(${regions}::text[]))
          )
        )
      order by o.created_at, o.id
      limit ${limit}
    )`;
  return db.many(
    Place,
    sql`
    select id, created_at
    from (
      ${withStatus("confirmed")}
      union all
      ${withStatus("processing")}
    ) ready
    order by created_at, id
    limit ${limit}
  `,
  );
};

const Parcel = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  carrier: Nullable(Type.String()),
  customer_name: Type.String(),
  customer_phone: Type.String(),
  customer_wilaya: Nullable(Type.String()),
  wilaya_code: Nullable(Type.String()),
  customer_commune: Nullable(Type.String()),
  shipping_address: Nullable(Type.Record(Type.String(), Type.Unknown())),
  delivery_method: Type.Enum(["home", "desk"]),
  status: Type.String(),
  payment_status: Type.String(),
  payment_method: Type.String(),
  currency: Type.String(),
  total: Type.Integer(),
  returned_amount: Type.Integer(),
  tracking_number: Nullable(Type.String()),
  customer_notes: Nullable(Type.String()),
  items: Type.Array(
    Type.Object({
      product_name: Type.String(),
      variant_title: Type.String(),
      has_variants: Type.Boolean(),
      quantity: Type.Integer(),
      /** Of one piece, as the catalogue says now. */
      weight: Nullable(Type.Number()),
      weight_unit: Nullable(Type.String()),
    }),
  ),
});
export type Parcel = Static<typeof Parcel>;

/** What parcel lists say of these orders. */
export const findParcels = (db: SiteDb, orderIds: string[]) =>
  db.many(
    Parcel,
    sql`
    select o.id, o.order_number, o.carrier, o.customer_name, o.customer_phone, o.customer_wilaya, o.wilaya_code,
      o.customer_commune, o.shipping_address, o.delivery_method, o.status, o.payment_status, o.payment_method, o.currency, o.total,
      o.returned_amount, o.tracking_number, o.customer_notes,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'product_name', i.product_name, 'variant_title', i.variant_title,
              'has_variants', jsonb_array_length(i.variant_options) > 0, 'quantity', i.quantity, 'weight', v.weight,
              'weight_unit', v.weight_unit
            )
            order by i.position
          ),
          '[]'
        )
        from order_items i
        left join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
        where i.site_id = ${db.siteId} and i.order_id = o.id and i.quantity > 0
      ) as items
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(${orderIds}::uuid[])
  `,
  );
