import { isDeepStrictEqual } from "node:util";
import { Problem } from "../core/problem.ts";
import { LostRace, type SiteDb } from "../db/database.ts";

/** A thing that names other pictures now, as merchants see it. */
export interface ChangedThing {
  entity: string;
  id: string;
  label: string;
  before: object | null;
  after: object;
  snapshot?: object;
}

/** Tells of a product that a command changed. */
export function tellOfProduct(db: SiteDb, { id, before, after }: ChangedThing): void {
  const was = before as Record<string, unknown> | null;
  const is = after as Record<string, unknown>;
  const fields = Object.keys(is).filter((name) => name !== "updated_at" && !isDeepStrictEqual(was?.[name], is[name]));
  db.happened({ type: "products.changed", thing: { kind: "product", id }, actor: "command", fields });
}

/** The result of a change of what was just read; runs the transaction again when somebody changed it in between. */
export async function ofWhatWasRead<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof Problem && error.code === "stale") throw new LostRace("it was changed meanwhile");
    throw error;
  }
}
