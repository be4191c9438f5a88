import { isDeepStrictEqual } from "node:util";
import { type Changed, definedOf, withUpdatedAt } from "../core/changes.ts";
import { newId } from "../core/ids.ts";
import { toMajorOrNull } from "../core/money.ts";
import { invalidValue } from "../core/problem.ts";
import { readAmount } from "../core/read-amount.ts";
import type { OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { regionKey, unknownWilaya, wilayaCode } from "../shipping/shipping.ts";
import { carrierNotFound, foldedName, namesOnlyInOrders } from "./known-carriers.ts";
import type { ParcelColumn } from "./parcel-columns.ts";
import {
  type CarrierRow,
  countCarriers,
  findCarrierByRef,
  findCarriers,
  findCarriersWithOrders,
  insertCarrier,
  lockCarrier,
  MAX_NAMES,
  updateCarrier,
} from "./queries.ts";

/** What may be given of a carrier; amounts are major units. Undefined stays as it is. */
export interface CarrierInput {
  name?: string | undefined;
  /** With `{tracking_number}` in it. */
  tracking_url?: string | null | undefined;
  /** Wilayas by code or name, outside Algeria regions as customers write them. Null: everywhere. */
  regions?: string[] | null | undefined;
  methods?: ("home" | "desk")[] | undefined;
  home_cost?: number | null | undefined;
  desk_cost?: number | null | undefined;
  return_cost?: number | null | undefined;
  parcel_columns?: ParcelColumn[] | null | undefined;
  is_active?: boolean | undefined;
}

/** A carrier as merchants see it; amounts are major units. */
export type ShownCarrier = Omit<CarrierRow, "folded_name" | "created_at">;

/** A carrier in the list: one that the store has saved, or a name that only orders have. */
export type ListedCarrier = (ShownCarrier & { is_saved: true }) | { name: string; is_saved: false };

/** The store's carriers by name, those that it has saved first, with the total. */
export async function listCarriers(
  db: SiteDb,
  { limit, offset }: OffsetPage,
): Promise<{ carriers: ListedCarrier[]; total: number }> {
  const [saved, savedInAll, names] = await Promise.all([
    findCarriers(db, { limit, offset }),
    countCarriers(db),
    namesOnlyInOrders(db),
  ]);
  const first = Math.max(0, offset - savedInAll);
  const others = names.slice(first, first + limit - saved.length);
  return {
    carriers: [
      ...saved.map((carrier) => ({ ...shown(db, carrier), is_saved: true as const })),
      ...others.map((name) => ({ name, is_saved: false as const })),
    ],
    total: savedInAll + names.length,
  };
}

/** The carrier of this id, with amounts in major units; undefined when there is none. */
export async function showCarrier(db: SiteDb, id: string): Promise<ShownCarrier | undefined> {
  const carrier = await findCarrierByRef(db, id, "");
  return carrier && shown(db, carrier);
}

/**
 * Creates a carrier when `ref` is undefined; otherwise changes the one of this name or id. Throws `carrier_not_found`, and
 * `invalid_value` for values that are not right, a name that another carrier has, and a new name of a carrier that has
 * orders.
 */
export async function saveCarrier(
  db: SiteDb,
  ref: string | undefined,
  given: CarrierInput,
): Promise<Changed<ShownCarrier> & { after: ShownCarrier }> {
  const before = ref === undefined ? null : await lockedCarrier(db, ref);
  const changed: CarrierRow = { ...(before ?? newCarrier(db, given)), ...readInput(db, given) };
  if (changed.name === "") throw invalidValue("name", "must not be empty");
  if (changed.folded_name !== before?.folded_name) await requireFreeName(db, changed);
  if (before && changed.name !== before.name && (await findCarriersWithOrders(db, [before.id])).length > 0) {
    throw invalidValue(
      "name",
      "cannot change: orders have this carrier. Save a new carrier with the new name, and set is_active: false for this one",
    );
  }
  const after = withUpdatedAt(db.now, before, changed);
  await db.recording.remember("carriers", "id", [after.id]);
  if (!before) await insertCarrier(db, after);
  else if (!isDeepStrictEqual(after, before)) await updateCarrier(db, after);
  return { before: before && shown(db, before), after: shown(db, after) };
}

async function lockedCarrier(db: SiteDb, ref: string): Promise<CarrierRow> {
  const { id } = await requireSaved(db, ref);
  await lockCarrier(db, id);
  return requireSaved(db, id);
}

async function requireSaved(db: SiteDb, ref: string): Promise<CarrierRow> {
  const carrier = await findCarrierByRef(db, ref.trim(), foldedName(ref));
  if (carrier) return carrier;
  const saved = await findCarriers(db, { limit: MAX_NAMES, offset: 0 });
  throw carrierNotFound(
    ref,
    saved.map(({ name }) => name),
  );
}

function newCarrier({ now }: SiteDb, { name }: CarrierInput): CarrierRow {
  if (name === undefined) throw invalidValue("name", "is required for a new carrier");
  return {
    id: newId(),
    name,
    folded_name: "",
    tracking_url: null,
    regions: null,
    methods: ["home", "desk"],
    home_cost: null,
    desk_cost: null,
    return_cost: null,
    parcel_columns: null,
    is_active: true,
    created_at: now,
    updated_at: now,
  };
}

async function requireFreeName(db: SiteDb, { id, folded_name }: CarrierRow): Promise<void> {
  const other = await findCarrierByRef(db, "", folded_name);
  if (!other || other.id === id) return;
  throw invalidValue("name", `is that of another carrier; to change it, send carrier: "${other.name}"`, {
    allowed: [`carrier: "${other.name}"`],
  });
}

/** The given values as the table has them. */
function readInput(db: SiteDb, given: CarrierInput): Partial<CarrierRow> {
  const { name, tracking_url, regions, methods, home_cost, desk_cost, return_cost, ...rest } = definedOf(given);
  const amounts = { home_cost, desk_cost, return_cost };
  const read = Object.entries(definedOf(amounts)).map(([path, major]) => [
    path,
    major === null ? null : readAmount(path, major, db.currency),
  ]);
  return {
    ...rest,
    ...Object.fromEntries(read),
    ...(name !== undefined && { name: oneLine(name), folded_name: foldedName(name) }),
    ...(tracking_url !== undefined && { tracking_url: readTrackingUrl(tracking_url) }),
    ...(regions !== undefined && { regions: readRegions(db, regions) }),
    ...(methods !== undefined && { methods: [...new Set(methods)].sort().reverse() }),
  };
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");

const PLACEHOLDER = "{tracking_number}";

function readTrackingUrl(given: string | null): string | null {
  const url = given?.trim();
  if (!url) return null;
  const [one, other] = ["1", "2"].map((number) => parsed(url.replaceAll(PLACEHOLDER, number)));
  if (!one || !other || one.protocol !== "https:" || one.username !== "" || /\s/.test(url)) {
    throw invalidValue("tracking_url", "must be an address that begins with https://");
  }
  if (one.href === other.href || one.origin !== other.origin) {
    throw invalidValue("tracking_url", `must have ${PLACEHOLDER} behind the host`);
  }
  return url;
}

const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

/** Codes of wilayas by number, or regions by name. */
function readRegions(db: SiteDb, regions: string[] | null): string[] | null {
  if (regions === null) return null;
  const read = regions.map((text, i) => {
    if (db.country !== "DZ") return regionKey(text);
    const code = wilayaCode(db, text);
    if (code === null) throw unknownWilaya(`regions.${i}`, text);
    return code;
  });
  return [...new Set(read)].sort((one, other) => Number(one) - Number(other) || one.localeCompare(other));
}

function shown({ currency }: SiteDb, carrier: CarrierRow): ShownCarrier {
  const major = (amount: number | null) => toMajorOrNull(amount, currency);
  return {
    id: carrier.id,
    name: carrier.name,
    tracking_url: carrier.tracking_url,
    regions: carrier.regions,
    methods: carrier.methods,
    home_cost: major(carrier.home_cost),
    desk_cost: major(carrier.desk_cost),
    return_cost: major(carrier.return_cost),
    parcel_columns: carrier.parcel_columns,
    is_active: carrier.is_active,
    updated_at: carrier.updated_at,
  };
}
