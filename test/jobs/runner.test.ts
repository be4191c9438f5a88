import { Type } from "typebox";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { Problem } from "../../src/core/problem.ts";
import type { NewJob } from "../../src/db/outbox/job-queries.ts";
import { sql } from "../../src/db/sql.ts";
import type { JobKind } from "../../src/jobs/jobs.ts";
import { type Json, openShop, type Shop } from "../support/app.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { post } from "../support/operations.ts";
import { KIND, kindOf, promised, SECOND, startClock, tenantOf } from "./scene.ts";

let shop: Shop;
let clock: ReturnType<typeof startClock>;

beforeEach(async () => {
  shop = await openShop();
  clock = startClock();
});

const add = (given: Partial<NewJob> = {}, to = shop) =>
  to.transact(async (db) => db.later({ kind: KIND, arguments: {}, actor: "key Test", ...given }), clock.iso());

async function jobOf(id: string): Promise<Json> {
  const { status, body } = await post(shop, "jobs_list", { id });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data[0];
}

const counted = () =>
  shop.rows(
    Type.Object({ slug: Type.String() }),
    sql`select slug from articles where site_id = ${shop.id} order by slug`,
  );

/** Writes a row that nothing else writes: twice would be two. */
const count = (name: string) => async (db: Parameters<Parameters<Shop["transact"]>[0]>[0]) => {
  await db.run(sql`
    insert into articles (site_id, id, kind, slug, title, is_published, created_at, updated_at)
    values (${db.siteId}, gen_random_uuid(), 'page', ${name} || '-' || gen_random_uuid(), 'Counted', false, ${db.now}, ${db.now})
  `);
  db.changed(["content"]);
  return { counted: name };
};

describe("a job", () => {
  test("runs once, and tells what came of it", async () => {
    const id = await add({ arguments: { name: "one" } });
    expect(await jobOf(id)).toMatchObject({ kind: KIND, state: "waiting", actor: "key Test", attempts: 0 });
    const given: unknown[] = [];
    const runner = clock.runner([kindOf(async (job) => ({ read: given.push(job.arguments) }))]);

    await runner.runDue(tenantOf(shop));
    await runner.runDue(tenantOf(shop));

    expect(given).toEqual([{ name: "one" }]);
    expect(await jobOf(id)).toMatchObject({
      state: "done",
      attempts: 1,
      result: { read: 1 },
      finished_at: clock.iso(),
    });
  });

  test("that is planned runs at its time, and at once when no process ran then", async () => {
    const planned = await add({ dueAt: clock.iso(60 * SECOND) });
    const late = await add({ dueAt: clock.iso(-3600 * SECOND) });
    const runner = clock.runner([kindOf(async () => ({}))]);

    await runner.runDue(tenantOf(shop));
    expect([(await jobOf(planned)).state, (await jobOf(late)).state]).toEqual(["waiting", "done"]);
    expect((await jobOf(planned)).due_at).toBe(clock.iso(60 * SECOND));

    clock.pass(60 * SECOND);
    await runner.runDue(tenantOf(shop));
    expect((await jobOf(planned)).state).toBe("done");
  });

  test("of a transaction that is rolled back is none", async () => {
    const refused = shop.transact(async (db) => {
      db.later({ kind: KIND, arguments: {}, actor: "key Test" });
      throw new Problem("stale", "Refused.");
    });
    await expect(refused).rejects.toThrow("Refused.");
    expect((await post(shop, "jobs_list")).body.data).toEqual([]);
  });

  test("begins after the commit, without waiting for the next look", async () => {
    const ran = promised<string>();
    const own = { kind: newId() }; // a runner that is started runs jobs of all stores
    const runner = clock.runner([kindOf(async (job) => ({ done: ran.settle(job.id) }), { name: own.kind })]);
    runner.start();
    onTestFinished(() => runner.stop());

    const id = await add(own);

    expect(await ran.promise).toBe(id);
  });

  test("shows how far it is, and keeps its lease while it runs", async () => {
    const id = await add();
    const [half, end] = [promised(), promised()];
    const slow = clock.runner([
      kindOf(async (job) => {
        job.progress(5, 10);
        half.settle();
        await end.promise;
        return {};
      }),
    ]);
    const others: string[] = [];
    const other = clock.runner([kindOf(async (job) => ({ taken: others.push(job.id) }))]);
    const running = slow.runDue(tenantOf(shop));
    await half.promise;
    for (let renewals = 0; renewals < 3; renewals++) {
      clock.pass(20 * SECOND);
      await slow.renewLeases();
      await other.runDue(tenantOf(shop));
    }

    expect(await jobOf(id)).toMatchObject({ state: "running", done: 5, total: 10 });
    end.settle();
    await running;
    expect([others, (await jobOf(id)).state]).toEqual([[], "done"]);
  });
});

