import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

const RateRow = Type.Object({
  region: Type.String(),
  method: Type.Enum(["home", "desk"]),
  price: Type.Integer(),
  free_above: Nullable(Type.Integer()),
});
export type RateRow = Static<typeof RateRow>;

/** The rates of a region and those of everywhere else, at most four. */
export const ratesFor = (db: SiteDb, region: string) =>
  db.many(
    RateRow,
    sql`
    select region, method, price, free_above
    from shipping_rates
    where site_id = ${db.siteId} and region in (${region}, '*')
  `,
  );

const CostsRow = Type.Object({
  lowest: Nullable(Type.Integer()),
  highest: Nullable(Type.Integer()),
  /** To the door where no other rate is set; null when there is no such rate. */
  usual: Nullable(Type.Integer()),
});

/** What a delivery may cost for a subtotal, by all rates; nulls when there are none. */
export const costsOf = (db: SiteDb, subtotal: number) =>
  db.first(
    CostsRow,
    sql`
    select min(cost) as lowest, max(cost) as highest,
      max(cost) filter (where region = '*' and method = 'home') as usual
    from (
      select region, method, case when free_above <= ${subtotal}::bigint then 0 else price end as cost
      from shipping_rates
      where site_id = ${db.siteId}
    ) rates
  `,
  );

const ofRegion = (region: string | undefined): Sql => (region === undefined ? empty : sql`and region = ${region}`);

/** All rates, or those of a region: wilayas by number, other regions by name, everywhere else at the end. */
export const ratesOf = (db: SiteDb, { limit, offset }: OffsetPage, region?: string) =>
  db.many(
    RateRow,
    sql`
    select region, method, price, free_above
    from shipping_rates
    where site_id = ${db.siteId} ${ofRegion(region)}
    order by region = '*', length(region), region, method desc
    limit ${limit} offset ${offset}
  `,
  );

export const countRates = (db: SiteDb, region?: string) =>
  db.count(sql`
    select count(*)
    from shipping_rates
    where site_id = ${db.siteId} ${ofRegion(region)}
  `);

/** The rates of these regions. */
export const ratesIn = (db: SiteDb, regions: string[]) =>
  db.many(
    RateRow,
    sql`
    select region, method, price, free_above
    from shipping_rates
    where site_id = ${db.siteId} and region = any(${regions}::text[])
  `,
  );

export const deleteRates = (db: SiteDb, rates: { region: string; method: string }[]) =>
  db.run(sql`
    delete from shipping_rates
    where site_id = ${db.siteId} and (region, method) in (
      select r.region, r.method
      from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r (region text, method text)
    )
  `);

export const upsertRates = (db: SiteDb, rates: RateRow[]) =>
  db.run(sql`
    insert into shipping_rates (site_id, region, method, price, free_above)
    select ${db.siteId}, r.region, r.method, r.price, r.free_above
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
      as r (region text, method text, price bigint, free_above bigint)
    on conflict (site_id, region, method) do update
    set price = excluded.price, free_above = excluded.free_above
  `);
