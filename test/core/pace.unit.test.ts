import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionShares } from "../../src/db/connection-shares.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

/** Milliseconds of every read. */
const READ_MS = 5;
/** The most reads of one store at a time. */
const CONNECTIONS = 8;

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
  const { reads, pace } = connectionShares({ writes: 2, reads: 2 * CONNECTIONS }, { loopTime: count });
  const served = (store: string) => pace?.note(store);
  return { reads, served, done, use };
}

type Process = ReturnType<typeof openProcess>;

/** Reads of a store, at once; each that ends is followed by the next, on so many connections. Returns what stops it. */
function flood({ reads, done }: Process, store: string, { connections = CONNECTIONS, readMs = READ_MS } = {}) {
  let isStopped = false;
  const readOn = async () => {
    while (!isStopped) {
      await reads.run(store, () => new Promise<void>((resolve) => setTimeout(resolve, readMs)));
      done[store] = (done[store] ?? 0) + 1;
    }
  };
  for (let i = 0; i < connections; i++) void readOn().catch(() => {});
  return () => {
    isStopped = true;
  };
}

/** Lets time pass while stores are served from memory every ten milliseconds. */
async function serve({ served }: Process, stores: string[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    for (const store of stores) served(store);
    await vi.advanceTimersByTimeAsync(10);
  }
}

/** The reads that each store does in a second, while others are served from memory. */
async function inASecond(process: Process, served: string[]): Promise<Record<string, number>> {
  const before = { ...process.done };
  await serve(process, served, 1000);
  return Object.fromEntries(Object.entries(process.done).map(([store, n]) => [store, n - (before[store] ?? 0)]));
}

/** Begins five reads of a store; returns how many run. */
function begin({ reads }: Process, store: string): number {
  let begun = 0;
  const read = async () => {
    begun++;
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
  };
  for (let i = 0; i < 5; i++) void reads.run(store, read);
  return begun;
}

const UNPACED = (CONNECTIONS * 1000) / READ_MS;

test("runs every read at once while nobody else is served", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["a"], 500);
  expect(await inASecond(process, ["a"])).toEqual({ a: UNPACED });
});

test("runs every read at once while the process has time left", async () => {
  const process = openProcess();
  process.use(0.7);
  flood(process, "a");
  await serve(process, ["b", "c"], 500);
  expect(await inASecond(process, ["b", "c"])).toEqual({ a: UNPACED });
});

test.each([
  { others: ["b"], part: 1 / 2 },
  { others: ["b", "c", "d"], part: 1 / 4 },
])("lets a flooded store read for $part of the time while the process is busy with $others", async (given) => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, given.others, 1000);
  const { a = 0 } = await inASecond(process, given.others);
  expect(Math.abs(a / (1000 / READ_MS) - given.part)).toBeLessThanOrEqual(0.03);
});

test("gives two flooded stores the same", async () => {
  const process = openProcess();
  for (const store of ["a", "b"]) flood(process, store);
  await serve(process, ["x", "y"], 1000);
  const { a = 0, b = 0 } = await inASecond(process, ["x", "y"]);
  expect(Math.abs(a - b)).toBeLessThanOrEqual(2);
  expect(a).toBeLessThanOrEqual(UNPACED / 10);
});

test("pauses after a long read for a quarter of a second, so that no store starves", async () => {
  const process = openProcess();
  flood(process, "a", { readMs: 750, connections: 1 });
  await serve(process, ["b", "c", "d"], 5000);
  const before = process.done.a ?? 0;
  await serve(process, ["b", "c", "d"], 10_000);
  expect((process.done.a ?? 0) - before).toBe(10);
});

test("does not hold back a store that reads little, beside one that is flooded", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  expect(begin(process, "quiet")).toBe(5);
  await serve(process, ["b"], 1000);
  expect(begin(process, "quiet")).toBe(5);
});

test("forgets a flood a second after it has stopped", async () => {
  const process = openProcess();
  const stop = flood(process, "a");
  await serve(process, ["b"], 500);
  expect(begin(process, "a")).toBe(0);
  stop();
  await serve(process, ["b"], 2000);
  expect(begin(process, "a")).toBe(5);
});

test("refuses reads that wait for five seconds, and searches after one second", async () => {
  const { reads } = openProcess();
  const never = () => new Promise<void>(() => {});
  for (let i = 0; i < CONNECTIONS; i++) void reads.run("a", never);
  const refusals: [string, number][] = [];
  for (const lane of ["search", undefined] as const) {
    reads.run("a", never, lane).catch(({ code }) => refusals.push([`${lane ?? "plain"} ${code}`, performance.now()]));
  }
  const asked = performance.now();
  await vi.advanceTimersByTimeAsync(6000);
  expect(refusals).toEqual([
    ["search overloaded", asked + 1000],
    ["plain overloaded", asked + 5000],
  ]);
});

test("gives the result and the failure of a read at once, before the pause", async () => {
  const process = openProcess();
  const stop = flood(process, "a");
  await serve(process, ["b"], 500);
  stop();
  await serve(process, ["b"], 200);
  const first = process.reads.run("a", async () => "done");
  const failed = expect(
    process.reads.run("a", async () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
  await serve(process, ["b"], 300);
  expect(await first).toBe("done");
  await failed;
});

test("lets reads go on at once when the process has time, and holds them back when it is busy again", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  process.use(0.5);
  await serve(process, ["b"], 500);
  expect(await inASecond(process, ["b"])).toEqual({ a: UNPACED });
  process.use(1);
  await serve(process, ["b"], 500);
  expect((await inASecond(process, ["b"])).a).toBeLessThanOrEqual(UNPACED / 10);
});

test("lets reads go on at once when nobody else is served any more", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  await serve(process, [], 400); // those that wait run one after the other
  expect(await inASecond(process, [])).toEqual({ a: UNPACED });
});
