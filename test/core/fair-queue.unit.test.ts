import { expect, test } from "vitest";
import { FairQueue, type FairQueueLimits } from "../../src/core/fair-queue.ts";

const LIMITS: FairQueueLimits = {
  maxRunning: 2,
  maxRunningPerKey: 2,
  maxWaiting: 10,
  maxWaitingPerKey: 10,
  refusal: "Too busy.",
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
  const { begun, start, end } = workshop({ maxRunning: 1 });
  for (const name of ["a1", "a2", "a3"]) void start("a", name);
  for (const name of ["b1", "b2"]) void start("b", name);
  await settled();

  for (const name of ["a1", "b1", "a2", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3"]);
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
