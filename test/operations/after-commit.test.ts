import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { record } from "../../src/audit/audit.ts";
import { Problem } from "../../src/core/problem.ts";
import { Database, LostRace, type SiteDb } from "../../src/db/database.ts";
import { runIdempotent } from "../../src/idempotency/idempotency.ts";
import { ConfirmTokens } from "../../src/operations/confirm.ts";
import { defineOperation } from "../../src/operations/operation.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { driver, openShop, type Shop, tokens } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";

describe("what a transaction leaves until after its commit", () => {
  test("is done in order, once the driver has committed", async () => {
    const seen: string[] = [];
    const shop = await openShop({
      over: new Database(withHooks(driver, { afterCommit: () => void seen.push("commit") }), { checks: true }),
    });
    seen.length = 0;

    const answer = await shop.transact(async (db) => {
      db.afterCommit(() => seen.push("first"));
      db.afterCommit(() => seen.push("second"));
      seen.push("work");
      return "answer";
    });

    expect([answer, ...seen]).toEqual(["answer", "work", "commit", "first", "second"]);
  });

  test("is left out when the work throws, and when nobody knows whether the commit was done", async () => {
    let isBroken = false;
    const afterCommit = () => {
      if (isBroken) throw new Problem("unavailable", "The connection was lost.");
    };
    const shop = await openShop({ over: new Database(withHooks(driver, { afterCommit }), { checks: true }) });
    let done = 0;
    const leave = async (db: SiteDb) => db.afterCommit(() => done++);

    await expect(
      shop.transact(async (db) => {
        await leave(db);
        throw new Problem("stale", "It was changed.");
      }),
    ).rejects.toMatchObject({ code: "stale" });
    isBroken = true;
    await expect(shop.transact(leave)).rejects.toMatchObject({ code: "unavailable" });

    expect(done).toBe(0);
  });

  test("is done once when the transaction is run again, for the run that was committed", async () => {
    const shop = await openShop();
    const done: number[] = [];
    let run = 0;

    await shop.transact(async (db) => {
      const mine = ++run;
      db.afterCommit(() => done.push(mine));
      if (mine < 3) throw new LostRace();
    });

    expect([run, done]).toEqual([3, [3]]);
  });

  test("does not fail the answer, nor what follows it, when it throws", async () => {
    const shop = await openShop();
    const warned = new Promise((resolve) => process.once("warning", ({ message }) => resolve(message)));
    let done = 0;

    const answer = await shop.transact(async (db) => {
      db.afterCommit(() => {
        throw new Error("the cache is on fire");
      });
      db.afterCommit(() => done++);
      return "answer";
    });

    expect([answer, done, await warned]).toEqual(["answer", 1, "the cache is on fire"]);
  });

  test("needs a transaction", async () => {
    const { id, currency } = await openShop();
    const tenant = { siteId: id, currency, country: "DZ", locale: "en", timeZone: null, now: new Date().toISOString() };
    const read = new Database(driver, { checks: true }).read({ ...tenant, mediaUrl: (url) => url }, async (db) =>
      db.afterCommit(() => {}),
    );

    await expect(read).rejects.toThrow("needs a transaction");
  });
});

describe("what an operation leaves until after its commit", () => {
  let done: string[] = [];
  const operation = defineOperation({
    name: "lamps_light",
    title: "Light a lamp",
    description: "Lights it.",
    area: "settings",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {},
    answers: Type.Object({ is_active: Type.Boolean() }),
    example: {},
    run: async ({ db, changed }) => {
      changed({ entity: "lamp", id: "1", label: "lamp", before: null, after: { is_active: true } });
      db.afterCommit(() => done.push("lit"));
      return { text: "Lit.", data: { is_active: true } };
    },
  });
  const caller = ({ id: siteId, transact }: Shop, id: string) => ({
    merchant: { id, actor: "key Key" as const, scopes: ["settings:write"] as const, expires_at: null },
    site: {
      id: siteId,
      currency: "DZD",
      country: "DZ",
      transact: <T>(work: (db: SiteDb) => Promise<T>) => transact(work),
      report: <T>(work: (db: SiteDb) => Promise<T>) => transact(work),
    },
  });
  const services = {
    checks: true,
    runIdempotent,
    record,
    withNames: async <T>(_db: SiteDb, answer: T) => answer,
    confirmTokens: new ConfirmTokens(tokens.keysFor("confirm_token"), {}),
  };

  test("is done once for a call and its retry, and never for a dry run or a call that fails", async () => {
    done = [];
    const shop = await openShop();
    const { id } = await shop.createKey({ kind: "secret", name: "Key" });
    const run = (args: object, record = services.record) =>
      runOperation(operation, caller(shop, id), args, { ...services, record });

    expect(await run({ dry_run: true })).toMatchObject({ data: { changes_count: 1 }, isReplay: false });
    expect(done).toEqual([]);

    const failing = run({}, async () => {
      throw new Problem("unavailable", "The audit log cannot be written.");
    });
    await expect(failing).rejects.toMatchObject({ code: "unavailable" });
    expect(done).toEqual([]);

    expect(await run({ idempotency_key: "a" })).toMatchObject({ data: { is_active: true }, isReplay: false });
    expect(await run({ idempotency_key: "a" })).toMatchObject({ data: { is_active: true }, isReplay: true });
    expect(done).toEqual(["lit"]);
  });
});
