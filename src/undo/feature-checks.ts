import { findCarriersWithOrders } from "../carriers/carriers.ts";
import {
  isLimited,
  isNoReduction,
  isOversold,
  isTooMany,
  optionsFault,
  type ProductInput,
  placeFault,
  type VariantInput,
} from "../catalog/catalog.ts";
import { lacksPublicationTime } from "../content/content.ts";
import type { SiteDb } from "../db/database.ts";
import { changedColumns, keyOf, type Row } from "../db/recording/recording.ts";
import { readRows } from "../db/recording/row-queries.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";
import { mayChangeCarrier, mayChangeDetails, maySetShippingCost, SHIPMENT_FIELDS } from "../orders/orders.ts";
import { discountFault, endsBeforeStart, fitsTargets, isOverused, type Promotion } from "../promotions/promotions.ts";
import { afterOf, type Conflict, conflictOf, isWhole, type PlannedRow } from "./plan.ts";
import { allParents, type OrderState, ordersInState, promotionUses } from "./reference-queries.ts";
import { productOf, structureOf } from "./units.ts";

/**
 * What the features say against rows of one table as they would be, with what others changed since: a promotion would begin
 * after its end, for example, although neither column changed itself.
 */
export async function refusedByFeature(
  db: SiteDb,
  plan: readonly PlannedRow[],
  table: TableName,
  rows: readonly PlannedRow[],
): Promise<Conflict[]> {
  const refused = await refusedChanges(
    db,
    table,
    rows.filter((row) => !isWhole(row)),
  );
  if (table === "categories") return [...refused, ...(await misplacedCategories(db, plan, rows))];
  if (table === "products" || table === "variants") return [...refused, ...(await brokenProducts(db, plan, rows))];
  return refused;
}

/** A rule of a feature about columns of a row that changes. `fact`: what the feature must know of it beside its columns. */
interface Rule {
  columns: readonly string[];
  /** `after`: the row as it would be. `before`: as it is. */
  refuses(after: never, before: never, fact: never): boolean;
  reason(before: never, fact: never): string;
}

const rule = <R, F>(
  columns: readonly string[],
  refuses: (after: R, before: R, fact: F) => boolean,
  reason: (before: R, fact: F) => string,
): Rule => ({ columns, refuses, reason });

/** What is wrong already may stay so. */
const becomes =
  <R>(isWrong: (row: R) => boolean) =>
  (after: R, before: R): boolean =>
    isWrong(after) && !isWrong(before);

const isDetail = (column: string): boolean => !SHIPMENT_FIELDS.some((field) => field === column);
const isWrongStock = (row: VariantInput): boolean =>
  isOversold({ ...row, is_limited: isLimited(row) }) || isTooMany(row.inventory_quantity);

const RULES: Partial<Record<TableName, readonly Rule[]>> = {
  orders: [
    rule(
      ["carrier"],
      (_, __, state: OrderState) => !mayChangeCarrier(state),
      () => "its carrier has paid",
    ),
    rule(
      Object.keys(tableOf("orders").columns).filter(isDetail),
      (_, __, state: OrderState) => !mayChangeDetails(state),
      (_, { status }) => `the order is ${status}`,
    ),
    rule(
      ["shipping_cost"],
      (_, __, state: OrderState) => mayChangeDetails(state) && !maySetShippingCost(state),
      (_, { payment_status }) => `the order is ${payment_status}`,
    ),
  ],
  variants: [
    rule(
      ["inventory_quantity", "track_quantity", "continue_selling_when_out_of_stock"],
      becomes(isWrongStock),
      ({ inventory_quantity }) => `only ${inventory_quantity} are left`,
    ),
    rule(
      ["price", "compare_at_price"],
      becomes(isNoReduction),
      () => "its compare-at price would not be above its price",
    ),
  ],
  promotions: [
    rule(["starts_at", "expires_at"], becomes(endsBeforeStart), () => "it would end before it starts"),
    rule(
      ["discount_type", "discount_value", "buy_quantity", "get_quantity"],
      becomes((row: Promotion) => discountFault(row) !== undefined),
      () => "its kind of discount changed",
    ),
    rule(
      ["target_type", "target_ids"],
      becomes(({ target_type, target_ids }: Promotion) => !fitsTargets(target_type, target_ids)),
      () => "what it is for changed",
    ),
    rule(
      ["usage_limit"],
      (after: Promotion, _, uses: number | undefined) => isOverused(after, uses ?? 0),
      (_, uses) => `it was used ${uses} times`,
    ),
  ],
  articles: [rule(["is_published", "published_at"], becomes(lacksPublicationTime), () => "it was published")],
  carriers: [
    rule(
      ["name", "folded_name"],
      (_, __, hasOrders: true | undefined) => hasOrders === true,
      () => "orders have its name",
    ),
  ],
};

