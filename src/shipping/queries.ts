import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

export const RateRow = Type.Object({
  region: Type.String(),
  method: Type.Enum(["home", "desk"]),
  price: Type.Integer(),
  free_above: Nullable(Type.Integer()),
});
export type RateRow = Static<typeof RateRow>;

/** The rates of a region and those of everywhere else, at most four. */
export const findRatesForRegion = (db: SiteDb, region: string) =>
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
  /** The home rate of everywhere else; null when the store has none. */
  usual: Nullable(Type.Integer()),
});

/** The range of what a delivery costs for a subtotal (minor units), over all rates; nulls when the store has none. */
export const findCostRange = (db: SiteDb, subtotal: number) =>
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

const CoverageRow = Type.Object({
  has_rates: Type.Boolean(),
  /** Whether there is a rate for everywhere else. */
  has_rest: Type.Boolean(),
});

/** Where the store has rates. `methods`: those whose rates count. */
export const findCoverage = (db: SiteDb, methods: string[]) =>
  db.first(
    CoverageRow,
    sql`
    select count(*) > 0 as has_rates,
      count(*) filter (where region = '*' and method = any(${methods}::text[])) > 0 as has_rest
    from shipping_rates
    where site_id = ${db.siteId}
  `,
  );

const ofRegion = (region: string | undefined): Sql => (region === undefined ? empty : sql`and region = ${region}`);

/** All rates, or those of a region: wilayas by number, other regions by name, everywhere else at the end. */
export const findRates = (db: SiteDb, { limit, offset }: OffsetPage, region?: string) =>
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
