import { afterEach, expect, test, vi } from "vitest";
import { FairQueue, type FairQueueLimits } from "../../src/core/fair-queue.ts";

const LIMITS: FairQueueLimits = {
  maxRunning: 2,
  maxRunningPerKey: 2,
  maxWaiting: 10,
  maxWaitingPerKey: 10,
  refusal: () => "Too busy.",
};

/** Work that ends when the test says so, and what has begun so far. */
function workshop(limits: Partial<FairQueueLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const start = (key: string, name: string) =>
    queue.run(key, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
      );
    });
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure);
    await settled();
  };
  return { begun, start, end };
}
afterEach(() => void vi.restoreAllMocks());
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("runs up to the limit at once, and the rest of one key in order of arrival", async () => {
  const { begun, start, end } = workshop();
  const all = ["1", "2", "3", "4"].map((name) => start("a", name));
  await settled();
  expect(begun).toEqual(["1", "2"]);

  await end("2");
  await end("1");
  expect(begun).toEqual(["1", "2", "3", "4"]);
  await end("3");
  await end("4");
  expect(await Promise.all(all)).toEqual(["1", "2", "3", "4"]);
});

test("serves the keys in turn, however much one key sends", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const { begun, start, end } = workshop({ maxRunning: 1 });
  for (const name of ["a1", "a2", "a3"]) void start("a", name);
  for (const name of ["b1", "b2"]) void start("b", name);
  await settled();

  for (const name of ["a1", "b1", "a2", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});

test("serves the key whose tasks have taken the least, also when it was away for a moment", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const { begun, start, end } = workshop({ maxRunning: 1 });
  const endAt = (ms: number, name: string) => {
    clock.mockReturnValue(ms);
    return end(name);
  };
  for (const name of ["a1", "a2", "a3"]) void start("a", name);
  void start("b", "b1");
  await settled();
  await endAt(100, "a1");
  void start("b", "b2");
  await endAt(110, "b1");
  await endAt(150, "b2");
  void start("b", "b3");
  await endAt(250, "a2");
  await endAt(310, "b3");
  expect(begun).toEqual(["a1", "b1", "b2", "a2", "b3", "a3"]);
});

test("a key that comes anew gets no time for the time before", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const { begun, start, end } = workshop({ maxRunning: 1 });
  for (const name of ["a1", "a2", "a3"]) void start("a", name);
  await settled();
  clock.mockReturnValue(100);
  await end("a1");
  for (const name of ["b1", "b2"]) void start("b", name);
  clock.mockReturnValue(200);
  await end("a2");
  clock.mockReturnValue(310);
  await end("b1");
  await end("a3");
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("one long task does not keep its key waiting for as long again", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const { begun, start, end } = workshop({ maxRunning: 1 });
  void start("a", "a1");
  for (let i = 1; i <= 9; i++) void start("b", `b${i}`);
  await settled();
  clock.mockReturnValue(7000);
  await end("a1");
  void start("a", "a2");
  for (let i = 1; i <= 3; i++) {
    clock.mockReturnValue(7000 + 100 * i);
    await end(`b${i}`);
  }
  expect(begun).toEqual(["a1", "b1", "b2", "b3", "a2"]);
});

test("keeps capacity for others: one key never runs more than its limit", async () => {
  const { begun, start, end } = workshop({ maxRunningPerKey: 1 });
  void start("a", "a1");
  void start("a", "a2");
  await settled();
  expect(begun).toEqual(["a1"]);

  void start("b", "b1");
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
  await end("b1");
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("refuses at once when too much waits, in all or for its key, and takes no place for it", async () => {
  const { begun, start, end } = workshop({ maxRunning: 1, maxWaiting: 2, maxWaitingPerKey: 1 });
  void start("a", "a1");
  void start("a", "a2");
  await expect(start("a", "a3")).rejects.toMatchObject({ code: "overloaded", detail: "Too busy." });
  void start("b", "b1");
  await expect(start("c", "c1")).rejects.toMatchObject({ code: "overloaded" });

  for (const name of ["a1", "b1", "a2"]) await end(name);
  void start("c", "c2");
  await settled();
  expect(begun).toEqual(["a1", "b1", "a2", "c2"]);
});

test("refuses work that waited too long, and serves the rest", async () => {
  const { begun, start, end } = workshop({ maxRunning: 1, maxWaitMs: 5 });
  void start("a", "a1");
  await expect(start("a", "a2")).rejects.toMatchObject({ code: "overloaded" });
  await end("a1");
  void start("b", "b1");
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
});

test("work that waited too long leaves its place to the next of its key", async () => {
  const { begun, start, end } = workshop({ maxRunning: 1, maxWaitingPerKey: 1, maxWaitMs: 5 });
  void start("a", "a1");
  await expect(start("a", "a2")).rejects.toMatchObject({ code: "overloaded" });

  void start("a", "a3");
  await end("a1");
  expect(begun).toEqual(["a1", "a3"]);
});

test("releases the place of failed work", async () => {
  const { start, end } = workshop({ maxRunning: 1 });
  const [first, second] = [start("a", "1"), start("a", "2")];
  first.catch(() => {});
  await settled();
  await end("1", new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  await end("2");
  expect(await second).toBe("2");
});

test("a lane has limits of its own, also over the keys, and does not hold back tasks behind it", async () => {
  const lanes = { heavy: { maxRunning: 2, maxRunningPerKey: 1, maxWaitMs: 5, refusal: () => "Too heavy." } };
  const queue = new FairQueue({ ...LIMITS, maxRunning: 5, maxRunningPerKey: 3, lanes });
  const begun: string[] = [];
  let end = () => {};
  const start = (key: string, name: string, lane?: "heavy") =>
    queue.run(
      key,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => {
          if (name === "a1") end = resolve;
        });
      },
      lane,
    );
  void start("a", "a1", "heavy");
  const refused = expect(start("a", "a2", "heavy")).rejects.toMatchObject({ detail: "Too heavy." });
  void start("a", "a3");
  void start("b", "b1", "heavy");
  expect(begun).toEqual(["a1", "a3", "b1"]);
  await refused;

  void start("c", "c1", "heavy");
  start("a", "a4", "heavy").catch(() => {}); // it waits too long
  expect(begun).toEqual(["a1", "a3", "b1"]);
  end();
  await settled();
  expect(begun).toEqual(["a1", "a3", "b1", "c1"]);
});
