import type { Changed } from "../core/changes.ts";
import { readAmount } from "../core/money.ts";
import { invalidValue } from "../core/problem.ts";
import type { OffsetPage } from "../core/shapes.ts";
import { fold } from "../core/text/fold.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { countRates, deleteRates, type RateRow, ratesIn, ratesOf, upsertRates } from "./queries.ts";
import { recogniseWilaya } from "./recognise-wilaya.ts";
import { noWilaya } from "./require-wilaya.ts";
import type { ShippingRate } from "./schema.ts";
import { EVERYWHERE, renderRate } from "./shipping.ts";

/** A rate as a merchant says it, in major units. */
export interface RateGiven {
  /** A wilaya's code or name, elsewhere what customers write as their region; or EVERYWHERE. */
  region: string;
  method: RateRow["method"];
  /** Null: no rate. */
  price: number | null;
  /** What is not said stays. */
  free_above?: number | null | undefined;
}

/** The store's rates, or those of a region. Throws `invalid_value` for a region that is none. */
export async function ratesForAdmin(
  db: SiteDb,
  region: string | undefined,
  span: OffsetPage,
): Promise<{ rates: ShippingRate[]; total: number }> {
  const wanted = region === undefined ? undefined : readRegion(db, "region", region);
  const rates = await ratesOf(db, span, wanted);
  return { rates: rates.map((rate) => renderRate(db, rate)), total: await countRates(db, wanted) };
}

/**
 * Makes, changes and takes away rates; others stay. Answers each that was said, as it was and as it is. Throws
 * `invalid_value` for a region that is none, one said twice, and an amount that is none.
 */
export async function changeRates(
  db: SiteDb,
  given: RateGiven[],
): Promise<(Changed<ShippingRate> & { label: string })[]> {
  const wanted = given.map((rate, i) => readRate(db, rate, `rates.${i}`));
  refuseTwice(wanted);
  await lockForTransaction(db, "shipping rates"); // there is no row to lock where there is no rate yet
  const current = await ratesIn(
    db,
    wanted.map(({ region }) => region),
  );
  const changes = wanted.map(({ region, method, price, free_above }) => {
    const before = current.find((rate) => rate.region === region && rate.method === method) ?? null;
    const kept = free_above === undefined ? (before?.free_above ?? null) : free_above;
    return { before, after: price === null ? null : { region, method, price, free_above: kept } };
  });
  await upsertRates(
    db,
    changes.flatMap(({ after }) => after ?? []),
  );
  await deleteRates(
    db,
    wanted.filter(({ price }) => price === null),
  );
  return changes.map(({ before, after }, i) => ({
    label: `${wanted[i]?.region} ${wanted[i]?.method}`,
    before: before && renderRate(db, before),
    after: after && renderRate(db, after),
  }));
}

function readRate(db: SiteDb, { region, method, price, free_above }: RateGiven, path: string) {
  const amount = (name: string, major: number | null) =>
    major === null ? null : readAmount(`${path}.${name}`, major, db.currency);
  return {
    region: readRegion(db, `${path}.region`, region),
    method,
    price: amount("price", price),
    free_above: free_above === undefined ? undefined : amount("free_above", free_above),
  };
}

function refuseTwice(rates: { region: string; method: string }[]): void {
  const seen = new Set<string>();
  for (const [i, { region, method }] of rates.entries()) {
    const rate = `${region} ${method}`;
    if (seen.has(rate)) throw invalidValue(`rates.${i}`, `is the rate "${rate}" a second time`);
    seen.add(rate);
  }
}

/** The region as rates keep it, recognised as an order's is. */
function readRegion({ country }: SiteDb, path: string, text: string): string {
  const region = fold(text).trim();
  if (region === "") throw invalidValue(path, "must not be empty");
  if (region === EVERYWHERE || country !== "DZ") return region;
  const wilaya = recogniseWilaya(text);
  if (wilaya) return wilaya.code;
  throw noWilaya(path, text, [EVERYWHERE]);
}
