import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPacing } from "../../src/db/connection-shares.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Milliseconds of every read. */
const READ_MS = 5;

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
  process.use(0.7);
  flood(process, "a");
  await serve(process, ["b", "c"], 500);
  expect(await inASecond(process, ["b", "c"])).toEqual({ a: UNPACED });
});

/** The reads of one flooded store in a second: each takes 5 ms and is followed by a pause of 120 ms. */
const PACED = 8;

test("lets a flooded store read for a twenty-fifth of the time while the process is busy with others", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  const { a = 0 } = await inASecond(process, ["b"]);
  expect(Math.abs(a - PACED)).toBeLessThanOrEqual(1);
});

test("lets two flooded stores read together no more than one", async () => {
  const process = openProcess();
  for (const store of ["a", "b"]) flood(process, store);
  await serve(process, ["x", "y"], 1000);
  const { a = 0, b = 0 } = await inASecond(process, ["x", "y"]);
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1);
  expect(Math.abs(a + b - PACED)).toBeLessThanOrEqual(2);
});

test("pauses after a long read for a quarter of a second, so that no store starves", async () => {
  const process = openProcess();
  flood(process, "a", { isExpensive: true, readMs: 750, connections: 1 });
  await serve(process, ["b"], 5000);
  const before = process.done.a ?? 0;
  await serve(process, ["b"], 10_000);
  expect((process.done.a ?? 0) - before).toBe(10);
});

test("does not hold back a store that reads little, beside one that is flooded", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  let begun = 0;
  const read = async () => {
    begun++;
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
  };
  for (let i = 0; i < 5; i++) void process.pacing.run("quiet", false, read);
  expect(begun).toBe(5);
  await serve(process, ["b"], 1000);
  for (let i = 0; i < 5; i++) void process.pacing.run("quiet", true, read);
  expect(begun).toBe(10);
});

test("forgets a flood some seconds after it has stopped", async () => {
  const process = openProcess();
  const stop = flood(process, "a");
  await serve(process, ["b"], 500);
  stop();
  await serve(process, ["b"], 21_000);
  let begun = 0;
  for (let i = 0; i < 5; i++) void process.pacing.run("a", false, async () => void begun++);
  expect(begun).toBe(5);
});

test("refuses reads that wait for five seconds, and expensive ones after one second", async () => {
  const process = openProcess();
  const stop = flood(process, "a");
  await serve(process, ["b"], 500);
  stop();
  await serve(process, ["b"], 2000); // its last reads end
  const never = () => new Promise<void>(() => {});
  const refusals: [string, number][] = [];
  for (const isExpensive of [false, true]) {
    void process.pacing.run("a", isExpensive, never);
    const asked = performance.now();
    process.pacing
      .run("a", isExpensive, never)
      .catch(({ code }) =>
        refusals.push([`${isExpensive ? "expensive" : "plain"} ${code}`, performance.now() - asked]),
      );
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
  await serve(process, ["b"], 2000);
  const run = (read: () => Promise<string>) => process.pacing.run("a", false, read);
  const first = run(async () => "done");
  const failed = expect(
    run(async () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
  await vi.advanceTimersByTimeAsync(0);
  expect(await first).toBe("done");
  await serve(process, ["b"], 300);
  await failed;
});

test("eases gradually when the process has time, and hurries when it is busy again", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  process.use(0.5);
  const first = (await inASecond(process, ["b"])).a ?? 0;
  const second = (await inASecond(process, ["b"])).a ?? 0;
  expect(first).toBeGreaterThan(PACED);
  expect(second).toBeGreaterThan(first);
  await serve(process, ["b"], 1000);
  expect(await inASecond(process, ["b"])).toEqual({ a: UNPACED });
  process.use(1);
  await serve(process, ["b"], 500);
  const { a = 0 } = await inASecond(process, ["b"]);
  expect(Math.abs(a - PACED)).toBeLessThanOrEqual(1);
});

test("lets reads go on at once when nobody else is served any more", async () => {
  const process = openProcess();
  flood(process, "a");
  await serve(process, ["b"], 500);
  await serve(process, [], 400); // those that wait run one after the other
  expect(await inASecond(process, [])).toEqual({ a: UNPACED });
});
