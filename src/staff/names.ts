import type { SiteDb } from "../db/database.ts";
import { findNames } from "./member-queries.ts";

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ACTOR = new RegExp(`(?<=^person )${ID}$`, "g");
const WHOLE = new RegExp(`^${ID}$`, "g");
const ANYWHERE = new RegExp(ID, "g");

/** What stands for the name of somebody who was erased, and of somebody who has never accepted. */
const ERASED = "(erased)";
const INVITED = "(invited)";

/**
 * Rows as they are shown: names of people stand in the place of their ids, in fields `actor` at any depth, and in what the log says of who
 * works in the store. Reads nothing where no person is named.
 */
export async function withNames<T>(db: SiteDb, rows: T): Promise<T> {
  const ids = new Set<string>();
  collect(rows, ids);
  if (ids.size === 0) return rows;
  const found = await findNames(db, [...ids]);
  const names = new Map(found.map(({ id, name, is_erased }) => [id, name ?? (is_erased ? ERASED : INVITED)]));
  return replaced(rows, (id) => names.get(id) ?? ERASED) as T;
}

/** Where a field of a row names people. */
function placesIn(field: string, { entity, area }: { entity?: unknown; area?: unknown }): RegExp | undefined {
  if (field === "actor") return ACTOR;
  if (field === "label" && entity === "member") return WHOLE;
  return field === "summary" && area === "staff" ? ANYWHERE : undefined;
}

function collect(value: unknown, ids: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    const places = typeof inner === "string" ? placesIn(field, value) : undefined;
    if (places) for (const id of (inner as string).match(places) ?? []) ids.add(id);
    else collect(inner, ids);
  }
}

function replaced(value: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, nameOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const places = typeof inner === "string" ? placesIn(field, value) : undefined;
      return [field, places ? (inner as string).replace(places, nameOf) : replaced(inner, nameOf)];
    }),
  );
}
