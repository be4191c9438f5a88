import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import type { StoreChanges } from "../../src/db/changes.ts";
import { openDatabase } from "../../src/db/open.ts";
import { settingsWith } from "../support/app.ts";
import { ChangeScene, eventually, untilCurrent, untilTold } from "../support/change-scene.ts";
import { addressWithFakes, createFakes, type FakedFunction, fake } from "../support/faked-functions.ts";

const scene = new ChangeScene();
beforeAll(() => createFakes(scene.owner));

/** Begins a transaction with a change; `commit` ends it. */
async function changeLate(): Promise<{ id: string; commit: () => Promise<void> }> {
  const client = new pg.Client(scene.url);
  await client.connect();
  await client.query("begin");
  const id = newId();
  await scene.insert({ query: async (text, values) => (await client.query(text, values)).rows }, id);
  const commit = async () => {
    await client.query("commit");
    await client.end();
  };
  return { id, commit };
}

describe("a change of one process", () => {
  test("is told to its own listeners at once and once, with its parts", async () => {
    const own = await scene.openReader();
    const heard: (StoreChanges | "everything")[] = [];
    own.feed.listen((changes) => heard.push(changes));
    const product = newId();
    await own.database.transact(scene.tenant, async (db) => {
      db.changed(["menus", "catalogue"], [product]);
      db.changed(["menus"]);
    });
    const changes = { siteId: scene.shop.id, parts: ["menus", "catalogue"], productIds: [product] };
    expect(heard).toEqual([expect.objectContaining(changes)]);

    await scene.untilPolled(own, 3);
    expect(own.told.filter((id) => id === product)).toEqual([product]);
  });

  test("is told to other processes by a notification, long before their next poll", async () => {
    const [writer, reader] = [await scene.openReader(), await scene.openReader()];
    await untilTold(reader, await scene.change(writer)); // from here on, polls come right after a change
    const began = performance.now();
    const changed: string[] = [];
    for (let i = 0; i < 10; i++) {
      const id = await scene.change(writer);
      changed.push(id);
      await untilTold(reader, id);
    }
    expect(performance.now() - began).toBeLessThan(2500); // ten polls would take five seconds
    expect(reader.told.slice(-10)).toEqual(changed);
  });

  test("is told to other processes within a second without a notification", async () => {
    const [writer, reader] = [
      await scene.openReader(scene.url, { sessions: false, role: "login" }),
      await scene.openReader(),
    ];
    for (let i = 0; i < 3; i++) await untilTold(reader, await scene.change(writer));
  });

  test("is told to all processes when nobody published it", async () => {
    const readers = [await scene.openReader(), await scene.openReader(scene.url, { sessions: false, role: "login" })];
    const id = await scene.changeUnpublished();
    await Promise.all(readers.map((reader) => untilTold(reader, id)));
    for (const { told } of readers) expect(told).toEqual([id]);
  });

  test("is not told when its transaction is rolled back", async () => {
    const reader = await scene.openReader();
    const failing = reader.database.transact(scene.tenant, async (db) => {
      db.changed(["store"], [newId()]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    const id = await scene.changeUnpublished();
    await untilTold(reader, id);
    expect(reader.told).toEqual([id]);
  });
});

describe("a transaction that stays open across polls", () => {
  test("is told when it commits, and the rows after it are told once", async () => {
    const reader = await scene.openReader();
    const late = await changeLate();
    const others = [await scene.changeUnpublished(), await scene.changeUnpublished()];
    for (const id of others) await untilTold(reader, id);
    const third = await scene.changeUnpublished();
    await untilTold(reader, third);
    expect(reader.told).toEqual([...others, third]);

    await late.commit();
    await untilTold(reader, late.id);
    const last = await scene.changeUnpublished();
    await untilTold(reader, last);
    expect(reader.told).toEqual([...others, third, late.id, last]);
  });

  test("is told by a standby, too, which may repeat rows", async () => {
    await fake(scene.owner, "pg_is_in_recovery", "true");
    onTestFinished(() => fake(scene.owner, "pg_is_in_recovery", undefined));
    const reader = await scene.openReader(addressWithFakes(scene.url));
    const late = await changeLate();
    const own = await scene.change(reader);
    await scene.untilPolled(reader, 2);
    expect(reader.told.filter((id) => id === own).length).toBeGreaterThan(1);
    await late.commit();
    await untilTold(reader, late.id);
    expect(reader.told).not.toContain("everything");
  });
});

describe("everything counts as changed", () => {
  test.each<[string, FakedFunction, string]>([
    ["ids of transactions go backwards, as after a restore", "pg_current_snapshot", "7:7:"],
    ["another server answers", "pg_postmaster_start_time", "1 second"],
    ["rows may have been removed since the last poll", "clock_timestamp", "6 minutes"],
    ["the clock of the database is set back", "clock_timestamp", "-1 hour"],
  ])("when %s", async (_case, name, answer) => {
    const reader = await scene.openReader(addressWithFakes(scene.url));
    onTestFinished(() => fake(scene.owner, name, undefined));
    await scene.untilPolled(reader, 1);
    expect(reader.told).not.toContain("everything");
    await fake(scene.owner, name, answer);
    await eventually(() => reader.told).toContain("everything");
    expect(reader.feed.isCurrent).toBe(true);
  });

  test("when one poll would find too much", async () => {
    const reader = await scene.openReader();
    await scene.owner.query(
      `insert into changes (site_id, id, parts, product_ids)
       select $1, gen_random_uuid(), '{}', array[gen_random_uuid()] from generate_series(1, 10001)`,
      [scene.shop.id],
    );
    await eventually(() => reader.told).toEqual(["everything"]);
    const next = await scene.changeUnpublished();
    await untilTold(reader, next);
    expect(reader.told).toEqual(["everything", next]);
  });

  test("when a process starts, because it knows nothing of the time before", async () => {
    const process = scene.openProcess();
    onTestFinished(() => process.close());
    await untilCurrent(process);
    expect(process.told).toEqual(["everything"]);
  });
});

describe("a server", () => {
  const open = (given: object, monitored: boolean) =>
    openDatabase(settingsWith({ DATABASE_URL: scene.url, ...given }), { monitored });

  test("follows changes, unless it keeps nothing; commands do not follow them", async () => {
    const opened = [await open({}, true), await open({ CACHE_BYTES: 0 }, true), await open({}, false)];
    onTestFinished(async () => void (await Promise.all(opened.map(({ driver }) => driver.close()))));
    const feeds = opened.map(({ driver }) => driver.changes);
    expect(feeds.map((feed) => feed !== undefined)).toEqual([true, false, false]);
    await eventually(() => feeds[0]?.isCurrent).toBe(true);
  });
});
