import type { SiteDb } from "../db/database.ts";
import { keyOf, type Row } from "../db/recording/recording.ts";
import { readRows } from "../db/recording/row-queries.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { refusedByFeature } from "./feature-checks.ts";
import { afterOf, type Conflict, conflictOf, isWhole, type PlannedRow } from "./plan.ts";
import { findReferrers } from "./reference-queries.ts";
import { existingIds } from "./row-queries.ts";
import { nounOf, RULES } from "./rules.ts";

type Rows = readonly PlannedRow[];

/**
 * Why rows of a plan cannot be written, with what refers to them and what they refer to; one conflict for each. `since`: when the
 * change happened that is undone, as ISO 8601.
 */
export async function conflictsOf(db: SiteDb, plan: Rows, since: string): Promise<Conflict[]> {
  const conflicts: Conflict[][] = [];
  for (const table of TABLE_NAMES) {
    const rows = plan.filter((row) => row.table === table);
    if (rows.length === 0) continue;
    conflicts.push(
      await missingReferences(db, plan, table, rows),
      await takenValues(db, plan, table, rows),
      await stillReferredTo(db, plan, table, rows, since),
      await refusedByFeature(db, plan, table, rows),
    );
  }
  return conflicts.flat();
}

/** A product that comes back to a category that was deleted since, for example. */
async function missingReferences(db: SiteDb, plan: Rows, table: TableName, rows: Rows): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const [column, { to }] of Object.entries(RULES[table].references ?? {})) {
    const idOf = ({ after }: PlannedRow) => after?.[column] as string;
    const referring = rows.filter((row) => idOf(row) && idOf(row) !== row.before?.[column]);
    const planned = afterOf(plan, to);
    const unplanned = [...new Set(referring.map(idOf))].filter((id) => !planned.has(id));
    const existing = unplanned.length > 0 ? await existingIds(db, to, unplanned) : new Set();
    for (const row of referring) {
      const isThere = planned.has(idOf(row)) ? planned.get(idOf(row)) !== null : existing.has(idOf(row));
      if (isThere) continue;
      conflicts.push(conflictOf(row, `its ${nounOf(to)} was deleted since`, isWhole(row) ? [] : [column]));
    }
  }
  return conflicts;
}

/** A slug that another product has now, for example. */
async function takenValues(db: SiteDb, plan: Rows, table: TableName, rows: Rows): Promise<Conflict[]> {
  const { unique } = RULES[table];
  if (!unique) return [];
  const valuesOf = (row: Row) => JSON.stringify(unique.columns.map((column) => sorted(row[column])));
  const claims = ({ before, after }: PlannedRow) =>
    after?.[unique.lookup] != null && !(before && valuesOf(before) === valuesOf(after));
  const claiming = rows.filter(claims);
  if (claiming.length === 0) return [];
  const lookups = [...new Set(claiming.map(({ after }) => after?.[unique.lookup]))];
  const planned = afterOf(plan, table);
  const others = (await readRows(db, table, unique.lookup, lookups)).filter((row) => !planned.has(keyOf(table, row)));
  const taken = new Set(others.map(valuesOf));
  for (const row of rows) if (row.after && !claims(row)) taken.add(valuesOf(row.after));
  return claiming.flatMap((row) => {
    const values = valuesOf(row.after as Row);
    if (!taken.has(values)) {
      taken.add(values);
      return [];
    }
    const last = unique.columns.at(-1) as string;
    const { column, name } = unique.shown ?? { column: last, name: last.replaceAll("_", " ") };
    return [conflictOf(row, `another ${nounOf(table)} has its ${name} now`, row.before === null ? [] : [column])];
  });
}

/** A value of a column, such that two objects with the same members are the same text. */
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value).sort() : value;

/** A created product that was ordered since, for example. */
async function stillReferredTo(
  db: SiteDb,
  plan: Rows,
  table: TableName,
  rows: Rows,
  since: string,
): Promise<Conflict[]> {
  const removed = rows.filter(({ after }) => after === null);
  if (removed.length === 0) return [];
  const planned = new Map(plan.map((row) => [`${row.table} ${row.key}`, row]));
  const limit = plan.length + 1;
  const referrers = await findReferrers(
    db,
    table,
    removed.map(({ key }) => key),
    { since, limit },
  );
  const staying = referrers.filter((one) => {
    const row = planned.get(`${one.table} ${one.key}`);
    return !row || !letsGo(row, table, one.id);
  });
  const why = new Map(staying.map(({ id, what }) => [id, what]));
  return removed.flatMap((row) => (why.has(row.key) ? [conflictOf(row, `${why.get(row.key)} since`)] : []));
}

/** Whether what refers to a removed row is removed by the same plan, or refers to another row then. */
const letsGo = ({ table, after }: PlannedRow, target: TableName, id: string): boolean =>
  after === null ||
  Object.entries(RULES[table].references ?? {}).some(([column, { to }]) => to === target && after[column] !== id);
