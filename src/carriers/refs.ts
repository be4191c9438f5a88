import { Problem } from "../core/problem.ts";
import { fold } from "../core/text/fold.ts";
import type { SiteDb } from "../db/database.ts";
import { type CarrierRow, findCarrierByRef, findCarriers } from "./queries.ts";

/** A carrier as the store has entered it; amounts are minor units. */
export type Carrier = CarrierRow;

/** A carrier's name in the form by which it is found: without accents, case and further spaces. */
export const foldedName = (name: string): string => fold(name).trim().replace(/\s+/g, " ");

/** The carrier of this name or id. Throws `carrier_not_found` with the names of some that there are. */
export async function requireCarrier(db: SiteDb, ref: string): Promise<Carrier> {
  const carrier = await findCarrierByRef(db, ref.trim(), foldedName(ref));
  if (carrier) return carrier;
  const names = (await findCarriers(db, { limit: 10, offset: 0 })).map(({ name }) => name);
  throw new Problem("carrier_not_found", `This store has no carrier "${ref}".`, {
    ...(names.length > 0 && { extra: { allowed: names } }),
  });
}
