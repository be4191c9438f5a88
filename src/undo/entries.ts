import { isDeepStrictEqual } from "node:util";
import { toMajor } from "../core/money.ts";
import { maskPhone } from "../core/personal-data.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import type { SiteDb } from "../db/database.ts";
import { idOf, imageOf, type Row } from "../db/recording/recording.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";
import { labelsInLog } from "./change-queries.ts";
import type { Conflict, PlannedRow } from "./plan.ts";
import { namesOf } from "./reference-queries.ts";

/** A thing that an undo changed, as merchants know it. */
export interface UndoEntry {
  entity: string;
  id: string;
  label: string;
  before: Row | null;
  after: Row | null;
}

const ENTITIES: Partial<Record<TableName, string>> = {
  sites: "store",
  customers: "customer",
  blocked_phones: "blocked_phone",
  orders: "order",
  order_notes: "order",
  categories: "category",
  collections: "collection",
  collection_products: "collection",
  products: "product",
  variants: "variant",
  promotions: "promotion",
  articles: "page",
  menus: "menu",
  shipping_rates: "shipping_rate",
  carriers: "carrier",
};

const MONEY = new Set([
  ...["price", "compare_at_price", "cost", "shipping_cost", "free_above", "min_order_amount", "max_discount_amount"],
  ...["home_cost", "desk_cost", "return_cost"],
]);
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
    const thing = things.get(`${entity} ${id}`) ?? { entity, id, label, before: {}, after: {}, listed: [] };
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

function entityOf(table: TableName, row: Row | null): string | undefined {
  return table === "articles" ? String(row?.kind ?? "page") : ENTITIES[table];
}

/** A row's fields without its key, as operations name them. */
function fieldsOf({ currency }: SiteDb, table: TableName, row: Row): Row {
  const keys = Object.keys(tableOf(table).key);
  const isMoney = (name: string) => MONEY.has(name);
  const fields = Object.entries(row).filter(([name]) => !keys.includes(name) && !HIDDEN.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, isMoney(name) && value !== null ? toMajor(Number(value), currency) : value]),
  );
}

/** A function that says what merchants call a row: its id and its slug, SKU, number or title. `part`: its name in a list. */
async function namer(db: SiteDb, rows: PlannedRow[]): Promise<NameOf> {
  const idsFor = (table: TableName, column: string) =>
    rows.flatMap((row) =>
      row.table === table ? [{ ...idOf(table, row.key), ...row.before, ...row.after }[column] as string] : [],
    );
  const products = await namesOf(db, "products", [
    ...new Set([...idsFor("variants", "product_id"), ...idsFor("collection_products", "product_id")]),
  ]);
  const collections = await namesOf(db, "collections", [...new Set(idsFor("collection_products", "collection_id"))]);
  const orders = await namesOf(db, "orders", [...new Set(idsFor("order_notes", "order_id"))]);
  return (table, key, row) => {
    const whole: Row = { ...idOf(table, key), ...row };
    const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
    const product = products.get(text(whole.product_id)) ?? "";
    switch (table) {
      case "variants":
        return { id: key, label: `${product} ${text(whole.sku ?? whole.title)}`.trim() };
      case "collection_products":
        return {
          id: text(whole.collection_id),
          label: collections.get(text(whole.collection_id)) ?? "",
          part: product || text(whole.product_id),
        };
      case "order_notes":
        return { id: text(whole.order_id), label: orders.get(text(whole.order_id)) ?? "" };
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
