import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import type { ChangeFeed, StoreChanges } from "../../src/db/changes.ts";
import { Database, type Driver } from "../../src/db/database.ts";
import { openDatabase } from "../../src/db/open.ts";
import { openPostgres, type PostgresOptions } from "../../src/db/postgres/postgres.ts";
import { sql } from "../../src/db/sql.ts";
import { openShop, type Shop, settingsWith } from "../support/app.ts";
import { addressWithFakes, createFakes, type FakedFunction, fake } from "../support/faked-functions.ts";
import { createOwnDatabase } from "../support/own-database.ts";
import { openSilentProxy } from "../support/silent-proxy.ts";

let url = "";
/** Works as the owner of the tables, and has no feed: other processes do not know of its commits. */
let owner: Driver;
let shop: Shop;

beforeAll(async () => {
  url = await createOwnDatabase();
  owner = openPostgres(url, { poolSize: 3, statementTimeout: 60_000, idleInTransactionTimeout: 60_000, role: "login" });
  await createFakes(owner);
  shop = await storeIn(openProcess().database);
});
afterAll(() => owner.close());

interface Process {
  database: Database;
  feed: ChangeFeed;
  /** The products of the changes that its listeners were told, `everything`, in order. */
  told: string[];
  close(): Promise<void>;
}

/** Opens the database as a server does. */
function openProcess(address = url, options: Partial<PostgresOptions> = {}): Process {
  const driver = openPostgres(address, { poolSize: 2, statementTimeout: 10_000, followsChanges: true, ...options });
  const database = new Database(driver, { checks: true });
  const told: string[] = [];
  database.changes.listen((changes) => told.push(...(changes === "everything" ? [changes] : changes.productIds)));
  return { database, feed: database.changes, told, close: () => driver.close() };
}

/** A process that reads changes. What it was told before, is forgotten. */
async function openReader(address?: string, options?: Partial<PostgresOptions>): Promise<Process> {
  const reader = openProcess(address, options);
  onTestFinished(() => reader.close());
  expect(reader.feed.isCurrent).toBe(false);
  await untilCurrent(reader);
  reader.told.length = 0;
  return reader;
}

const storeIn = (database: Database): Promise<Shop> => openShop({ over: database });

const eventually = <T>(look: () => T) => expect.poll(look, { interval: 5, timeout: 20_000 });

const untilCurrent = ({ feed }: Process) => eventually(() => feed.isCurrent).toBe(true);

/** Commits a change of a product in this process, and returns the product's id. */
async function change({ database }: Process): Promise<string> {
  const [id, tenant] = [newId(), tenantOf(shop)];
  await database.transact(tenant, async (db) => db.changed([], [id]));
  return id;
}

const tenantOf = ({ id, currency }: Shop) => ({
  siteId: id,
  currency,
  country: "DZ",
  locale: "en",
  now: new Date().toISOString(),
  mediaUrl: <T>(address: T) => address,
});

const INSERT = "insert into changes (site_id, id, parts, product_ids) values ($1, $2, $3, $4)";

/** Commits a change that nobody publishes, like a process that is killed between its commit and its notice. */
async function changeUnpublished(on: Pick<Driver, "query"> = owner): Promise<string> {
  const id = newId();
  await on.query(INSERT, [shop.id, newId(), ["catalogue"], [id]]);
  return id;
}

/** Begins a transaction with a change; `commit` ends it. */
async function changeLate(): Promise<{ id: string; commit: () => Promise<void> }> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("begin");
  const id = newId();
  await client.query(INSERT, [shop.id, newId(), [], [id]]);
  const commit = async () => {
    await client.query("commit");
    await client.end();
  };
  return { id, commit };
}

/** Waits until a process was told; fails when the process calls itself current a second after the commit, without knowing. */
async function untilTold({ feed, told }: Process, id: string): Promise<void> {
  const committedBy = performance.now();
  await eventually(() => {
    const isCurrent = performance.now() - committedBy > 1000 && feed.isCurrent;
    return told.includes(id) ? "told" : isCurrent ? "current without it" : "waiting";
  }).not.toBe("waiting");
  expect(told).toContain(id);
}

