import { expect, inject, onTestFinished, test } from "vitest";
import { openPostgres } from "../../src/db/postgres/postgres.ts";

test("a connection that breaks during its work fails that work only", async () => {
  const driver = openPostgres(inject("postgresUrl"), { poolSize: 2, statementTimeout: 10_000 });
  onTestFinished(() => driver.close());

  const cut = driver.transaction(async (inside) => {
    const [row] = await inside.query("select pg_backend_pid() as pid", []);
    await driver.query("select pg_terminate_backend($1)", [(row as { pid: number }).pid]);
    return inside.query("select 1", []);
  });

  await expect(cut).rejects.toThrow();
  expect(await driver.query("select 1 as one", [])).toEqual([{ one: 1 }]);
});

/** A driver whose reads all use the same connection. */
function openReader(options: { sessions?: boolean } = {}) {
  const driver = openPostgres(inject("postgresUrl"), {
    poolSize: 1,
    statementTimeout: 10_000,
    role: "login",
    ...options,
  });
  onTestFinished(() => driver.close());
  return driver;
}

const PAIR = "select $1::int as number, $2::text as text";

for (const sessions of [true, false]) {
  test(`reads of one tick have their own rows, ${sessions ? "prepared" : "not prepared"}`, async () => {
    const driver = openReader({ sessions });
    const pairs = () =>
      driver.reads((read) =>
        Promise.all([
          read(PAIR, [1, "one"], true),
          read("select 2 as number where false", [], true),
          read(PAIR, [3, null], true),
          read("select $1::bigint as big, '{}'::jsonb as empty, array['a'] as list", [2 ** 40]),
        ]),
      );

    const expected = [
      [{ number: 1, text: "one" }],
      [],
      [{ number: 3, text: null }],
      [{ big: 2 ** 40, empty: {}, list: ["a"] }],
    ];
    expect(await pairs()).toEqual(expected);
    expect(await pairs()).toEqual(expected);
  });
}

test("reads of one tick are one write and one answer", async () => {
  const driver = openReader();
  const [[first], [second]] = (await driver.reads((read) =>
    Promise.all([read("select now()::text as now", [], true), read("select now()::text as now", [], true)]),
  )) as [[unknown], [unknown]];
  expect(first).toEqual(second); // `now()` is the same until PostgreSQL has answered the write
});

test("a read that fails fails those of its tick, and the connection stays usable", async () => {
  const driver = openReader();
  const failing = (read: typeof driver.read) =>
    Promise.allSettled([
      read(PAIR, [1, "one"], true),
      read("select 1 / $1::int as quotient", [0], true),
      read("select 2 as two", [], true),
    ]);
  for (let i = 0; i < 2; i++) {
    const settled = await driver.reads(failing);
    expect(settled).toEqual(Array(3).fill({ status: "rejected", reason: expect.objectContaining({ code: "22012" }) }));
    expect(await driver.reads((read) => read("select 2 as two", [], true))).toEqual([{ two: 2 }]);
  }
  const unsafe = driver.reads((read) => read("select 9007199254740993 as big", []));
  await expect(unsafe).rejects.toThrow("int8 beyond the safe integers");
  expect(await driver.reads((read) => read(PAIR, [1, "one"], true))).toEqual([{ number: 1, text: "one" }]);
});

test("a read after its work has ended is refused", async () => {
  const driver = openReader();
  let late: typeof driver.read = driver.read;
  await driver.reads(async (read) => {
    late = read;
  });
  await expect(late("select 1", [])).rejects.toThrow("the read has ended");
});

test("a connection that breaks during a read fails that read only", async () => {
  const driver = openReader();
  const cut = driver.reads(async (read) => {
    const [row] = await read("select pg_backend_pid() as pid", []);
    await driver.query("select pg_terminate_backend($1)", [(row as { pid: number }).pid]);
    return read("select 1", []);
  });
  await expect(cut).rejects.toThrow();
  expect(await driver.reads((read) => read("select 1 as one", []))).toEqual([{ one: 1 }]);
});

test.each([
  ["array[]::text[]", []],
  ["array['plain', 'with space', 'زربية']", ["plain", "with space", "زربية"]],
  [`array['a,b', 'c"d', 'e\\f', '{g}', '']`, ["a,b", 'c"d', "e\\f", "{g}", ""]],
  ["array['NULL', null, 'null']", ["NULL", null, "null"]],
  ["array[array['a'], array['c']]", [["a"], ["c"]]],
  ["array['01a20414-0156-74dc-8358-6c5fd897fae4']::uuid[]", ["01a20414-0156-74dc-8358-6c5fd897fae4"]],
  ["timestamptz '2026-03-01 09:00:00Z'", "2026-03-01T09:00:00.000Z"],
  ["timestamptz '2026-03-01 09:00:00.1Z'", "2026-03-01T09:00:00.100Z"],
  ["timestamptz '2026-03-01 09:00:00.123999Z'", "2026-03-01T09:00:00.123Z"],
  ["timestamptz '12026-03-01 09:00:00.5Z'", "+012026-03-01T09:00:00.500Z"],
  ["timestamptz '2026-03-01 09:00:00.5+05:30'", "2026-03-01T03:30:00.500Z"],
])("reads %s", async (expression, expected) => {
  const driver = openReader();
  const valueIn = (zone: string) =>
    driver.reads(async (read) => {
      await read(`set timezone = '${zone}'`, []);
      return read(`select ${expression} as value`, []);
    });
  expect(await valueIn("UTC")).toEqual([{ value: expected }]);
  expect(await valueIn("Asia/Kolkata")).toEqual([{ value: expected }]);
});
