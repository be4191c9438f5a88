import { describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { sql } from "../../src/db/sql.ts";
import { Random } from "../concurrency/cache-model/random.ts";
import { ChangeScene, eventually, untilCurrent, untilTold } from "../support/change-scene.ts";
import { testRandomly } from "../support/random-tests.ts";
import { openSilentProxy } from "../support/silent-proxy.ts";

const scene = new ChangeScene();

describe("a feed that is cut", () => {
  test("connects again, and misses nothing", async () => {
    const reader = await scene.openReader();
    for (let i = 0; i < 3; i++) {
      expect(await scene.cutFeeds()).toBeGreaterThan(0);
      await untilTold(reader, await scene.changeUnpublished());
      await untilCurrent(reader);
    }
    expect(reader.told).not.toContain("everything");

    // It listens again.
    const writer = await scene.openReader();
    await untilTold(reader, await scene.change(writer));
    const began = performance.now();
    for (let i = 0; i < 5; i++) await untilTold(reader, await scene.change(writer));
    expect(performance.now() - began).toBeLessThan(1500);
  });

  test("is not current a second after the silence began, and misses nothing", async () => {
    const direct = new URL(scene.url);
    const proxy = await openSilentProxy({ host: direct.hostname, port: Number(direct.port) });
    const through = new URL(scene.url);
    through.port = String(proxy.port);
    const reader = await scene.openReader(scene.url, { readConnectionString: through.href });
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

    const other = await scene.openReader();
    const own = await scene.change(reader); // its own listeners know at once
    const missed = await scene.change(other);
    expect(reader.told).toEqual([own]);
    proxy.heal();
    await untilCurrent(reader);
    expect(reader.told).toEqual([own, missed]);
  });

  test("is not current while it may not read, and reads go on", async () => {
    const reader = await scene.openReader();
    await scene.owner.exec("revoke select on changes from hanout_reader");
    onTestFinished(() => scene.owner.exec("grant select on changes to hanout_reader"));
    const missed = await scene.changeUnpublished();
    await eventually(() => reader.feed.isCurrent).toBe(false);
    expect(await reader.database.directory.exists(sql`select from sites where id = ${scene.shop.id}`)).toBe(true);
    expect(reader.told).toEqual([]);

    await scene.owner.exec("grant select on changes to hanout_reader");
    await untilCurrent(reader);
    expect(reader.told).toEqual([missed]);
  });

  test("is not current after its driver is closed", async () => {
    const reader = scene.openProcess();
    await untilCurrent(reader);
    await reader.close();
    expect(reader.feed.isCurrent).toBe(false);
  });
});

testRandomly(
  "every commit is told once, and no rollback, by random transactions while the feed is cut",
  {},
  async (seed) => {
    const reader = await scene.openReader();
    const committed: string[] = [];
    const refused = new Error("rolled back");
    const writer = async (longest: number, count: number, random: Random): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const id = newId();
        const transaction = scene.owner.transaction(async (inside) => {
          await scene.insert(inside, id);
          await inside.query("select pg_sleep($1)", [(random.fraction() ** 4 * longest) / 1000]);
          if (random.chance(0.1)) throw refused;
          return true;
        });
        const isCommitted = await transaction.catch((error) => error !== refused && Promise.reject(error));
        if (isCommitted) committed.push(id);
        if (random.chance(0.3)) await scene.owner.query("notify hanout_changes", []);
      }
    };
    const late = new Set<string>();
    /** What was committed by now must be known when the reader is current a second later. */
    const check = (known: number, at: number) => {
      if (performance.now() - at < 1000 || !reader.feed.isCurrent) return false;
      for (const id of committed.slice(0, known)) if (!reader.told.includes(id)) late.add(id);
      return true;
    };
    const kinds = [
      [5, 300],
      [20, 150],
      [50, 60],
      [1000, 8],
      [1000, 8],
    ] as const;
    const writers = Promise.all(kinds.map(([longest, count], i) => writer(longest, count, new Random(seed + i))));
    let isDone = false;
    const done = writers.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await scene.cutFeeds();
      const [known, at] = [committed.length, performance.now()];
      await eventually(() => isDone || check(known, at)).toBe(true);
    }
    await done;
    committed.push(await scene.changeUnpublished());
    await untilTold(reader, committed.at(-1) as string);
    expect([...late]).toEqual([]);
    expect(reader.told.sort()).toEqual(committed.sort()); // the rows of one poll are in no order
  },
);
