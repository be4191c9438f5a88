import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { Area } from "../core/scopes.ts";
import type { BoundedCount, CursorPage } from "../core/shapes.ts";
import { clockText, type Zone } from "../core/time/zone.ts";
import type { SiteDb } from "../db/database.ts";
import { findMemberIds, withNames } from "../staff/staff.ts";
import {
  type CallCount,
  type CallRow,
  callsAfter,
  countCalls,
  countCallsByQuarter,
  findCall,
  findKeyIds,
  imagesAbout,
} from "./call-list-queries.ts";
import { withPersonalValues } from "./personal-values.ts";
import {
  type CallFilters,
  countEntriesAbout,
  countEntriesOfCall,
  type EntryRow,
  entriesAbout,
  entriesOfCall,
} from "./queries.ts";
import type { VariantNames } from "./sentences.ts";
import { findSubject } from "./things.ts";

export type { EntryRow } from "./queries.ts";

/** What a merchant searches the log by. `actor`: id, name or prefix of a key; name of a person, or with `seesPeople` the e-mail. */
export type ChangeSearch = Omit<CallFilters, "actors"> & { actor?: string | undefined; seesPeople: boolean };

/** A call, and whether it can be undone. */
export interface Call extends CallRow {
  /** The change that undid it. */
  undone_by: string | null;
}

/** Which of these changes are undone now, with the change that undid each (`undo/`). */
export type UndoneNow = (db: SiteDb, ids: readonly string[]) => Promise<Map<string, string>>;

/** The matching calls, newest first: up to `limit` + 1 of them, and the total up to a bound. */
export async function listCalls(
  db: SiteDb,
  search: ChangeSearch,
  { limit, after }: CursorPage,
  undoneNow: UndoneNow,
): Promise<{ calls: Call[]; total: BoundedCount }> {
  const filters = await filtersOf(db, search);
  const [calls, total] = await Promise.all([
    callsAfter(db, filters, { after, limit: limit + 1 }),
    countCalls(db, filters),
  ]);
  return { calls: await withUndo(db, calls, undoneNow), total };
}

/** How many calls a key or a person made with an operation on a day. */
export type CallSum = Omit<CallCount, "at"> & { day: string };

/** How many calls are counted. */
export const MAX_SUMMED = 10_000;

/** The matching calls by key, operation and day of the shop, the newest day first; of more than 10,000, the newest. */
export async function sumCalls(db: SiteDb, search: ChangeSearch, zone: Zone): Promise<CallSum[]> {
  const counts = await countCallsByQuarter(db, await filtersOf(db, search), MAX_SUMMED);
  const sums = new Map<string, CallSum>();
  for (const { at, calls, ...by } of counts) {
    const day = clockText(Date.parse(at), zone).slice(0, "2026-11-27".length);
    const id = JSON.stringify([day, by]);
    sums.set(id, { day, ...by, calls: (sums.get(id)?.calls ?? 0) + calls });
  }
  return withNames(db, [...sums.values()]);
}

async function filtersOf(db: SiteDb, { actor, seesPeople, ...filters }: ChangeSearch): Promise<CallFilters> {
  if (actor === undefined) return filters;
  const [keys, people] = await Promise.all([findKeyIds(db, actor), findMemberIds(db, actor, seesPeople)]);
  return { ...filters, actors: [...keys, ...people] };
}

async function withUndo(db: SiteDb, calls: CallRow[], undoneNow: UndoneNow): Promise<Call[]> {
  const ids = calls.map(({ id }) => id);
  const undone = await undoneNow(db, ids);
  const named = await withNames(db, calls);
  return named.map((call) => ({
    ...call,
    undone_by: undone.get(call.id) ?? null,
    not_undoable: call.not_undoable ?? (call.is_kept ? null : "The rows before it are not kept any more."),
  }));
}

/** The matching entries about a thing (see `findSubject`), newest first: up to `limit` + 1 of them, and the total up to a bound. */
export async function listEntries(
  db: SiteDb,
  { of, ...search }: ChangeSearch & { of: string },
  { limit, after }: CursorPage,
): Promise<{ entries: EntryRow[]; variantNames: VariantNames; total: BoundedCount }> {
  const subject = await findSubject(db, of, search.seesPeople);
  const filters = await filtersOf(db, search);
  const entries = await withNames(db, await entriesAbout(db, subject, filters, { after, limit: limit + 1 }));
  const { onlyVariants, variantNames } = subject;
  return {
    entries: onlyVariants ? entries.map((entry) => ofVariants(entry, new Set(onlyVariants))) : entries,
    variantNames,
    total: await countEntriesAbout(db, subject, filters),
  };
}

/** The entry without what it says of other variants. */
function ofVariants(entry: EntryRow, ids: ReadonlySet<string>): EntryRow {
  const narrowed = (fields: EntryRow["before"]) => {
    if (!Array.isArray(fields?.variants)) return fields;
    const { variants, ...others } = fields;
    const meant = variants.filter((variant) => ids.has(variant?.id));
    return meant.length > 0 ? { ...others, variants: meant } : others;
  };
  return { ...entry, before: narrowed(entry.before), after: narrowed(entry.after) };
}

/**
 * One call with its entries, in the order in which they were written: up to `limit` + 1 of them, and the total up to a bound.
 * `areas`: those whose calls and things are shown; undefined: all. With `seesPeople`, with the values about people that are kept. Throws
 * `change_not_found`.
 */
export async function showCall(
  db: SiteDb,
  id: string,
  areas: readonly Area[] | undefined,
  { limit, after }: CursorPage,
  seesPeople: boolean,
  undoneNow: UndoneNow,
): Promise<{ call: Call; entries: EntryRow[]; total: BoundedCount }> {
  const found = isId(id) ? await findCall(db, id) : undefined;
  if (!found || (areas && !areas.some((area) => area === found.area)))
    throw new Problem("change_not_found", "This store has no such change; changes_list finds them.");
  const [call] = (await withUndo(db, [found], undoneNow)) as [Call];
  const entries = await withNames(db, await entriesOfCall(db, found.id, areas, { after, limit: limit + 1 }));
  const subjects = [...new Set(entries.map(({ entity_id }) => entity_id))].filter(isId);
  const images = seesPeople ? await imagesAbout(db, found.id, subjects) : [];
  return {
    call,
    entries: entries.map((entry) => withPersonalValues(entry, images)),
    total: await countEntriesOfCall(db, found.id, areas),
  };
}
