import { isDeepStrictEqual } from "node:util";
import { maskPhone } from "../core/columns/line.ts";
import { toMajor } from "../core/money.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import type { SiteDb } from "../db/database.ts";
import { idOf, imageOf, type Row } from "../db/recording/recording.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";
import { labelsInLog } from "./change-queries.ts";
import type { Conflict, PlannedRow } from "./plan.ts";
import { namesOf } from "./reference-queries.ts";
import { RULES } from "./rules.ts";

/** A thing that an undo changed, as merchants know it. */
export interface UndoEntry {
  entity: string;
  id: string;
  label: string;
  before: Row | null;
  after: Row | null;
  /** Of a variant: its product. */
  product_id?: string;
}

/** Whole numbers of 64 bits are amounts, but for a discount, which may be a percentage. */
const isMoney = (table: TableName, column: string): boolean =>
  tableOf(table).columns[column] === "bigint" && column !== "discount_value";

/** What merchants do not see, or see under another name. */
const HIDDEN = new Set([
  ...["folded_email", "folded_name", "folded_code", "password_version", "created_at", "actor"],
  ...["wilaya_code", "sequence", "phone_key"],
]);

/** Rows that are shown as a list of the thing that they belong to, by the name that its operations give it. */
const LIST_OF: Partial<Record<TableName, string>> = { order_notes: "notes", collection_products: "products" };

interface Thing extends UndoEntry {
  /** Rows that are shown as lists. */
  listed: PlannedRow[];
}

/**
 * What an undo changed, for the audit log and for its answer: one entry for each thing, amounts in major units. None for changes
 * that left everything as it was.
 */
export async function entriesOf(db: SiteDb, rows: PlannedRow[]): Promise<UndoEntry[]> {
  const joined = await joinRows(rows);
  const nameOf = await namer(db, joined);
  const things = new Map<string, Thing>();
  await inTimeSlices(joined, (row) => {
    const { table, key, before, after } = row;
    const entity = entityOf(table, after ?? before);
    const image = imageOf(table, key, before, after);
    if (!entity || !image) return;
    const { id, label } = nameOf(table, key, after ?? before ?? {});
    const shown = (one: Row | null) => one && fieldsOf(db, table, one);
    const isListed = table in LIST_OF;
    const owner = table === "variants" ? { product_id: (after ?? before)?.product_id as string } : {};
    const thing = things.get(`${entity} ${id}`) ?? { entity, id, label, before: {}, after: {}, ...owner, listed: [] };
    if (isListed) thing.listed.push(row);
    else Object.assign(thing, { label, before: shown(image.before), after: shown(image.after) });
    things.set(`${entity} ${id}`, thing);
  });
  return [...things.values()].map(({ listed, ...entry }) => withLists(db, entry, listed, nameOf));
}

/** The rows of several changes, each as it was before the first and is after the last. */
async function joinRows(rows: PlannedRow[]): Promise<PlannedRow[]> {
  const joined = new Map<string, PlannedRow>();
  await inTimeSlices(rows, (row) => {
    const id = `${row.table} ${row.key}`;
    joined.set(id, { ...row, before: (joined.get(id) ?? row).before });
  });
  return [...joined.values()].filter(({ table, key, before, after }) => imageOf(table, key, before, after));
}

type NameOf = (table: TableName, key: string, row: Row) => { id: string; label: string; part?: string };

/** The entry with the rows that are shown as lists. */
function withLists(db: SiteDb, entry: UndoEntry, rows: PlannedRow[], nameOf: NameOf): UndoEntry {
  const [first] = rows;
  const name = first && LIST_OF[first.table];
  if (!name) return entry;
  const listOf = (side: "before" | "after") =>
    rows
      .flatMap(({ table, key, [side]: row }) => (row ? [{ table, key, row }] : []))
      .sort((a, b) => placeOf(a.row) - placeOf(b.row))
      .map(({ table, key, row }) => nameOf(table, key, row).part ?? fieldsOf(db, table, row));
  const placesOf = (side: "before" | "after") => rows.map(({ [side]: row }) => row && placeOf(row));
  const [before, after] = [listOf("before"), listOf("after")];
  // Of a collection of which some places moved by the same number, the products stay in their order.
  const isSame = isDeepStrictEqual(before, after);
  const lists = (side: "before" | "after", list: unknown[]) =>
    entry[side] && { ...entry[side], [name]: list, ...(isSame ? { positions: placesOf(side) } : {}) };
  return { ...entry, before: lists("before", before), after: lists("after", after) };
}

