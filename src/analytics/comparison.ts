import { toMajor } from "../core/money.ts";
import type { Cell, ColumnKind, Columns, ReportRow } from "./columns.ts";

/** A row as it is answered: amounts in major units, without the key. */
export type ShownRow = Record<string, unknown>;

const shownCell = (kind: ColumnKind, cell: Cell, currency: string): Cell =>
  kind === "amount" && typeof cell === "number" ? toMajor(cell, currency) : cell;

/** A row as it is answered. */
export const shownRow = (row: ReportRow, columns: Columns, currency: string): ShownRow =>
  Object.fromEntries(
    Object.entries(columns).map(([column, kind]) => [column, shownCell(kind, row[column] ?? null, currency)]),
  );

const FIGURES: ReadonlySet<ColumnKind> = new Set(["count", "amount", "average"]);
const DATES: ReadonlySet<ColumnKind> = new Set(["date"]);

const columnsOfKinds = (columns: Columns, kinds: ReadonlySet<ColumnKind>): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, kind]) => kinds.has(kind)));

/**
 * What a comparison adds to a row: its figures of the period before, and their changes in percent. Figures of a row that the
 * period before does not have are 0, and averages null.
 */
export function comparedRow(row: ReportRow, before: ReportRow | undefined, columns: Columns, currency: string) {
  const figures = columnsOfKinds(columns, FIGURES);
  const zeros = Object.fromEntries(
    Object.entries(figures).map(([column, kind]) => [column, kind === "average" ? null : 0]),
  );
  return {
    before: {
      ...shownRow(before ?? {}, columnsOfKinds(columns, DATES), currency),
      ...shownRow(before ?? zeros, figures, currency),
    },
    change_percent: changes(shownRow(row, figures, currency), shownRow(before ?? zeros, figures, currency)),
  };
}

type Changes = Record<string, Record<string, number | null> | number | null>;

/**
 * The changes of figures in percent, to one decimal: relative ones, also of rates. Null where the figure before is 0 or
 * missing. Figures may stand in objects inside.
 */
export const changes = (now: ShownRow, before: ShownRow): Changes =>
  Object.fromEntries(Object.entries(before).map(([name, base]) => [name, change(now[name], base)]));

function change(value: unknown, base: unknown): Record<string, number | null> | number | null {
  if (isObject(value) && isObject(base)) return changes(value, base) as Record<string, number | null>;
  if (typeof value !== "number" || typeof base !== "number" || base === 0) return null;
  return Math.round(((value - base) / Math.abs(base)) * 1000) / 10;
}

const isObject = (value: unknown): value is ShownRow => typeof value === "object" && value !== null;
