import { type Static, Type } from "typebox";
import { linesOf } from "../../core/columns/columns.ts";
import type { Erasure } from "../../core/columns/line.ts";
import { Nullable } from "../../core/shapes.ts";
import { type CustomerIdentity, ordersOfIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { join, raw, type Sql, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { ORDER_STATUSES } from "../status/transitions.ts";

/** What an erasure writes into a column; undefined: it leaves the value. */
const ERASURES: Partial<Record<Erasure, (column: Sql, placeholder: string, places: string[]) => Sql>> = {
  cleared: () => sql`null`,
  replaced: (_, placeholder) => sql`${placeholder}`,
  "kept if a place": (column, _, places) => sql`case when ${column} = any(${places}::text[]) then ${column} end`,
};

const erasedColumns = linesOf("orders").flatMap(([name, { erasure }]) => {
  const value = ERASURES[erasure];
  return value ? [{ name, erasure, value }] : [];
});

/** The columns of an order that have no value, or a placeholder, after an erasure. */
export const LOST_COLUMNS = erasedColumns.filter(({ erasure }) => erasure !== "kept if a place");

const text = Nullable(Type.String());
const PersonalDataRow = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  status: Type.Enum([...ORDER_STATUSES]),
  customer_id: text,
  customer_phone: text,
  shares: Type.Object({ phone: Nullable(Type.Boolean()), email: Nullable(Type.Boolean()) }),
  /** The columns that lose their values, by name. */
  personal: Type.Record(Type.String(), Type.Unknown()),
});
export type PersonalDataRow = Static<typeof PersonalDataRow>;

/**
 * The personal data in a person's orders, and in `shares` what each order has in common with the person. At most `limit`
 * orders (any of them), oldest first, locked until the transaction ends.
 */
export const lockOrdersOf = (db: SiteDb, person: CustomerIdentity, limit: number) =>
  db.many(
    PersonalDataRow,
    sql`
    select id, order_number, status, customer_id, customer_phone,
      jsonb_build_object(${join(LOST_COLUMNS.map(({ name }) => raw(`'${name}', ${name}`)))}) as personal,
      jsonb_build_object(
        'phone', phone_key = phone_key_of(${person.phone}::text), 'email', email_key = email_key_of(${person.email}::text)
      ) as shares
    from orders
    where site_id = ${db.siteId} and id = any(array(
      select matching.id
      from (${ordersOfIdentity(db, person)}) matching
      limit ${limit}
    ))
    order by id
    for no key update
  `,
  );

/** The regions of these orders as they were written, where the wilaya is known from the region or the commune. */
export const findRegions = (db: SiteDb, orderIds: string[]) =>
  db.many(
    Type.Object({ region: Type.String() }),
    sql`
    select distinct customer_wilaya as region
    from orders
    where site_id = ${db.siteId} and id = any(${orderIds}::uuid[])
      and customer_wilaya is not null and wilaya_code is not null
  `,
  );

/**
 * Replaces the personal data of these orders, and detaches them from their account. A region stays when it is one of `regions`; any other text there may be
 * personal.
 */
export const anonymiseOrders = (db: SiteDb, orderIds: string[], placeholder: string, regions: string[]) =>
  db.run(sql`
    update orders
    set ${join(erasedColumns.map(({ name, value }) => sql`${raw(name)} = ${value(raw(name), placeholder, regions)}`))},
      updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = any(${orderIds}::uuid[])
  `);

export const eraseNotes = (db: SiteDb, orderIds: string[], placeholder: string) =>
  db.run(sql`
    update order_notes
    set text = case when outcome is null then ${placeholder} end
    where site_id = ${db.siteId} and order_id = any(${orderIds}::uuid[])
  `);
