import { isDeepStrictEqual } from "node:util";
import type { Changed } from "../core/changes.ts";
import { invalidValue } from "../core/problem.ts";
import { readAmount } from "../core/read-amount.ts";
import type { OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { deleteRates, findRatesOfRegions, upsertRates } from "./admin-queries.ts";
import { countRates, findRates, type RateRow } from "./queries.ts";
import { EVERYWHERE, regionKey } from "./regions.ts";
import { renderRate } from "./render.ts";
import type { ShippingRate } from "./schema.ts";
import { recogniseWilaya } from "./wilayas/recognise-wilaya.ts";
import { unknownWilaya } from "./wilayas/require-wilaya.ts";

/** A rate as a merchant enters it, in major units. */
export interface RateInput {
  /** A wilaya's code or name, outside Algeria the region as customers write it; or EVERYWHERE. */
  region: string;
  method: RateRow["method"];
  /** Null removes the rate. */
  price: number | null;
  /** Undefined: stays as it is. */
  free_above?: number | null | undefined;
}

/** The store's rates, or only those of a region. Throws `invalid_value` for an unknown region. */
export async function ratesForAdmin(
  db: SiteDb,
  region: string | undefined,
  page: OffsetPage,
): Promise<{ rates: ShippingRate[]; total: number }> {
  const key = region === undefined ? undefined : readRegion(db, "region", region);
  const [rates, total] = await Promise.all([findRates(db, page, key), countRates(db, key)]);
  return { rates: rates.map((rate) => renderRate(db, rate)), total };
}

/** The rate that changes call so: its region and its method, with a space between; undefined when there is none. */
export async function showRate(db: SiteDb, label: string): Promise<ShippingRate | undefined> {
  const found = await findRatesOfRegions(db, [label.slice(0, label.lastIndexOf(" "))]);
  const rate = found.find((one) => labelOf(one) === label);
  return rate && renderRate(db, rate);
}

const labelOf = ({ region, method }: Pick<RateRow, "region" | "method">): string => `${region} ${method}`;

/**
 * Sets and removes rates; rates that are not given stay. Returns each given rate before and after the change. Throws
 * `invalid_value` for an unknown region, a duplicate rate and an amount that is not valid.
 */
export async function changeRates(
  db: SiteDb,
  given: RateInput[],
): Promise<(Changed<ShippingRate> & { label: string })[]> {
  const requested = given.map((rate, i) => readRate(db, rate, `rates.${i}`));
  refuseDuplicates(requested);
  await lockForTransaction(db, "shipping rates"); // a rate that does not exist yet has no row to lock
  const current = await findRatesOfRegions(
    db,
    requested.map(({ region }) => region),
  );
  const changes = requested.map(({ region, method, price, free_above }) => {
    const before = current.find((rate) => rate.region === region && rate.method === method) ?? null;
    const freeAbove = free_above === undefined ? (before?.free_above ?? null) : free_above;
    const after = price === null ? null : { region, method, price, free_above: freeAbove };
    return { label: labelOf({ region, method }), before, after };
  });
  await db.recording.remember(
    "shipping_rates",
    "region",
    requested.map(({ region }) => region),
  );
  await upsertRates(
    db,
    changes.flatMap(({ after }) => after ?? []),
  );
  await deleteRates(
    db,
    requested.filter(({ price }) => price === null),
  );
  if (changes.some(({ before, after }) => !isDeepStrictEqual(before, after))) db.changed(["shipping"]);
  return changes.map(({ label, before, after }) => ({
    label,
    before: before && renderRate(db, before),
    after: after && renderRate(db, after),
  }));
}

function readRate(db: SiteDb, { region, method, price, free_above }: RateInput, path: string) {
  const amount = (name: string, major: number | null) =>
    major === null ? null : readAmount(`${path}.${name}`, major, db.currency);
  return {
    region: readRegion(db, `${path}.region`, region),
    method,
    price: amount("price", price),
    free_above: free_above === undefined ? undefined : amount("free_above", free_above),
  };
}

function refuseDuplicates(rates: { region: string; method: string }[]): void {
  const seen = new Set<string>();
  for (const [i, { region, method }] of rates.entries()) {
    const rate = `${region} ${method}`;
    if (seen.has(rate)) throw invalidValue(`rates.${i}`, `is the rate "${rate}" a second time`);
    seen.add(rate);
  }
}

/** The region's key: a wilaya's code in Algeria, recognised as that of an order is. */
function readRegion({ country }: SiteDb, path: string, text: string): string {
  const region = regionKey(text);
  if (region === "") throw invalidValue(path, "must not be empty");
  if (region === EVERYWHERE || country !== "DZ") return region;
  const wilaya = recogniseWilaya(text);
  if (wilaya) return wilaya.code;
  throw unknownWilaya(path, text, [EVERYWHERE]);
}

/**
 * Creates rates, or replaces those of the same region and method, without validation: for data that the program itself
 * made. Amounts are minor units. `region` is a wilaya's code, outside Algeria what customers write as their region, or
 * EVERYWHERE.
 */
export async function saveShippingRates(db: SiteDb, rates: RateRow[]): Promise<void> {
  await upsertRates(
    db,
    rates.map((rate) => ({ ...rate, region: regionKey(rate.region) })),
  );
  db.changed(["shipping"]);
}
