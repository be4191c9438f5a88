import type { SiteDb } from "../db/database.ts";
import { keyOf, type Row } from "../db/recording/recording.ts";
import { readRows } from "../db/recording/row-queries.ts";
import type { TableName } from "../db/recording/tables.ts";
import { afterOf, type Conflict, changedColumns, conflictOf, type PlannedRow } from "./plan.ts";
import { allParents, findReferrers, usesOf } from "./reference-queries.ts";
import { productOf, structureOf } from "./units.ts";

/**
 * Rows of one table that would not be valid with what others changed since, although none of their own columns changed: a
 * promotion that begins after its end, for example.
 */
export async function invalidRows(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  switch (rows[0]?.table) {
    case "categories":
      return categoriesInCircles(db, plan, rows);
    case "products":
    case "variants":
      return [...rows.flatMap(faultsOf), ...(await brokenProducts(db, plan, rows))];
    case "promotions":
      return [...rows.flatMap(faultsOf), ...(await overused(db, rows))];
    case "carriers":
      return renamedWithOrders(db, rows);
    default:
      return rows.flatMap(faultsOf);
  }
}

interface Fault {
  /** The columns that do not fit together. */
  columns: readonly string[];
  isWrong(row: Row): boolean;
  reason(current: Row): string;
}

const MAX_UNITS = 1_000_000_000;
const FOR_QUANTITIES = "buy_x_get_y";

/** What must be true of the columns of one row. */
const FAULTS: Partial<Record<TableName, readonly Fault[]>> = {
  variants: [
    {
      columns: ["inventory_quantity", "track_quantity", "continue_selling_when_out_of_stock"],
      isWrong: (row) =>
        (row.track_quantity === true &&
          row.continue_selling_when_out_of_stock === false &&
          Number(row.inventory_quantity) < 0) ||
        Math.abs(Number(row.inventory_quantity)) > MAX_UNITS,
      reason: (current) => `only ${current.inventory_quantity} are left`,
    },
    {
      columns: ["price", "compare_at_price"],
      isWrong: ({ price, compare_at_price: compare }) => compare !== null && Number(compare) <= Number(price),
      reason: () => "its compare-at price would not be above its price",
    },
  ],
  promotions: [
    {
      columns: ["starts_at", "expires_at"],
      isWrong: ({ starts_at, expires_at }) =>
        starts_at !== null && expires_at !== null && Date.parse(String(expires_at)) <= Date.parse(String(starts_at)),
      reason: () => "it would end before it starts",
    },
    {
      columns: ["discount_type", "discount_value", "buy_quantity", "get_quantity"],
      isWrong: isWrongDiscount,
      reason: () => "its kind of discount changed",
    },
    {
      columns: ["target_type", "target_ids"],
      isWrong: ({ target_type, target_ids }) =>
        (target_type === "store") !== (Array.isArray(target_ids) && target_ids.length === 0),
      reason: () => "what it is for changed",
    },
  ],
  articles: [
    {
      columns: ["is_published", "published_at"],
      isWrong: ({ is_published, published_at }) => is_published === true && published_at === null,
      reason: () => "it was published",
    },
  ],
};

function isWrongDiscount({ discount_type, discount_value, buy_quantity, get_quantity }: Row): boolean {
  const [value, buy, get] = [discount_value, buy_quantity, get_quantity].map(Number) as [number, number, number];
  if ((discount_type === FOR_QUANTITIES) !== (buy > 0 && get > 0)) return true;
  if (discount_type !== FOR_QUANTITIES && buy + get > 0) return true;
  const isPercentage = discount_type === "percentage" || discount_type === FOR_QUANTITIES;
  return isPercentage && (value < 1 || value > 10_000);
}

function faultsOf(row: PlannedRow): Conflict[] {
  const { table, before, after } = row;
  if (before === null || after === null) return [];
  const changed = changedColumns(row);
  return (FAULTS[table] ?? []).flatMap(({ columns, isWrong, reason }) => {
    const own = columns.filter((column) => changed.includes(column));
    return own.length > 0 && isWrong(after) && !isWrong(before) ? [conflictOf(row, reason(before), own)] : [];
  });
}

