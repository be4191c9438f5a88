import { type Static, Type } from "typebox";
import { isId } from "../core/ids.ts";
import { Nullable, type OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { ParcelColumns } from "./parcel-columns.ts";

const NullableAmount = Nullable(Type.Integer());

/** A carrier; amounts are minor units. */
export const CarrierRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  folded_name: Type.String(),
  tracking_url: Nullable(Type.String()),
  regions: Nullable(Type.Array(Type.String())),
  methods: Type.Array(Type.Enum(["home", "desk"])),
  home_cost: NullableAmount,
  desk_cost: NullableAmount,
  return_cost: NullableAmount,
  parcel_columns: Nullable(ParcelColumns),
  is_active: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type CarrierRow = Static<typeof CarrierRow>;

const COLUMNS = sql`
      id, name, folded_name, tracking_url, regions, methods, home_cost, desk_cost, return_cost, parcel_columns, is_active,
      created_at, updated_at`;

/** The carrier of this id or folded name. */
export const findCarrierByRef = (db: SiteDb, ref: string, foldedName: string) =>
  db.first(
    CarrierRow,
    sql`
    select ${COLUMNS}
    from carriers
    where site_id = ${db.siteId} and (folded_name = ${foldedName} or id = ${isId(ref) ? ref : null}::uuid)
    order by folded_name = ${foldedName} desc
    limit 1
  `,
  );

/** The carriers of these folded names. */
export const findCarriersNamed = (db: SiteDb, foldedNames: string[]) =>
  db.many(
    CarrierRow,
    sql`
    select ${COLUMNS}
    from carriers
    where site_id = ${db.siteId} and folded_name = any(${foldedNames}::text[])
  `,
  );

/** Locks a carrier until the transaction ends, also against orders that take its name. */
export const lockCarrier = (db: SiteDb, id: string) =>
  db.run(sql`
    select id
    from carriers
    where site_id = ${db.siteId} and id = ${id}
    for update
  `);

/** The name of the carrier of this folded name. It cannot change until the transaction ends. */
export const lockCarrierName = (db: SiteDb, foldedName: string) =>
  db.first(
    Type.Object({ name: Type.String() }),
    sql`
    select name
    from carriers
    where site_id = ${db.siteId} and folded_name = ${foldedName}
    for key share
  `,
  );

/** The ids of those of these carriers that orders name: they keep their name, and stay. */
export const findCarriersWithOrders = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select c.id
    from carriers c
    cross join lateral (
      select from orders o
      where o.site_id = ${db.siteId} and o.carrier = c.name
      order by o.created_at -- so that the index of carriers is used: else 100,000 orders are read when none has it, 29,585 pages, not 17
      limit 1
    ) o
    where c.site_id = ${db.siteId} and c.id = any(${[...ids]}::uuid[])
  `,
  );

/** So many names of carriers are looked at. Stores without saved carriers may write any, but they write few. */
export const MAX_NAMES = 200;

/**
 * The names of carriers as orders have them, each once, up to MAX_NAMES. Each step finds the next name in the index: 14 pages,
 * and 750 with `distinct` over 100,000 orders.
 */
export const findCarrierNames = (db: SiteDb) =>
  db.many(
    Type.Object({ name: Type.String() }),
    sql`
    with recursive names as (
      (
        select o.carrier as name
        from orders o
        where o.site_id = ${db.siteId} and o.carrier is not null
        order by o.carrier
        limit 1
      )
      union all
      select (
        select o.carrier
        from orders o
        where o.site_id = ${db.siteId} and o.carrier > n.name
        order by o.carrier
        limit 1
      )
      from names n
      where n.name is not null
    )
    select name
    from names
    where name is not null
    limit ${MAX_NAMES}
  `,
  );

/** Whether an order writes its carrier exactly so. */
export const hasOrdersOfCarrier = (db: SiteDb, name: string) =>
  db.exists(sql`
    select o.id
    from orders o
    where o.site_id = ${db.siteId} and o.carrier = ${name}
    order by o.created_at
    limit 1
  `);

/** By name. */
export const findCarriers = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    CarrierRow,
    sql`
    select ${COLUMNS}
    from carriers
    where site_id = ${db.siteId}
    order by folded_name
    limit ${limit} offset ${offset}
  `,
  );

export const countCarriers = (db: SiteDb) =>
  db.count(sql`
    select count(*)
    from carriers
    where site_id = ${db.siteId}
  `);

export const insertCarrier = (db: SiteDb, carrier: CarrierRow) =>
  db.run(sql`
    insert into carriers (
      site_id, id, name, folded_name, tracking_url, regions, methods, home_cost, desk_cost, return_cost, parcel_columns,
      is_active, created_at, updated_at
    )
    values (
      ${db.siteId}, ${carrier.id}, ${carrier.name}, ${carrier.folded_name}, ${carrier.tracking_url}, ${carrier.regions},
      ${carrier.methods}, ${carrier.home_cost}, ${carrier.desk_cost}, ${carrier.return_cost},
      ${carrier.parcel_columns && JSON.stringify(carrier.parcel_columns)}::jsonb, ${carrier.is_active},
      ${carrier.created_at}, ${carrier.updated_at}
    )
  `);

export const updateCarrier = (db: SiteDb, carrier: CarrierRow) =>
  db.run(sql`
    update carriers
    set name = ${carrier.name}, folded_name = ${carrier.folded_name}, tracking_url = ${carrier.tracking_url},
      regions = ${carrier.regions}, methods = ${carrier.methods}, home_cost = ${carrier.home_cost},
      desk_cost = ${carrier.desk_cost}, return_cost = ${carrier.return_cost},
      parcel_columns = ${carrier.parcel_columns && JSON.stringify(carrier.parcel_columns)}::jsonb,
      is_active = ${carrier.is_active}, updated_at = ${carrier.updated_at}
    where site_id = ${db.siteId} and id = ${carrier.id}
  `);