const placeOf = (row: Row): number => Number(row.position ?? row.sequence);

/** A conflict as it is answered: what it is about, its fields, and why it cannot be put back. `changeIds`: what is undone. */
export async function describedConflicts(db: SiteDb, conflicts: Conflict[], changeIds: readonly string[]) {
  const nameOf = await namer(
    db,
    conflicts.map(({ table, key, row }) => ({ table, key, before: row, after: null })),
  );
  const described = conflicts.map((conflict) => ({
    conflict,
    name: nameOf(conflict.table, conflict.key, conflict.row),
  }));
  // Of a row that is gone, only what the change wrote is known; the log knows its name.
  const isNameless = ({ conflict, name }: (typeof described)[number]) => ["", conflict.key].includes(name.label);
  const nameless = described.filter(isNameless).map(({ conflict }) => conflict.key);
  const labels = await labelsInLog(db, changeIds, nameless);
  return described.map((one) => {
    const { table, key, row, columns, reason } = one.conflict;
    const { label, part = "" } = one.name;
    const fields = columns.filter((column) => !HIDDEN.has(column));
    return {
      entity: entityOf(table, row) ?? table,
      label: isNameless(one) ? (labels.get(key) ?? key) : `${label} ${part}`.trim(),
      ...(fields.length > 0 ? { fields } : {}),
      reason,
    };
  });
}

const entityOf = (table: TableName, row: Row | null): string | undefined =>
  table === "articles" ? String(row?.kind ?? "page") : RULES[table].entity;

/** A row's fields without its key, as operations name them. */
const fieldsOf = ({ currency }: SiteDb, table: TableName, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !(name in tableOf(table).key) && !HIDDEN.has(name))
      .map(([name, value]) => [
        name,
        isMoney(table, name) && value !== null ? toMajor(Number(value), currency) : value,
      ]),
  );

/** The columns that name what a row belongs to, with its table. */
const OWNERS = { product_id: "products", collection_id: "collections", order_id: "orders" } as const;

/** A function that says what merchants call a row: its id and its slug, SKU, number or title. `part`: its name in a list. */
async function namer(db: SiteDb, rows: readonly PlannedRow[]): Promise<NameOf> {
  const shown = rows.flatMap(({ table, key, before, after }) =>
    RULES[table].entity ? [{ ...idOf(table, key), ...before, ...after } as Row] : [],
  );
  const names = new Map<unknown, string>();
  for (const [column, table] of Object.entries(OWNERS)) {
    const ids = shown.flatMap((row) => (row[column] as string | undefined) ?? []);
    for (const { id, name } of await namesOf(db, table, ids)) names.set(id, name);
  }
  return (table, key, row) => {
    const whole: Row = { ...idOf(table, key), ...row };
    const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
    const owner = (column: keyof typeof OWNERS) => names.get(whole[column]) ?? "";
    switch (table) {
      case "variants":
        return { id: key, label: `${owner("product_id")} ${text(whole.sku ?? whole.title)}`.trim() };
      case "collection_products":
        return {
          id: text(whole.collection_id),
          label: owner("collection_id"),
          part: owner("product_id") || text(whole.product_id),
        };
      case "order_notes":
        return { id: text(whole.order_id), label: owner("order_id") };
      case "shipping_rates":
        return { id: key.replace("\t", " "), label: key.replace("\t", " ") };
      case "customers":
        return { id: key, label: key };
      case "blocked_phones":
        return { id: key, label: whole.phone ? maskPhone(text(whole.phone)) : key };
      case "sites":
      case "carriers":
        return { id: key, label: text(whole.name) };
      default:
        return {
          id: key,
          label: text(whole.slug ?? whole.order_number ?? whole.code ?? whole.handle ?? whole.title ?? key),
        };
    }
  };
}
