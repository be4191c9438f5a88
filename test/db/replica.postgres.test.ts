import { describe, expect, onTestFinished, test } from "vitest";
import { getFrom, openShop, type Shop } from "../support/app.ts";
import { eventually } from "../support/change-scene.ts";
import {
  NO_STORE,
  nameOn,
  openReplayedShop,
  openVaseShop,
  ReplicaScene,
  readConstantly,
  untilSleeping,
  untilUnused,
  untilUsed,
} from "../support/replica/scene.ts";
import { startStandby } from "../support/replica/standby.ts";
import { openTurnsProxy } from "../support/replica/turns-proxy.ts";
import { openSilentProxy } from "../support/silent-proxy.ts";

/** A standby that cancels at once the reads that keep it from replaying. */
const scene = new ReplicaScene(["max_standby_streaming_delay=0"]);

/** So long that no lag of a test exceeds it. */
const ANY_LAG = { maxLag: 60 };
const CACHE_BYTES = 2 ** 24;
/** Milliseconds of good checks before a standby is used again. */
const RETURN_MS = 1000;

const rename = (shop: Shop, name: string) => shop.product({ slug: "vase", name });

describe("plain reads", () => {
  test.each([true, false])("go to the standby (prepared: %s)", async (prepared) => {
    const server = await scene.openServer({ ...ANY_LAG, prepared });
    const shop = await openReplayedShop(server);
    await scene.pause();
    await scene.renameUntold(shop, "New");
    for (let i = 0; i < 10; i++) expect(await nameOn(server, shop)).toBe("Old");
    await scene.resume();
    await eventually(() => nameOn(server, shop)).toBe("New");
  });

  test("go to a standby with another time zone", async () => {
    const settings = encodeURIComponent("-c TimeZone=Asia/Tokyo");
    const server = await scene.openServer({ replicaUrl: `${scene.standby.url("hanout")}?options=${settings}` });
    expect(server.lines.at(-1)).toBe("Plain reads go to the replica."); // a busy machine may miss the first check
  });

  test.each([0, CACHE_BYTES])("show at once what this process wrote (cache: %i bytes)", async (cacheBytes) => {
    const server = await scene.openServer({ ...ANY_LAG, cacheBytes });
    const [shop, other] = [await openReplayedShop(server), await openReplayedShop(server)];
    for (let i = 0; i < 40; i++) {
      await rename(shop, `Replayed ${i}`);
      expect(await nameOn(server, shop)).toBe(`Replayed ${i}`);
    }
    await scene.untilReplayed();
    await scene.pause();
    await scene.renameUntold(other, "New");
    for (let i = 0; i < 5; i++) {
      await rename(shop, `Paused ${i}`);
      for (let j = 0; j < 5; j++) expect(await nameOn(server, shop)).toBe(`Paused ${i}`);
    }
    expect(await nameOn(server, other)).toBe("Old"); // another store is still read on the standby
  });

  test("show within a second what another process wrote, also while the standby is behind", async () => {
    const [writer, uncached, cached] = [
      await scene.openServer(ANY_LAG),
      await scene.openServer(ANY_LAG),
      await scene.openServer({ ...ANY_LAG, cacheBytes: CACHE_BYTES }),
    ];
    const shop = await openReplayedShop(writer);
    const expectSoon = async (name: string) => {
      await rename(shop, name);
      const committedAt = performance.now();
      for (const reader of [uncached, cached]) await eventually(() => nameOn(reader, shop)).toBe(name);
      expect(performance.now() - committedAt).toBeLessThan(1000);
    };
    for (let i = 0; i < 5; i++) await expectSoon(`Replayed ${i}`);
    await scene.untilReplayed();
    await scene.pause();
    for (let i = 0; i < 5; i++) await expectSoon(`Paused ${i}`);
  });

  test("of carts stay on the primary, because nothing tells other processes of their changes", async () => {
    const [writer, reader] = [await scene.openServer(ANY_LAG), await scene.openServer(ANY_LAG)];
    const shop = await openReplayedShop(writer);
    await scene.pause();
    const { body: cart } = await shop.post("/cart");
    const shown = await getFrom(reader.app, `/cart/${cart.id}`, { "x-api-key": shop.publishable_key });
    expect(shown).toMatchObject({ status: 200, body: { id: cart.id } });
  });

  test("find a store that another process has just created", async () => {
    const [writer, reader] = [await scene.openServer(ANY_LAG), await scene.openServer(ANY_LAG)];
    await scene.pause();
    const shop = await openShop({ via: reader.app, over: writer.database });
    for (let i = 0; i < 3; i++) expect(await shop.get("/store")).toMatchObject({ status: 200, body: { id: shop.id } });
  });

  test("show what is needed when the standbys behind the address differ", async () => {
    const late = await startStandby(scene.primary.url("postgres"));
    onTestFinished(() => late.stop());
    await scene.pauseOn(late);
    const proxy = await openTurnsProxy([scene.standby.port, late.port]); // the first connection is that of the checks
    onTestFinished(() => proxy.close());
    const replicaUrl = `postgres://hanout@127.0.0.1:${proxy.port}/hanout`;
    const server = await scene.openServer({ ...ANY_LAG, replicaUrl });
    const shop = await openVaseShop(server);
    for (let i = 0; i < 20; i++) {
      await rename(shop, `New ${i}`);
      await scene.untilReplayed();
      for (let j = 0; j < 5; j++) {
        const names = await Promise.all([1, 2, 3, 4].map(() => nameOn(server, shop)));
        expect(new Set(names)).toEqual(new Set([`New ${i}`]));
      }
    }
    expect(proxy.connections).toBeGreaterThan(2);
  });
});