/** Waits until a process has polled `count` times more. */
async function untilPolled(reader: Process, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await untilTold(reader, await changeUnpublished());
}

/** The backends of feeds in this database. */
const feedBackends = async (): Promise<number[]> =>
  (
    (await owner.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'hanout changes'",
      [],
    )) as { pid: number }[]
  ).map(({ pid }) => pid);

describe("a change of one process", () => {
  test("is told to its own listeners at once and once, with its parts", async () => {
    const own = await openReader();
    const heard: (StoreChanges | "everything")[] = [];
    own.feed.listen((changes) => heard.push(changes));
    const product = newId();
    await own.database.transact(tenantOf(shop), async (db) => {
      db.changed(["menus", "catalogue"], [product]);
      db.changed(["menus"]);
    });
    const changes = { siteId: shop.id, parts: ["menus", "catalogue"], productIds: [product] };
    expect(heard).toEqual([expect.objectContaining(changes)]);

    await untilPolled(own, 3);
    expect(own.told.filter((id) => id === product)).toEqual([product]);
  });

  test("is told to other processes by a notification, long before their next poll", async () => {
    const [writer, reader] = [await openReader(), await openReader()];
    await untilTold(reader, await change(writer)); // from here on, polls come right after a change
    const began = performance.now();
    const changed: string[] = [];
    for (let i = 0; i < 10; i++) {
      const id = await change(writer);
      changed.push(id);
      await untilTold(reader, id);
    }
    expect(performance.now() - began).toBeLessThan(2500); // ten polls would take five seconds
    expect(reader.told.slice(-10)).toEqual(changed);
  });

  test("is told to other processes within a second without a notification", async () => {
    const [writer, reader] = [await openReader(url, { sessions: false, role: "login" }), await openReader()];
    for (let i = 0; i < 3; i++) await untilTold(reader, await change(writer));
  });

  test("is told to all processes when nobody published it", async () => {
    const readers = [await openReader(), await openReader(url, { sessions: false, role: "login" })];
    const id = await changeUnpublished();
    await Promise.all(readers.map((reader) => untilTold(reader, id)));
    for (const { told } of readers) expect(told).toEqual([id]);
  });

  test("is not told when its transaction is rolled back", async () => {
    const reader = await openReader();
    const failing = reader.database.transact(tenantOf(shop), async (db) => {
      db.changed(["store"], [newId()]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    const id = await changeUnpublished();
    await untilTold(reader, id);
    expect(reader.told).toEqual([id]);
  });
});

describe("a transaction that stays open across polls", () => {
  test("is told when it commits, and the rows after it are told once", async () => {
    const reader = await openReader();
    const late = await changeLate();
    const others = [await changeUnpublished(), await changeUnpublished()];
    for (const id of others) await untilTold(reader, id);
    const third = await changeUnpublished();
    await untilTold(reader, third);
    expect(reader.told).toEqual([...others, third]);

    await late.commit();
    await untilTold(reader, late.id);
    const last = await changeUnpublished();
    await untilTold(reader, last);
    expect(reader.told).toEqual([...others, third, late.id, last]);
  });

  test("is told by a standby, too, which may repeat rows", async () => {
    await fake(owner, "pg_is_in_recovery", "true");
    onTestFinished(() => fake(owner, "pg_is_in_recovery", undefined));
    const reader = await openReader(addressWithFakes(url));
    const late = await changeLate();
    const own = await change(reader);
    await untilPolled(reader, 2);
    expect(reader.told.filter((id) => id === own).length).toBeGreaterThan(1);
    await late.commit();
    await untilTold(reader, late.id);
    expect(reader.told).not.toContain("everything");
  });
});

describe("a feed that is cut", () => {
  test("connects again, and misses nothing", async () => {
    const reader = await openReader();
    for (let i = 0; i < 3; i++) {
      const backends = await feedBackends();
      expect(backends.length).toBeGreaterThan(0);
      for (const pid of backends) await owner.query("select pg_terminate_backend($1)", [pid]);
      await untilTold(reader, await changeUnpublished());
      await untilCurrent(reader);
    }
    expect(reader.told).not.toContain("everything");

    // It listens again.
    const writer = await openReader();
    await untilTold(reader, await change(writer));
    const began = performance.now();
    for (let i = 0; i < 5; i++) await untilTold(reader, await change(writer));
    expect(performance.now() - began).toBeLessThan(1500);
  });

  test("is not current a second after the silence began, and misses nothing", async () => {
    const direct = new URL(url);
    const proxy = await openSilentProxy({ host: direct.hostname, port: Number(direct.port) });
    const through = new URL(url);
    through.port = String(proxy.port);
    const reader = await openReader(url, { readConnectionString: through.href });
    onTestFinished(() => proxy.close());

    proxy.silence();
    const silentSince = performance.now();
    let lastCurrent = silentSince;
    await eventually(() => {
      const now = performance.now();
      const { isCurrent } = reader.feed;
      if (isCurrent) lastCurrent = now;
      return isCurrent;
    }).toBe(false);
    expect(lastCurrent - silentSince).toBeLessThan(1000);

    const other = await openReader();
    const own = await change(reader); // its own listeners know at once
    const missed = await change(other);
    expect(reader.told).toEqual([own]);
    proxy.heal();
    await untilCurrent(reader);
    expect(reader.told).toEqual([own, missed]);
  });

  test("is not current while it may not read, and reads go on", async () => {
    const reader = await openReader();
    await owner.exec("revoke select on changes from hanout_reader");
    onTestFinished(() => owner.exec("grant select on changes to hanout_reader"));
    const missed = await changeUnpublished();
    await eventually(() => reader.feed.isCurrent).toBe(false);
    expect(await reader.database.directory.exists(sql`select from sites where id = ${shop.id}`)).toBe(true);
    expect(reader.told).toEqual([]);

    await owner.exec("grant select on changes to hanout_reader");
    await untilCurrent(reader);
    expect(reader.told).toEqual([missed]);
  });

  test("is not current after its driver is closed", async () => {
    const reader = openProcess();
    await untilCurrent(reader);
    await reader.close();
    expect(reader.feed.isCurrent).toBe(false);
  });
});

describe("everything counts as changed", () => {
  test.each<[string, FakedFunction, string]>([
    ["ids of transactions go backwards, as after a restore", "pg_current_snapshot", "7:7:"],
    ["another server answers", "pg_postmaster_start_time", "1 second"],
    ["rows may have been removed since the last poll", "clock_timestamp", "6 minutes"],
    ["the clock of the database is set back", "clock_timestamp", "-1 hour"],
  ])("when %s", async (_case, name, answer) => {
    const reader = await openReader(addressWithFakes(url));
    onTestFinished(() => fake(owner, name, undefined));
    await untilPolled(reader, 1);
    expect(reader.told).not.toContain("everything");
    await fake(owner, name, answer);
    await eventually(() => reader.told).toContain("everything");
    expect(reader.feed.isCurrent).toBe(true);
  });

  test("when one poll would find too much", async () => {
    const reader = await openReader();
    await owner.query(
      `insert into changes (site_id, id, parts, product_ids)
       select $1, gen_random_uuid(), '{}', array[gen_random_uuid()] from generate_series(1, 10001)`,
      [shop.id],
    );
    await eventually(() => reader.told).toEqual(["everything"]);
    const next = await changeUnpublished();
    await untilTold(reader, next);
    expect(reader.told).toEqual(["everything", next]);
  });

  test("when a process starts, because it knows nothing of the time before", async () => {
    const process = openProcess();
    onTestFinished(() => process.close());
    await untilCurrent(process);
    expect(process.told).toEqual(["everything"]);
  });
});

describe("a server", () => {
  const open = (given: object, monitored: boolean) =>
    openDatabase(settingsWith({ DATABASE_URL: url, ...given }), { monitored });

  test("follows changes, unless it keeps nothing; commands do not follow them", async () => {
    const opened = [await open({}, true), await open({ CACHE_BYTES: 0 }, true), await open({}, false)];
    onTestFinished(async () => void (await Promise.all(opened.map(({ driver }) => driver.close()))));
    const feeds = opened.map(({ driver }) => driver.changes);
    expect(feeds.map((feed) => feed !== undefined)).toEqual([true, false, false]);
    await eventually(() => feeds[0]?.isCurrent).toBe(true);
  });
});