describe("a process that is killed", () => {
  /** A runner whose job never ends, until the test lets it. */
  async function hang(given: Parameters<typeof kindOf>[1] = {}) {
    const [begun, end] = [promised(), promised()];
    const runner = clock.runner([
      kindOf(async (job) => {
        begun.settle();
        await end.promise;
        await job.once(count("first"));
        return undefined;
      }, given),
    ]);
    const running = runner.runDue(tenantOf(shop));
    await begun.promise;
    return async () => {
      end.settle();
      await running;
    };
  }

  test("leaves its job to another when the lease has run out, and writes nothing when it lives after all", async () => {
    const id = await add();
    const goOn = await hang();
    const other = clock.runner([kindOf(async (job) => void (await job.once(count("second"))) as undefined)]);

    clock.pass(29 * SECOND);
    await other.runDue(tenantOf(shop));
    expect(await counted()).toEqual([]);
    clock.pass(2 * SECOND);
    await other.runDue(tenantOf(shop));
    await goOn();

    expect((await counted()).map(({ slug }) => slug.split("-")[0])).toEqual(["second"]);
    expect(await jobOf(id)).toMatchObject({ state: "done", attempts: 2, result: { counted: "second" } });
  });

  test("leaves a job failed that may not run twice", async () => {
    const id = await add();
    const goOn = await hang({ isRepeatable: false });
    clock.pass(31 * SECOND);

    await clock.runner([kindOf(async () => ({}), { isRepeatable: false })]).runDue(tenantOf(shop));
    await goOn();

    expect(await jobOf(id)).toMatchObject({ state: "failed", problem: "Its process ended while it ran." });
    expect(await counted()).toEqual([]);
  });

  test("again and again, is not tried for ever", async () => {
    const id = await add();
    const ends: (() => Promise<void>)[] = [];
    for (let tries = 0; tries < 2; tries++) {
      ends.push(await hang({ maxAttempts: 2 }));
      clock.pass(31 * SECOND);
    }
    await clock.runner([kindOf(async () => ({}), { maxAttempts: 2 })]).runDue(tenantOf(shop));
    await Promise.all(ends.map((end) => end()));

    expect(await jobOf(id)).toMatchObject({ state: "failed", attempts: 3 });
  });

  test("by its operator gives its jobs back at once", async () => {
    const id = await add();
    const begun = promised();
    const stopped = clock.runner([
      kindOf(async ({ signal }) => {
        begun.settle();
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        return {};
      }),
    ]);
    const running = stopped.runDue(tenantOf(shop));
    await begun.promise;
    await stopped.stop();
    await running;
    expect(await jobOf(id)).toMatchObject({ state: "waiting", attempts: 0 });
    await clock.runner([kindOf(async () => ({}))]).runDue(tenantOf(shop));

    expect(await jobOf(id)).toMatchObject({ state: "done", attempts: 1 });
  });
});

test("a process may run one job and no other, which none has", async () => {
  const [first, second] = [await add(), await add()];
  const run = promised();
  const runner = clock.runner([kindOf(() => run.promise.then(() => ({})), { atOnce: 2 })]);
  const running = runner.runOnly(tenantOf(shop), second);
  await expect.poll(async () => (await jobOf(second)).state).toBe("running");
  await clock.runner([kindOf(async () => ({ by: "another" }), { atOnce: 2 })]).runOnly(tenantOf(shop), second);
  expect(await jobOf(second)).toMatchObject({ state: "running", attempts: 1 });
  run.settle();
  await running;

  expect((await jobOf(second)).result).toEqual({});
  expect(await jobOf(first)).toMatchObject({ state: "waiting", attempts: 0 });
});

describe("a job that fails", () => {
  test("is tried again later and later, then is failed and says why", async () => {
    const id = await add();
    const errors: unknown[] = [];
    const fails = kindOf(
      async () => {
        throw new Error("the secret of the server");
      },
      { maxAttempts: 4 },
    );
    const told: unknown[] = [];
    const failed: JobKind["failed"] = (_, job, code) => told.push([job.id, code]);
    const runner = clock.runner([{ ...fails, failed }], { onError: (error) => errors.push(error) });
    for (const seconds of [10, 40, 160]) {
      await runner.runDue(tenantOf(shop));
      expect(await jobOf(id)).toMatchObject({ state: "waiting", due_at: clock.iso(seconds * SECOND) });
      clock.pass(seconds * SECOND);
    }
    await runner.runDue(tenantOf(shop));

    const job = await jobOf(id);
    expect(job).toMatchObject({ state: "failed", attempts: 4, problem: "An unexpected error occurred." });
    expect(job.due_at).toBeUndefined();
    expect(errors).toHaveLength(4);
    expect(told).toEqual([[id, "internal_error"]]);
  });

  test("comes back after half the time or more, by chance", async () => {
    const id = await add();
    const fails = kindOf(async () => {
      throw new Problem("unavailable", "Down.");
    });
    await clock.runner([fails], { random: () => 0 }).runDue(tenantOf(shop));

    expect(await jobOf(id)).toMatchObject({ problem: "Down.", due_at: clock.iso(5 * SECOND) });
  });

  test("by a refusal is not tried again, nor is one that may not run twice", async () => {
    const [refused, once] = [await add(), await add({ kind: "products_import" })];
    const kinds = [
      kindOf(async ({ id }) => {
        if (id === once) throw new Error("broken");
        throw new Problem("invalid_value", "csv cannot be read.");
      }),
    ];
    await clock.runner(kinds.map((kind) => ({ ...kind, isRepeatable: false }))).runDue(tenantOf(shop));

    expect(await jobOf(refused)).toMatchObject({ state: "failed", attempts: 1, problem: "csv cannot be read." });
    expect(await jobOf(once)).toMatchObject({ state: "failed", attempts: 1 });
  });
});