describe("reads fall back to the primary", () => {
  test("when the standby is behind by more than the bound, until it has caught up", async () => {
    const server = await scene.openServer({ maxLag: 1 });
    const shop = await openReplayedShop(server);
    await scene.pause();
    await scene.renameUntold(shop, "New");
    const renamedAt = performance.now();
    await eventually(() => nameOn(server, shop)).toBe("New");
    expect(performance.now() - renamedAt).toBeLessThan(1300);
    expect(await untilUnused(server)).toBe("Plain reads go to the primary: the replica is more than 1 s behind.");
    await scene.resume();
    await untilUsed(server);
  });

  test("when the standby is killed, without a failed request, until it is back", async () => {
    const server = await scene.openServer();
    const shop = await openReplayedShop(server);
    const load = readConstantly(server, shop);
    await scene.standby.kill();
    expect(await untilUnused(server)).toMatch(/^Plain reads go to the primary: the replica cannot be used \(.+\)\.$/);
    expect((await server.app.inject("/readyz")).statusCode).toBe(200);
    await scene.standby.start();
    await untilUsed(server);
    const { statuses } = await load.stop();
    expect(statuses).toEqual(new Set([200]));
  });

  test("when the standby stops answering, within a second", async () => {
    const proxy = await openSilentProxy({ host: "127.0.0.1", port: scene.standby.port });
    onTestFinished(() => proxy.close());
    const server = await scene.openServer({ replicaUrl: `postgres://hanout@127.0.0.1:${proxy.port}/hanout` });
    const shop = await openReplayedShop(server);
    const load = readConstantly(server, shop);
    await load.untilRead(20);
    proxy.silence();
    expect(await untilUnused(server)).toContain("it does not answer");
    await load.untilRead(20);
    proxy.heal();
    await untilUsed(server);
    const { statuses, slowest } = await load.stop();
    expect(statuses).toEqual(new Set([200]));
    expect(slowest).toBeLessThan(1000);
  });

  test("when the standby stops answering, also those that open a connection", async () => {
    const proxy = await openSilentProxy({ host: "127.0.0.1", port: scene.standby.port });
    onTestFinished(() => proxy.close());
    const server = await scene.openServer({ replicaUrl: `postgres://hanout@127.0.0.1:${proxy.port}/hanout` });
    const shop = await openReplayedShop(server);
    proxy.silence();
    const began = performance.now();
    const names = await Promise.all(Array.from({ length: 8 }, () => nameOn(server, shop)));
    expect(performance.now() - began).toBeLessThan(1500);
    expect(new Set(names)).toEqual(new Set(["Old"]));
  });

  test("when they wait too long for a lock that the standby has replayed", async () => {
    const { driver, lines } = await scene.openServer({ ...ANY_LAG, lockTimeout: 0.5 });
    await scene.owner.transaction(async (migration) => {
      await migration.exec("lock table menus in access exclusive mode");
      await scene.owner.exec("create table flushed ()"); // writes the lock to the log, too
      await scene.untilReplayed();
      await scene.pause();
    });
    const locked = "select pg_is_in_recovery() as standby, (select count(*) from menus) as n";
    expect(await driver.reads((query) => query(locked, []), NO_STORE)).toEqual([{ standby: false, n: 0 }]);
    expect(lines).toHaveLength(1);
  });

  test("when the standby cancels them, because they keep it from replaying", async () => {
    const { driver, lines } = await scene.openServer(ANY_LAG);
    const read = driver.reads((query) => query("select pg_sleep(1), (select count(*) from menus) as n", []), NO_STORE);
    await untilSleeping(scene.standby);
    await scene.owner.exec("begin; lock table menus in access exclusive mode; commit");
    await untilSleeping(scene.primary);
    expect(await read).toEqual([expect.objectContaining({ n: 0 })]);
    expect(lines).toHaveLength(1);
  });

  test.each([
    ["it is a primary", () => scene.primary.url("hanout"), /\(it is not a standby\)/],
    ["it has another database", () => scene.standby.url("postgres"), /\(relation "schema_version" does not exist\)/],
    ["nothing listens there", () => "postgres://hanout@127.0.0.1:1/hanout", /ECONNREFUSED/],
  ])("from the start when %s", async (_case, replicaUrl, reason) => {
    const server = await scene.openServer({ replicaUrl: replicaUrl(), isUsable: false });
    expect(await untilUnused(server)).toMatch(reason);
    const shop = await openVaseShop(server);
    expect(await nameOn(server, shop)).toBe("Old");
  });

  test.each([
    ["another migrated database", "other", "web_reader", /\(reads lead to another database than transactions\)/],
    ["a login that bypasses row-level security", "hanout", "hanout", /\(it lets reads work as the role hanout /],
    ["the login of transactions", "hanout", "web_app", /\(it lets reads work as the role hanout_app /],
  ])("for good when the address has %s", async (_case, database, replicaLogin, reason) => {
    if (database !== "hanout") await scene.createDatabase(database);
    const replicaUrl = scene.standby.url(database);
    const server = await scene.openServer({ ...ANY_LAG, prepared: false, replicaUrl, replicaLogin, isUsable: false });
    expect(await untilUnused(server)).toMatch(reason);
    const shop = await openVaseShop(server);
    const end = performance.now() + 2 * RETURN_MS;
    while (performance.now() < end) expect(await nameOn(server, shop)).toBe("Old");
    expect(server.lines).toHaveLength(1);
  });
});
