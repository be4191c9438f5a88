import { type KnownCarrier, serves } from "../../carriers/carriers.ts";
import type { CursorPage } from "../../core/shapes.ts";
import { readEnd, readTime } from "../../core/time/dates.ts";
import type { SiteDb } from "../../db/database.ts";
import { storeZone } from "../../store/store.ts";
import { findParcels, findReadyOrders, findShippedOrders, type Parcel, type Place } from "./queries.ts";

/** Which orders a parcel list has: those shipped on a day, or those that are ready. */
export type ParcelsOf = { day: string } | "ready";

/** An order in a list. `parcel` is undefined for one that the carrier does not serve. */
export type ListedParcel = Place & { parcel: Parcel | undefined };

/**
 * The parcels of a carrier, in order; up to `limit` + 1 of them, so that the caller sees whether more follow. Throws
 * `invalid_value` for a day that is none.
 */
export async function listParcels(
  db: SiteDb,
  carrier: KnownCarrier,
  of: ParcelsOf,
  { limit, after }: CursorPage,
): Promise<ListedParcel[]> {
  const page = { limit: limit + 1, after };
  const places =
    of === "ready"
      ? await findReadyOrders(db, carrier, page)
      : await findShippedOrders(db, carrier.spellings, await periodOf(db, of.day), page);
  const byId = new Map((await parcelsOf(db, places)).map((parcel) => [parcel.id, parcel]));
  return places.map((place) => {
    const parcel = byId.get(place.id);
    const isIts = parcel && (carrier.spellings.includes(parcel.carrier ?? "") || serves(db, carrier, parcel));
    return { ...place, parcel: isIts ? parcel : undefined };
  });
}

/** With more ids at once, PostgreSQL would read all orders of the store. */
const BATCH = 100;

async function parcelsOf(db: SiteDb, places: Place[]): Promise<Parcel[]> {
  const batches = [];
  for (let i = 0; i < places.length; i += BATCH) batches.push(places.slice(i, i + BATCH).map(({ id }) => id));
  return (await Promise.all(batches.map((ids) => findParcels(db, ids)))).flat();
}

async function periodOf(db: SiteDb, day: string): Promise<{ from: string; to: string }> {
  const zone = storeZone(db);
  return { from: readTime("day", day, zone), to: readEnd("day", day, zone) };
}
