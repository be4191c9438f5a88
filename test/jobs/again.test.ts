import { beforeEach, describe, expect, test } from "vitest";
import { Problem } from "../../src/core/problem.ts";
import type { NewJob } from "../../src/db/outbox/job-queries.ts";
import { type Json, openShop, type Shop } from "../support/app.ts";
import { post } from "../support/operations.ts";
import { KIND, kindOf, SECOND, startClock, tenantOf } from "./scene.ts";

let shop: Shop;
let clock: ReturnType<typeof startClock>;

beforeEach(async () => {
  shop = await openShop();
  clock = startClock();
});

const add = (given: Partial<NewJob> = {}) =>
  shop.transact(async (db) => db.later({ kind: KIND, arguments: {}, actor: "key Test", ...given }), clock.iso());

const jobOf = async (id: string): Promise<Json> => (await post(shop, "jobs_list", { id })).body.data[0];

describe("a job that comes again", () => {
  const again = { again: true } as const;

  test("begins anew when it is asked for, also while it runs, and never twice at a time", async () => {
    const id = await add();
    const runs: unknown[] = [];
    const runner = clock.runner([
      kindOf(async (job) => {
        runs.push(job.arguments);
        if (runs.length < 3) for (const asked of ["a", "b"]) await add({ id, arguments: { asked }, ...again });
        return {};
      }),
    ]);
    await runner.runDue(tenantOf(shop));
    expect(runs).toEqual([{}, { asked: "a" }, { asked: "a" }]);
    expect(await jobOf(id)).toMatchObject({ state: "done", attempts: 1 });

    await add({ id, arguments: { asked: "c" }, ...again });
    await runner.runDue(tenantOf(shop));

    expect(runs.at(-1)).toEqual({ asked: "c" });
    expect(await jobOf(id)).toMatchObject({ state: "done", attempts: 1 });
  });

  test("rests until it says, or is asked for, or for good", async () => {
    const id = await add();
    const rests = [60 * SECOND, 60 * SECOND, undefined];
    let runs = 0;
    const runner = clock.runner([
      kindOf(async (job) => {
        const rest = rests[runs++];
        await job.rest(async () => (rest === undefined ? undefined : clock.iso(rest)));
        return undefined;
      }),
    ]);
    await runner.runDue(tenantOf(shop));
    expect([runs, await jobOf(id)]).toEqual([
      1,
      expect.objectContaining({ state: "waiting", due_at: clock.iso(60 * SECOND) }),
    ]);
    await add({ id, dueAt: clock.iso(90 * SECOND), ...again });
    clock.pass(60 * SECOND);
    await runner.runDue(tenantOf(shop));
    expect(runs).toBe(2);
    await add({ id, ...again });
    await runner.runDue(tenantOf(shop));

    expect([runs, await jobOf(id)]).toEqual([3, expect.objectContaining({ state: "done" })]);
  });
});

test("a job that fails has all its attempts again after a portion that is done", async () => {
  const id = await add();
  const fails = kindOf(
    async (job) => {
      const { done = 0 } = (job.soFar ?? {}) as { done?: number };
      if (done === 3) return {};
      await job.portion(async () => ({ soFar: { done: done + 1 }, done: done + 1, total: 3 }));
      throw new Problem("unavailable", "Down.");
    },
    { maxAttempts: 2 },
  );
  for (const done of [1, 2, 3]) {
    await clock.runner([fails]).runDue(tenantOf(shop));
    expect(await jobOf(id)).toMatchObject({ state: "waiting", done, attempts: 1, due_at: clock.iso(10 * SECOND) });
    clock.pass(10 * SECOND);
  }
  await clock.runner([fails]).runDue(tenantOf(shop));

  expect(await jobOf(id)).toMatchObject({ state: "done" });
});