/** A limit below the number of uses until now. */
async function overused(db: SiteDb, rows: PlannedRow[]): Promise<Conflict[]> {
  const limited = rows.filter((row) => row.before && row.after && row.after.usage_limit !== row.before.usage_limit);
  const uses = await usesOf(
    db,
    limited.map(({ key }) => key),
  );
  return limited.flatMap((row) => {
    const [limit, used] = [row.after?.usage_limit ?? null, uses.get(row.key) ?? 0];
    return limit !== null && used > Number(limit)
      ? [conflictOf(row, `it was used ${used} times`, ["usage_limit"])]
      : [];
  });
}

/** Carriers whose name orders have: it cannot change any more. */
async function renamedWithOrders(db: SiteDb, rows: PlannedRow[]): Promise<Conflict[]> {
  const renamed = rows.filter((row) => row.before && row.after && row.after.name !== row.before.name);
  const used = new Set(
    (
      await findReferrers(
        db,
        "carriers",
        renamed.map(({ key }) => key),
        { since: db.now, limit: renamed.length },
      )
    ).map(({ id }) => id),
  );
  return renamed
    .filter(({ key }) => used.has(key))
    .map((row) => conflictOf(row, "orders have its name", ["name", "folded_name"]));
}

/** Levels of categories, the top included. */
const MAX_DEPTH = 20;

/** Categories that would be below themselves, or too deep. */
async function categoriesInCircles(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  const moved = rows.filter(({ before, after }) => after?.parent_id && after.parent_id !== before?.parent_id);
  if (moved.length === 0) return [];
  const parents = await allParents(db);
  for (const [id, row] of afterOf(plan, "categories")) parents.set(id, (row?.parent_id ?? null) as string | null);
  return moved.flatMap((row) => {
    let levels = 1;
    for (let id = parents.get(row.key); id && levels <= MAX_DEPTH; id = parents.get(id)) levels++;
    const columns = row.before === null ? [] : ["parent_id"];
    return levels > MAX_DEPTH ? [conflictOf(row, "it would be below itself, or too deep", columns)] : [];
  });
}

/** Products that would have no variant, or variants that do not fit their options. */
async function brokenProducts(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  const structural = rows.filter((row) => row.before === null || row.after === null || structureOf(row).length > 0);
  const ids = [
    ...new Set(structural.flatMap((row) => productOf(row.table, row.key, row.after ?? row.before ?? {}) ?? [])),
  ];
  if (ids.length === 0) return [];
  const products = await overlaid(db, plan, "products", "id", ids);
  const variants = await overlaid(db, plan, "variants", "product_id", ids);
  const variantsOf = new Map<unknown, Row[]>(ids.map((id) => [id, []]));
  for (const variant of variants) variantsOf.get(variant.product_id)?.push(variant);
  const broken = new Set(
    products.filter((product) => !fits(product, variantsOf.get(product.id) ?? [])).map(({ id }) => id),
  );
  return structural
    .filter((row) => broken.has(productOf(row.table, row.key, row.after ?? row.before ?? {})))
    .map((row) => conflictOf(row, "the variants of its product changed since", structureOf(row)));
}

/** The rows with these values, as they will be. */
async function overlaid(
  db: SiteDb,
  plan: PlannedRow[],
  table: TableName,
  column: string,
  values: string[],
): Promise<Row[]> {
  const rows = new Map((await readRows(db, table, column, values)).map((row) => [keyOf(table, row), row]));
  const wanted = new Set(values);
  for (const [key, row] of afterOf(plan, table)) {
    if (row === null) rows.delete(key);
    else if (wanted.has(row[column] as string)) rows.set(key, row);
  }
  return [...rows.values()];
}

/** Whether a product has a variant, and each of its variants a value of each of its options, no two the same. */
function fits({ options }: Row, variants: Row[]): boolean {
  const named = options as { name: string; values: string[] }[];
  const valuesOf = ({ option_values }: Row) => option_values as Record<string, string>;
  const isComplete = (row: Row) =>
    Object.keys(valuesOf(row)).length === named.length &&
    named.every(({ name, values }) => values.includes(valuesOf(row)[name] ?? ""));
  const combinations = new Set(variants.map((row) => JSON.stringify(named.map(({ name }) => valuesOf(row)[name]))));
  return variants.length > 0 && variants.every(isComplete) && combinations.size === variants.length;
}
