import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPacing } from "../../src/db/connection-shares.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Milliseconds of every read. */
const READ_MS = 10;

/** A process whose event loop works for a part of the time that the test sets, and the reads that it has done. */
function openProcess() {
  const loop = { use: 1, worked: 0, countedAt: performance.now() };
  const count = () => {
    loop.worked += loop.use * (performance.now() - loop.countedAt);
    loop.countedAt = performance.now();
    return loop.worked;
  };
  const done: Record<string, number> = {};
  const use = (part: number) => {
    count();
    loop.use = part;
  };
  return { pacing: readPacing(count), done, use };
}

type Process = ReturnType<typeof openProcess>;

/** Reads of a store, at once; each that ends is followed by the next, on so many connections. Returns what stops it. */
function flood(
  { pacing, done }: Process,
  store: string,
  { connections = 8, isExpensive = false, readMs = READ_MS } = {},
) {
  let isStopped = false;
  const readOn = async () => {
    while (!isStopped) {
      await pacing.run(store, isExpensive, () => new Promise<void>((resolve) => setTimeout(resolve, readMs)));
      done[store] = (done[store] ?? 0) + 1;
    }
  };
  for (let i = 0; i < connections; i++) void readOn().catch(() => {});
  return () => {
    isStopped = true;
  };
}

/** Lets time pass while a store is served from memory every ten milliseconds. */
async function serve({ pacing }: Process, stores: string[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    for (const store of stores) pacing.served(store);
    await vi.advanceTimersByTimeAsync(10);
  }
}

/** The reads that each store does in a second, while others are served from memory. */
async function inASecond(process: Process, served: string[]): Promise<Record<string, number>> {
  const before = { ...process.done };
  await serve(process, served, 1000);
  return Object.fromEntries(Object.entries(process.done).map(([store, n]) => [store, n - (before[store] ?? 0)]));
}

const UNPACED = (8 * 1000) / READ_MS;

test("runs every read at once while nobody else is served", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["a"], 500);
  expect(await inASecond(process, ["a"])).toEqual({ a: UNPACED });
});

test("runs every read at once while the process has time left", async () => {
  const process = openProcess();
  process.use(0.8);
  flood(process, "a");
  await serve(process, ["b", "c"], 500);
  expect(await inASecond(process, ["b", "c"])).toEqual({ a: UNPACED });
});

test("lets one store read for a fifth of the time while the process is busy with others", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  expect(await inASecond(process, ["b"])).toEqual({ a: 1000 / READ_MS / 5 });
});

test("lets several flooded stores together read for a quarter of the time at most, each as much as the others", async () => {
  const process = openProcess();
  for (const store of ["a", "b", "c", "d"]) flood(process, store);
  await serve(process, ["x", "y"], 500);
  const { a = 0, b, c, d } = await inASecond(process, ["x", "y"]);
  expect([b, c, d]).toEqual([a, a, a]);
  expect(a).toBeGreaterThanOrEqual(5);
  expect(4 * a).toBeLessThanOrEqual(25);
});

test("pauses after a long read for a fifth of a second, so that no store starves", async () => {
  const process = openProcess();
  flood(process, "a", { isExpensive: true, readMs: 800, connections: 1 });
  await serve(process, ["b"], 5000);
  const before = process.done.a ?? 0;
  await serve(process, ["b"], 10_000);
  expect((process.done.a ?? 0) - before).toBe(10);
});

test("does not let a quiet store wait for a flooded one", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  let ended = false;
  void process.pacing.run("quiet", false, async () => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toBe(true);
});

test("refuses reads that wait for five seconds, and expensive ones after one second", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  const never = () => new Promise<void>(() => {});
  const refusals: [string, number][] = [];
  for (const [kind, isExpensive] of [
    ["plain", false],
    ["expensive", true],
  ] as const) {
    void process.pacing.run("c", isExpensive, never);
    const asked = performance.now();
    process.pacing
      .run("c", isExpensive, never)
      .catch(({ code }) => refusals.push([`${kind} ${code}`, performance.now() - asked]));
  }
  await serve(process, ["b"], 6000);
  expect(refusals).toEqual([
    ["expensive overloaded", 1000],
    ["plain overloaded", 5000],
  ]);
});

test("gives the result and the failure of a read at once, before the pause", async () => {
  const process = openProcess();
  const stop = flood(process, "a");
  await serve(process, ["b"], 500);
  stop();
  await serve(process, ["b"], 1000);
  const run = (read: () => Promise<string>) => process.pacing.run("c", false, read);
  const first = run(async () => "done");
  await vi.advanceTimersByTimeAsync(0);
  expect(await first).toBe("done");
  const failed = expect(
    run(async () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
  await serve(process, ["b"], 100);
  await failed;
});

test("eases gradually when the process has time, and hurries when it is busy again", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  process.use(0.5);
  const [first, second, third] = [
    await inASecond(process, ["b"]),
    await inASecond(process, ["b"]),
    await inASecond(process, ["b"]),
  ].map(({ a = 0 }) => a) as [number, number, number];
  expect(first).toBeGreaterThan(20);
  expect(second).toBeGreaterThan(first);
  expect(third).toBe(UNPACED);
  process.use(1);
  await serve(process, ["b"], 200);
  expect(await inASecond(process, ["b"])).toEqual({ a: 1000 / READ_MS / 5 });
});

test("lets reads go on at once when nobody else is served any more", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  await serve(process, [], 200);
  expect(await inASecond(process, [])).toEqual({ a: UNPACED });
});
