import { expect, onTestFinished, test } from "vitest";
import { type Health, HealthMonitor } from "../../src/db/health-monitor.ts";

const WELL: Health = { reads: true, writes: true };

/** A watch whose probes get the answer that is set; `undefined` leaves them without one. */
function watched(first: Health | Error | undefined) {
  let answer = first;
  const log: string[] = [];
  const watch = new HealthMonitor({
    intervalMs: 5,
    probe: () => {
      if (answer instanceof Error) return Promise.reject(answer);
      return answer ? Promise.resolve(answer) : new Promise(() => {});
    },
    onUnresponsive: () => log.push("silent"),
    onStop: () => log.push("stopped"),
  });
  onTestFinished(() => watch.stop());
  return {
    watch,
    log,
    answerWith: (next: Health | Error | undefined) => {
      answer = next;
    },
  };
}

const eventually = <T>(look: () => T) => expect.poll(look, { interval: 5, timeout: 20_000 });

test("reports the result of the last probe", async () => {
  const { watch, answerWith } = watched({ reads: true, writes: false });
  expect(watch.health).toEqual(WELL);
  await eventually(() => watch.health).toEqual({ reads: true, writes: false });
  answerWith(WELL);
  await eventually(() => watch.health).toEqual(WELL);
  expect(watch.isUnresponsive).toBe(false);
});

test("a refused connection does not count as silence, because requests fail at once", async () => {
  const { watch, log } = watched(new Error("ECONNREFUSED"));
  await eventually(() => watch.health).toEqual({ reads: false, writes: false });
  expect([watch.isUnresponsive, log]).toEqual([false, []]);
});

test("unanswered probes are logged once as silence, and the next answer ends it", async () => {
  const { watch, log, answerWith } = watched(undefined);
  await eventually(() => watch.isUnresponsive).toBe(true);
  expect(watch.health).toEqual({ reads: false, writes: false });
  answerWith(WELL);
  await eventually(() => watch.isUnresponsive).toBe(false);
  expect([watch.health, log]).toEqual([WELL, ["silent"]]);
});

test("an answer between two unanswered probes prevents silence", async () => {
  let probes = 0;
  const log: string[] = [];
  const watch = new HealthMonitor({
    intervalMs: 5,
    probe: () => (++probes % 2 === 0 ? Promise.resolve(WELL) : new Promise(() => {})),
    onUnresponsive: () => log.push("silent"),
    onStop: () => {},
  });
  onTestFinished(() => watch.stop());
  await eventually(() => probes).toBeGreaterThan(6);
  expect(log).toEqual([]);
});

test("stops when asked", () => {
  const { watch, log } = watched(WELL);
  watch.stop();
  expect(log).toEqual(["stopped"]);
});
