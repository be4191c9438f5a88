import { expect, onTestFinished, test } from "vitest";
import { DatabaseWatch, type Health } from "../../src/db/watch.ts";

const WELL: Health = { reads: true, writes: true };

/** A watch whose probes are answered as the test says; `undefined` leaves them without an answer. */
function watched(answers: (Health | Error | undefined)[]) {
  const log: string[] = [];
  const watch = new DatabaseWatch({
    intervalMs: 5,
    probe: () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) return Promise.reject(answer);
      return answer ? Promise.resolve(answer) : new Promise(() => {});
    },
    onSilence: () => log.push("silent"),
    onStop: () => log.push("stopped"),
  });
  onTestFinished(() => watch.stop());
  return { watch, log };
}

test("tells what the last probe found", async () => {
  const { watch } = watched([{ reads: true, writes: false }]);
  expect(watch.health).toEqual(WELL);
  await expect.poll(() => watch.health).toEqual({ reads: true, writes: false });
  expect(watch.isSilent).toBe(false);
});

test("a refused connection is no silence: requests find out by themselves", async () => {
  const { watch, log } = watched([new Error("ECONNREFUSED")]);
  await expect.poll(() => watch.health).toEqual({ reads: false, writes: false });
  expect([watch.isSilent, log]).toEqual([false, []]);
});

test("two probes without an answer are silence, told once, and the next answer ends it", async () => {
  const answers: (Health | undefined)[] = [WELL, undefined, undefined, undefined, undefined, WELL];
  const { watch, log } = watched(answers);
  await expect.poll(() => watch.isSilent).toBe(true);
  expect(watch.health).toEqual({ reads: false, writes: false });
  await expect.poll(() => watch.isSilent).toBe(false);
  expect([watch.health, log]).toEqual([WELL, ["silent"]]);
});

test("one probe without an answer is not silence", async () => {
  const { watch, log } = watched([undefined, WELL]);
  await expect.poll(() => watch.health.reads).toBe(false);
  await expect.poll(() => watch.health.reads).toBe(true);
  expect(log).toEqual([]);
});

test("stops when told to", () => {
  const { watch, log } = watched([WELL]);
  watch.stop();
  expect(log).toEqual(["stopped"]);
});