describe("jobs_cancel", () => {
  test("ends a job that waits", async () => {
    const id = await add();
    const { status, body } = await post(shop, "jobs_cancel", { id });
    expect([status, body.state]).toEqual([200, "cancelled"]);

    await clock.runner([kindOf(async () => ({}))]).runDue(tenantOf(shop));

    expect(await jobOf(id)).toMatchObject({ state: "cancelled", attempts: 0 });
    const [call] = (await post(shop, "changes_list")).body.data;
    expect(call.sentence).toContain("jobs_cancel: state of products_import waiting → cancelled");
  });

  test("ends a job that runs: its signal is aborted, and nothing of it is written", async () => {
    const id = await add();
    const begun = promised();
    const runner = clock.runner([
      kindOf(async (job) => {
        begun.settle();
        await new Promise((resolve) => job.signal.addEventListener("abort", resolve));
        await job.once(count("late"));
        return undefined;
      }),
    ]);
    const running = runner.runDue(tenantOf(shop));
    await begun.promise;
    await post(shop, "jobs_cancel", { id });
    await runner.renewLeases();
    await running;

    expect([await counted(), (await jobOf(id)).state]).toEqual([[], "cancelled"]);
  });

  test("changes nothing of a job that has ended", async () => {
    const id = await add();
    await clock.runner([kindOf(async () => ({}))]).runDue(tenantOf(shop));
    const { body } = await post(shop, "jobs_cancel", { id });

    expect(body).toMatchObject({ state: "done" });
    expect(body.change_id).toBeUndefined();
  });

  test("and jobs_list see only jobs of operations that the key may use", async () => {
    const id = await add();
    const other = await openShop();
    const reader = await keyFor(shop, "catalog:read", "orders:write");
    for (const key of [reader, other.secret_key]) {
      const by = { secret_key: key };
      expect((await post(by, "jobs_list")).body.data).toEqual([]);
      expect((await post(by, "jobs_list", { id })).body).toMatchObject({ status: 404, code: "job_not_found" });
    }
    expect((await post({ secret_key: other.secret_key }, "jobs_cancel", { id })).status).toBe(404);
    expect((await post(shop, "jobs_list", { kind: KIND, state: "waiting" })).body.data).toHaveLength(1);
    expect((await post(shop, "jobs_list", { state: "done" })).body.data).toEqual([]);
  });
});

describe("several jobs", () => {
  test("of a store and kind run at most so many at once, in all processes", async () => {
    for (let jobs = 0; jobs < 5; jobs++) await add();
    let [now, most] = [0, 0];
    const ends: (() => void)[] = [];
    const started = promised();
    const kinds = [
      kindOf(
        async () => {
          most = Math.max(most, ++now);
          const end = promised();
          ends.push(() => end.settle());
          if (now === 2) started.settle();
          await end.promise;
          now--;
          return {};
        },
        { atOnce: 2 },
      ),
    ];
    const runners = [clock.runner(kinds), clock.runner(kinds)];
    const all = Promise.all(runners.map((runner) => runner.runDue(tenantOf(shop))));
    await started.promise;
    expect(now).toBe(2);
    for (let ended = 0; ended < 5; ended++) {
      await expect.poll(() => ends.length).toBeGreaterThan(0);
      ends.shift()?.();
    }
    await all;
    await runners[0]?.runDue(tenantOf(shop));

    expect([most, (await post(shop, "jobs_list", { state: "done" })).body.data.length]).toEqual([2, 5]);
  });

  test("of stores take turns: one with many does not delay another's", async () => {
    const other = await openShop();
    const own = { kind: newId() };
    for (let jobs = 0; jobs < 20; jobs++) await add(own);
    const order: string[] = [];
    const runner = clock.runner([
      kindOf(
        async ({ tenant: { siteId } }) => {
          order.push(siteId);
          if (order.length === 3) await add(own, other);
          return {};
        },
        { name: own.kind },
      ),
    ]);
    runner.start();
    onTestFinished(() => runner.stop());
    await runner.runDue(tenantOf(shop));

    expect(order.filter((id) => id === shop.id)).toHaveLength(20);
    expect(order.indexOf(other.id)).toBeLessThan(6);
  });
});
