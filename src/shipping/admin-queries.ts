import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { RateRow } from "./queries.ts";

/** The rates of these regions. */
export const findRatesOfRegions = (db: SiteDb, regions: string[]) =>
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
