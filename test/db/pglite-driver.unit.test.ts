import { afterAll, expect, test } from "vitest";
import type { Driver } from "../../src/db/database.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";

const driver = await openPglite();
afterAll(() => driver.close());

const PAIR = "select $1::int as number, $2::text as text";
const divide = (by: number) => driver.query("select 1 / $1::int as quotient", [by], true);

test.each([true, false])("statements of one tick have their own rows; prepared: %s", async (isFixed) => {
  const answers = () =>
    Promise.all([
      driver.query(PAIR, [1, "one"], isFixed),
      driver.query("select 2 as number where false", [], isFixed),
      driver.query(PAIR, [3, null], isFixed),
      driver.query("select $1::bigint as big, '{}'::jsonb as empty, array['a'] as list", [2 ** 40], isFixed),
    ]);

  const expected = [
    [{ number: 1, text: "one" }],
    [],
    [{ number: 3, text: null }],
    [{ big: 2 ** 40, empty: {}, list: ["a"] }],
  ];
  expect(await answers()).toEqual(expected);
  expect(await answers()).toEqual(expected);
});

test("a statement that fails leaves the next one usable, prepared or not", async () => {
  await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
  expect(await divide(1)).toEqual([{ quotient: 1 }]);
  for (const isFixed of [true, false]) {
    await expect(driver.query("select nothing", [], isFixed)).rejects.toMatchObject({ code: "42703" });
    expect(await driver.query(PAIR, [1, "one"], isFixed)).toEqual([{ number: 1, text: "one" }]);
  }
});

test("a transaction fails with its first error, and runs no statement after its end", async () => {
  let late: typeof driver.query | undefined;
  const failed = driver.transaction(async (inside) => {
    late = inside.query;
    await inside.exec("create table never (id int)");
    await Promise.all([inside.query("select 1 / 0", [], true), inside.query(PAIR, [1, "one"], true)]);
  });

  await expect(failed).rejects.toMatchObject({ code: "22012" });
  await expect(late?.("select 1", [])).rejects.toThrow("the transaction has ended");
  expect(await driver.query("select to_regclass('never') as found", [])).toEqual([{ found: null }]);
});

test("the event loop runs between two statements, also in a transaction", async () => {
  const around = async ({ query }: Pick<Driver, "query">) => {
    const seen: string[] = [];
    setImmediate(() => seen.push("loop"));
    await Promise.all(["1", "2", "3"].map((name) => query("select 1", []).then(() => seen.push(name))));
    return seen;
  };

  expect((await around(driver)).indexOf("loop")).toBeLessThan(2);
  expect((await driver.transaction(around)).indexOf("loop")).toBeLessThan(2);
});

test("more statements than are kept prepared stay right", async () => {
  const numbers = Array.from({ length: 400 }, (_, number) => number);
  for (const number of [...numbers, ...numbers.toReversed()]) {
    expect(await driver.query(`select ${number} as number`, [], true)).toEqual([{ number }]);
  }
  const [row] = await driver.query("select count(*)::int as prepared from pg_prepared_statements", []);
  expect((row as { prepared: number }).prepared).toBeLessThan(210);
});

const SCANS = "select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'things'";

/** How many sequential scans of `things` the work makes. */
const scansOf = (work: (inside: Driver) => Promise<unknown>): Promise<number> =>
  driver.transaction(async (inside) => {
    const scans = async () => ((await inside.query(SCANS, [])) as { scans: number }[])[0]?.scans ?? 0;
    const before = await scans();
    await work(inside);
    return (await scans()) - before;
  });

test("the plan of a statement follows the growth of its table", async () => {
  await driver.exec("create table things (id int primary key, text text); insert into things values (1, 'x')");
  await driver.exec("analyze things");
  const find = (over: Driver) => over.query("select text from things where id = $1", [1], true);
  for (let i = 0; i < 10; i++) await find(driver);
  expect(await scansOf(find)).toBe(1);

  await driver.query("insert into things select i, repeat('x', 500) from generate_series(2, 2000) i", []);
  for (let i = 0; i < 1000; i++) await driver.query(PAIR, [1, "one"], true);

  expect(await scansOf(find)).toBe(0);
});
