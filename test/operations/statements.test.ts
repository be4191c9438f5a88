import { expect, test } from "vitest";
import { takesConfirmToken } from "../../src/operations/operation.ts";
import { buildTestApp, driver } from "../support/app.ts";
import { exampleFor, openDemo } from "../support/examples.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { operationsOfKeys, post } from "../support/operations.ts";
import { withRoundTrips } from "../support/round-trips.ts";

/** What each operation may send for its example. Begin, commit and entering the store do not count. */

/** At most 10 statements and 4 round trips for one field. */
const ONE_FIELD = { product: "kilim-aures", price: 9900 };
const MAX_READ = { statements: 3, roundTrips: 2 };

// biome-ignore format: a table
/**
 * The most statements and round trips; a read beyond `MAX_READ` says why. Calls that may need the token of a dry run have one, which
 * costs four statements.
 */
const BOUNDS: Record<string, [statements: number, roundTrips: number, why?: string]> = {
  store_get: [6, 2, "the checklist asks four tables, together"],
  store_update: [9, 5],
  menus_get: [1, 1],
  menus_save: [9, 5],
  products_search: [5, 3, "a word may be misspelt: it is looked up first, then its products by the owner's function"],
  products_get: [2, 2],
  products_save: [19, 7],
  products_set_status: [16, 8],
  products_import: [18, 7],
  prices_bulk_update: [15, 7],
  inventory_search: [2, 2],
  inventory_adjust: [14, 6],
  categories_list: [2, 1],
  categories_save: [11, 8],
  collections_search: [2, 1],
  collections_save: [27, 19],
  catalog_delete: [18, 8],
  files_from_url: [20, 10],
  files_list: [2, 1],
  files_get: [2, 2],
  files_delete: [8, 5],
  files_adopt: [11, 3],
  orders_search: [3, 3, "the ids come from an index first; what else is known of their phones needs them"],
  orders_get: [3, 2],
  orders_create: [25, 9],
  orders_update: [16, 12],
  orders_merge: [40, 28],
  orders_log_call: [11, 5],
  orders_add_note: [11, 5],
  orders_next_call: [13, 6],
  orders_confirm: [8, 4],
  orders_ship: [14, 7],
  orders_mark_delivered: [9, 3],
  orders_cancel: [20, 10],
  orders_set_payment_status: [8, 3],
  orders_return: [17, 9],
  orders_move: [15, 4],
  parcels_export: [5, 4, "the carrier's name is looked for among saved ones, then among those of orders"],
  cod_reconcile: [25, 13],
  carts_abandoned: [4, 2, "the value of all carts is summed beside the page, and what they cost now"],
  customers_search: [4, 3, "the owner's function finds the ids, then the rows, then the orders of their phones"],
  customers_get: [3, 2],
  customers_save: [8, 5],
  customers_reset_link: [6, 3],
  customers_erase: [29, 20],
  blocked_phones_list: [2, 1],
  blocked_phones_save: [14, 8],
  promotions_search: [2, 1],
  promotions_save: [11, 7],
  promotions_check: [5, 5, "it prices lines, delivery and promotions one after the other, as a checkout does"],
  shipping_rates_list: [2, 1],
  shipping_rates_set: [15, 7],
  wilayas_list: [0, 1],
  communes_list: [0, 1],
  carriers_list: [4, 2, "it lists saved carriers, and the names that only orders have"],
  carriers_save: [10, 7],
  analytics_report: [2, 2],
  content_search: [2, 1],
  content_get: [1, 1],
  content_save: [9, 5],
  content_delete: [13, 5],
  api_keys_list: [2, 1],
  api_keys_create: [4, 2],
  api_keys_revoke: [5, 3],
  changes_list: [3, 2],
  events_list: [2, 2],
  webhooks_list: [2, 2],
  webhooks_save: [8, 5],
  webhooks_delete: [5, 4],
  webhooks_deliveries: [2, 2],
  webhooks_resend: [7, 5],
  webhooks_test: [5, 3],
  jobs_list: [1, 1],
  jobs_cancel: [6, 4],
  changes_undo: [17, 13],
};

let statements: string[] = [];
const { driver: counted, roundTripsOf } = withRoundTrips(
  withHooks(driver, { afterStatement: (text) => void statements.push(text) }),
  { countsCommit: false },
);
const app = await buildTestApp({}, counted);
const operations = operationsOfKeys;
const demo = await openDemo();

/** What an operation sends for these arguments, and how often it waits for the database. */
async function costOf(name: string, args: object) {
  statements = [];
  const roundTrips = await roundTripsOf(async () => {
    const { status, body } = await post(demo, name, args, {}, app);
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
  });
  return { statements: statements.length, roundTrips };
}

test("every operation has a line, and every read within the bound of reads but for a reason", () => {
  expect(Object.keys(BOUNDS)).toEqual(operations.map(({ name }) => name));
  const costly = operations.filter(({ name, effect }) => {
    const [most = 0, mostTrips = 0, why] = BOUNDS[name] ?? [];
    const isWithin = most <= MAX_READ.statements && mostTrips <= MAX_READ.roundTrips;
    return effect === "read" && isWithin === (why !== undefined);
  });
  expect(costly.map(({ name }) => name)).toEqual([]);
});

test("products_save of one field sends less than a whole product", async () => {
  const cost = await costOf("products_save", ONE_FIELD);

  expect(cost.statements).toBeLessThanOrEqual(10);
  expect(cost.roundTrips).toBeLessThanOrEqual(4);
});

test.each(operations)("$name sends few statements, most of them together", async (operation) => {
  const { dry_run: _, ...example } = (await exampleFor(demo, operation)) as { dry_run?: true };
  const confirmed = takesConfirmToken(operation) && (await post(demo, operation.name, { ...example, dry_run: true }));
  const token = confirmed ? { confirm_token: confirmed.body.confirm_token } : {};
  const cost = await costOf(operation.name, { ...example, ...token });

  const [most, mostTrips] = BOUNDS[operation.name] ?? [0, 0];
  expect(cost, `${operation.name}: at most ${most} statements and ${mostTrips} round trips`).toSatisfy(
    ({ statements: sent, roundTrips }: typeof cost) => sent <= most && roundTrips <= mostTrips,
  );
});
