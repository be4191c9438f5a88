import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { isWireKnown, ReadSession } from "../../src/db/postgres/read-session.ts";

test("statements leave together with the installed pg", () => {
  expect(isWireKnown()).toBe(true);
});

describe("statements do not leave together with a pg", () => {
  test("that writes messages by other methods", () => {
    class Connection extends pg.Connection {
      override bind(): never {
        throw new TypeError("bind is not a function");
      }
    }
    expect(isWireKnown({ Connection, Query: pg.Query })).toBe(false);
  });

  test("that notes prepared statements elsewhere", () => {
    class Query extends pg.Query {
      hasBeenParsed() {
        return false;
      }
    }
    expect(isWireKnown({ Connection: pg.Connection, Query })).toBe(false);
  });

  test("that sends something else for a statement", () => {
    class Query extends pg.Query {
      constructor({ text }: { text: string }) {
        super({ text: `${text} -- traced`, values: ["1"], name: "known" });
      }
    }
    expect(isWireKnown({ Connection: pg.Connection, Query: Query as unknown as typeof pg.Query })).toBe(false);
  });

  test("that hands on answers under other names", () => {
    const { handleDataRow: _, ...handlers } = Object.getOwnPropertyDescriptors(
      pg.Query.prototype,
    ) as PropertyDescriptorMap;
    class Query extends pg.Query {}
    Object.setPrototypeOf(Query.prototype, Object.create(null, handlers));
    expect(isWireKnown({ Connection: pg.Connection, Query })).toBe(false);
  });
});

describe("where statements do not leave together", () => {
  const settings = {
    nameOf: (text: string) => text.slice(0, 60),
    parserOf: () => String,
    timeoutOf: () => 10_000,
    together: false,
  };

  async function openClient(): Promise<pg.PoolClient> {
    const pool = new pg.Pool({ connectionString: inject("postgresUrl"), max: 1 });
    const client = await pool.connect();
    onTestFinished(async () => {
      client.release();
      await pool.end();
    });
    return client;
  }

  test("those of one tick have their own rows", async () => {
    const session = new ReadSession(await openClient(), settings);
    const pairs = () =>
      Promise.all([
        session.query("select $1::int as number", [1], true),
        session.query("select 2 as number where false", [], true),
        session.query("select $1::text[] as list", [["a", "b"]], false),
      ]);

    const expected = [[{ number: 1 }], [], [{ list: ["a", "b"] }]];
    expect(await pairs()).toEqual(expected);
    expect(await pairs()).toEqual(expected);
  });

  test("one that fails leaves the others and the connection usable", async () => {
    const session = new ReadSession(await openClient(), settings);
    const settled = await Promise.allSettled([
      session.query("select 1 / $1::int as quotient", [0], true),
      session.query("select 2 as two", [], true),
    ]);

    expect(settled).toEqual([
      { status: "rejected", reason: expect.objectContaining({ code: "22012" }) },
      { status: "fulfilled", value: [{ two: 2 }] },
    ]);
  });

  test("those that were not sent when the session ends are refused, and the connection serves others", async () => {
    const client = await openClient();
    const session = new ReadSession(client, settings);
    const late = Promise.allSettled([session.query("select 1", [], true), session.query("select 2", [], true)]);
    session.end();

    const refused = { status: "rejected", reason: new Error("the read has ended") };
    expect(await late).toEqual([refused, refused]);
    expect((await client.query("select 3 as three")).rows).toEqual([{ three: 3 }]);
  });
});