/** The facts that the rules of a table need, by the keys of rows. */
const FACTS: Partial<Record<TableName, (db: SiteDb, keys: string[]) => Promise<Map<string, unknown>>>> = {
  orders: ordersInState,
  promotions: promotionUses,
  carriers: async (db, keys) => new Map((await findCarriersWithOrders(db, keys)).map(({ id }) => [id, true])),
};

async function refusedChanges(db: SiteDb, table: TableName, rows: readonly PlannedRow[]): Promise<Conflict[]> {
  const rules = RULES[table];
  if (!rules || rows.length === 0) return [];
  const facts = await FACTS[table]?.(
    db,
    rows.map(({ key }) => key),
  );
  return rows.flatMap((row) => {
    const changed = changedColumns(row);
    const [after, before, fact] = [row.after as never, row.before as never, facts?.get(row.key) as never];
    return rules.flatMap(({ columns, refuses, reason }) => {
      const own = columns.filter((column) => changed.includes(column));
      return own.length > 0 && refuses(after, before, fact) ? [conflictOf(row, reason(before, fact), own)] : [];
    });
  });
}

/** Categories that would be below themselves, or too deep. */
async function misplacedCategories(
  db: SiteDb,
  plan: readonly PlannedRow[],
  rows: readonly PlannedRow[],
): Promise<Conflict[]> {
  const moved = rows.filter(({ before, after }) => after?.parent_id && after.parent_id !== before?.parent_id);
  if (moved.length === 0) return [];
  const parents = await allParents(db);
  for (const [id, row] of afterOf(plan, "categories")) parents.set(id, (row?.parent_id ?? null) as string | null);
  return moved.flatMap((row) => {
    const above: string[] = [];
    for (let id = parents.get(row.key); id && !above.includes(id); id = parents.get(id)) above.push(id);
    const columns = isWhole(row) ? [] : ["parent_id"];
    return placeFault(row.key, above) ? [conflictOf(row, "it would be below itself, or too deep", columns)] : [];
  });
}

/** Products that would have no variant, or variants that do not fit their options. */
async function brokenProducts(
  db: SiteDb,
  plan: readonly PlannedRow[],
  rows: readonly PlannedRow[],
): Promise<Conflict[]> {
  const structural = rows.filter((row) => isWhole(row) || structureOf(row).length > 0);
  const ids = [...new Set(structural.flatMap((row) => productOf(row) ?? []))];
  if (ids.length === 0) return [];
  const products = await overlaid(db, plan, "products", "id", ids);
  const variantsOf = new Map<unknown, Row[]>(ids.map((id) => [id, []]));
  for (const row of await overlaid(db, plan, "variants", "product_id", ids)) variantsOf.get(row.product_id)?.push(row);
  const isBroken = ({ id, options }: Row) =>
    optionsFault(options as ProductInput["options"], variantsOf.get(id) as unknown as VariantInput[], false);
  const broken = new Set(products.filter(isBroken).map(({ id }) => id));
  return structural
    .filter((row) => broken.has(productOf(row)))
    .map((row) => conflictOf(row, "the variants of its product changed since", structureOf(row)));
}

/** The rows with these values, as they will be. */
async function overlaid(
  db: SiteDb,
  plan: readonly PlannedRow[],
  table: TableName,
  column: string,
  values: string[],
): Promise<Row[]> {
  const rows = new Map((await readRows(db, table, column, values)).map((row) => [keyOf(table, row), row]));
  const wanted = new Set<unknown>(values);
  for (const [key, row] of afterOf(plan, table)) {
    if (row === null) rows.delete(key);
    else if (wanted.has(row[column])) rows.set(key, row);
  }
  return [...rows.values()];
}
