import { expect, test } from "vitest";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { buildTestApp, driver, keyring } from "../support/app.ts";
import { exampleFor, openDemo } from "../support/examples.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { post } from "../support/operations.ts";
import { withRoundTrips } from "../support/round-trips.ts";

let statements: string[] = [];
const { driver: counted, roundTripsOf } = withRoundTrips(
  withHooks(driver, { afterStatement: (text) => void statements.push(text) }),
  { countsCommit: false },
);
const app = await buildTestApp({}, counted);
const operations = merchantOperations(keyring);

/** What an operation sends for these arguments, and how often it waits for the database. */
async function costOf(shop: { secret_key: string }, name: string, args: object) {
  statements = [];
  const roundTrips = await roundTripsOf(async () => {
    const { status, body } = await post(shop, name, args, {}, app);
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
  });
  return { statements: statements.length, roundTrips };
}

// biome-ignore format: a table
/** The most statements and round trips of a call. One more statement of a write is left for events. */
const BOUNDS: Record<string, [args: object, statements: number, roundTrips: number]> = {
  products_save: [{ product: "kilim-aures", price: 9900 }, 9, 4],
  orders_confirm: [{}, 7, 4],
  orders_mark_delivered: [{}, 9, 4],
  orders_set_payment_status: [{}, 9, 4],
  orders_add_note: [{}, 9, 4],
};

test.each(Object.entries(BOUNDS))(
  "%s sends few statements, most of them together",
  async (name, [args, most, mostTrips]) => {
    const demo = await openDemo();
    const operation = operations.find((one) => one.name === name);
    if (!operation) throw new Error(`no operation ${name}`);
    const { dry_run: _, ...example } = (await exampleFor(demo, operation)) as { dry_run?: true };
    const given = name === "products_save" ? args : example;
    const cost = await costOf(demo, name, given);

    expect(cost.statements).toBeLessThanOrEqual(most);
    expect(cost.roundTrips).toBeLessThanOrEqual(mostTrips);
  },
);
