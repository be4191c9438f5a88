import { toMajor } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import { imageOf, type Row } from "../db/recording/recording.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";
import { type Conflict, idOf, type PlannedRow } from "./plan.ts";
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
};

const MONEY = ["price", "compare_at_price", "cost", "shipping_cost", "free_above", "min_order_amount"];
const MORE_MONEY = ["max_discount_amount"];
/** What merchants do not see, or see under another name. */
const HIDDEN = ["folded_email", "folded_name", "folded_code", "password_version", "created_at", "actor"];

/** What an undo changed, for the audit log and for its answer: amounts in major units. */
export async function entriesOf(db: SiteDb, rows: PlannedRow[]): Promise<UndoEntry[]> {
  const nameOf = await namer(db, rows);
  return rows.flatMap(({ table, key, before, after }) => {
    const entity = entityOf(table, after ?? before);
    const image = imageOf(table, key, before, after);
    if (!entity || !image) return [];
    const { id, label } = nameOf(table, key, after ?? before ?? {});
    const shown = (row: Row | null) => row && shownAs(table, fieldsOf(db, table, row));
    return [{ entity, id, label, before: shown(image.before), after: shown(image.after) }];
  });
}

/** A conflict as it is answered: what it is about, its fields, and why it cannot be put back. */
export async function describedConflicts(db: SiteDb, conflicts: Conflict[]) {
  const nameOf = await namer(
    db,
    conflicts.map(({ table, key, row }) => ({ table, key, before: row, after: null })),
  );
  return conflicts.map(({ table, key, row, columns, reason }) => ({
    entity: entityOf(table, row) ?? table,
    label: nameOf(table, key, row).label,
    ...(columns.length > 0 ? { fields: columns } : {}),
    reason,
  }));
}

function entityOf(table: TableName, row: Row | null): string | undefined {
  return table === "articles" ? String(row?.kind ?? "page") : ENTITIES[table];
}

/** A note's text is personal, and the log knows by the name `notes` that it must not keep it. */
const shownAs = (table: TableName, fields: Row): Row => (table === "order_notes" ? { notes: [fields] } : fields);

/** A row's fields without its key, as operations name them. */
function fieldsOf({ currency }: SiteDb, table: TableName, row: Row): Row {
  const keys = Object.keys(tableOf(table).key);
  const isMoney = (name: string) => [...MONEY, ...MORE_MONEY].includes(name);
  const fields = Object.entries(row).filter(([name]) => !keys.includes(name) && !HIDDEN.includes(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, isMoney(name) && value !== null ? toMajor(Number(value), currency) : value]),
  );
}

/** A function that says what merchants call a row: its id and its slug, SKU, number or title. */
async function namer(db: SiteDb, rows: PlannedRow[]) {
  const idsFor = (table: TableName, column: string) =>
    rows.flatMap((row) =>
      row.table === table ? [{ ...idOf(table, row.key), ...row.before, ...row.after }[column] as string] : [],
    );
  const products = await namesOf(db, "products", [
    ...new Set([...idsFor("variants", "product_id"), ...idsFor("collection_products", "product_id")]),
  ]);
  const collections = await namesOf(db, "collections", [...new Set(idsFor("collection_products", "collection_id"))]);
  const orders = await namesOf(db, "orders", [...new Set(idsFor("order_notes", "order_id"))]);
  return (table: TableName, key: string, row: Row): { id: string; label: string } => {
    const whole: Row = { ...idOf(table, key), ...row };
    const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
    const product = products.get(text(whole.product_id)) ?? "";
    switch (table) {
      case "variants":
        return { id: key, label: `${product} ${text(whole.sku ?? whole.title)}`.trim() };
      case "collection_products":
        return {
          id: text(whole.collection_id),
          label: `${collections.get(text(whole.collection_id)) ?? ""} ${product}`.trim(),
        };
      case "order_notes":
        return { id: text(whole.order_id), label: orders.get(text(whole.order_id)) ?? "" };
      case "shipping_rates":
        return { id: key.replace("\t", " "), label: key.replace("\t", " ") };
      case "customers":
        return { id: key, label: key };
      case "sites":
        return { id: key, label: text(whole.name) };
      default:
        return {
          id: key,
          label: text(whole.slug ?? whole.order_number ?? whole.code ?? whole.handle ?? whole.title ?? key),
        };
    }
  };
}
