import { Problem } from "../core/problem.ts";
import { closestMatches } from "../core/text/closest.ts";
import { fold } from "../core/text/fold.ts";
import type { SiteDb } from "../db/database.ts";
import {
  type CarrierRow,
  countCarriers,
  findCarrierByRef,
  findCarrierNames,
  findCarriers,
  findCarriersNamed,
  hasOrdersOfCarrier,
  lockCarrierName,
  MAX_NAMES,
} from "./queries.ts";

/** Which carriers there are: those that the store has saved, and those that orders name. Any other name may be misspelt. */

/** A carrier's name in the form by which it is found: without accents, case and further spaces. */
export const foldedName = (name: string): string => fold(name).trim().replace(/\s+/g, " ");

/** A carrier that the store has saved, or of which orders have the name only. */
export interface KnownCarrier extends Pick<CarrierRow, "name" | "regions" | "methods" | "parcel_columns"> {
  /** How orders and the store write it. */
  spellings: string[];
}

/**
 * The carrier of this name, or of this id of a saved one. A store that has saved no carrier takes any name. Throws
 * `carrier_not_found` with the closest names.
 */
export async function requireKnownCarrier(db: SiteDb, ref: string): Promise<KnownCarrier> {
  const saved = await findCarrierByRef(db, ref.trim(), foldedName(ref));
  const inOrders = await spellingsInOrders(db, saved?.name ?? ref.trim());
  if (saved) return { ...saved, spellings: [...new Set([saved.name, ...inOrders])] };
  const name = inOrders[0] ?? (await nameWithoutSaved(db, ref.trim()));
  return { name, regions: null, methods: ["home", "desk"], parcel_columns: null, spellings: inOrders };
}

/**
 * The name by which an order gets its carrier, as the store or else an order writes it; null for no text. A store that has
 * saved no carrier takes any name. Throws `carrier_not_found` with the closest names.
 */
export async function carrierForOrder(db: SiteDb, typed: string | null): Promise<string | null> {
  const name = typed?.trim();
  if (!name) return null;
  const saved = await lockCarrierName(db, foldedName(name));
  if (saved) return saved.name;
  const [written] = await spellingsInOrders(db, name);
  return written ?? nameWithoutSaved(db, name);
}

/** A store that has saved no carrier takes any name. Throws `carrier_not_found` with the closest names for others. */
async function nameWithoutSaved(db: SiteDb, name: string): Promise<string> {
  if ((await countCarriers(db)) === 0) return name;
  throw await unknownCarrier(db, name);
}

/** How orders write the carrier of this name; the same spelling first. */
async function spellingsInOrders(db: SiteDb, name: string): Promise<string[]> {
  const [isWrittenSo, names] = await Promise.all([hasOrdersOfCarrier(db, name), findCarrierNames(db)]);
  const alike = names.flatMap((row) => (foldedName(row.name) === foldedName(name) ? [row.name] : []));
  return [...new Set([...(isWrittenSo ? [name] : []), ...alike])];
}

/** The names that orders have and the store has not saved, each in one spelling; up to MAX_NAMES. */
export async function namesOnlyInOrders(db: SiteDb): Promise<string[]> {
  const byFolded = new Map((await findCarrierNames(db)).map(({ name }) => [foldedName(name), name]));
  for (const { folded_name } of await findCarriersNamed(db, [...byFolded.keys()])) byFolded.delete(folded_name);
  return [...byFolded.values()];
}

async function unknownCarrier(db: SiteDb, ref: string): Promise<Problem> {
  const saved = (await findCarriers(db, { limit: MAX_NAMES, offset: 0 })).map(({ name }) => name);
  return carrierNotFound(ref, [...saved, ...(await namesOnlyInOrders(db))]);
}

const MAX_LISTED = 10;

/** The refusal of a carrier that is none of these. */
export function carrierNotFound(ref: string, names: string[]): Problem {
  const closest = closestMatches(ref, names, (name) => [name]);
  const hint = closest.length > 0 ? `; the closest: ${closest.join(", ")}` : "";
  return new Problem("carrier_not_found", `This store has no carrier "${ref}"${hint}.`, {
    ...(names.length > 0 && { extra: { allowed: closest.length > 0 ? closest : names.slice(0, MAX_LISTED) } }),
  });
}
