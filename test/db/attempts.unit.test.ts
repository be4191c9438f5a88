import { expect, test } from "vitest";
import { Problem } from "../../src/core/problem.ts";
import { Attempts } from "../../src/db/attempts.ts";

const timedOut = () => Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });

/** Attempts over a driver of which one statement fails, and the statements that were sent. */
function attemptsWithFailing(failing: string, error: Error) {
  const sent: string[] = [];
  const attempts = new Attempts(async (text) => {
    sent.push(text);
    if (text === failing) throw error;
    return [];
  });
  return { attempts, sent };
}

test.each([
  ["a time-out", "work", timedOut()],
  ["a connection that is lost at the rollback", "rollback to savepoint attempt", new Error("Connection terminated")],
])("%s is thrown as the driver gave it, in the place of the refusal", async (_, failing, error) => {
  const { attempts } = attemptsWithFailing(failing, error);
  const dropped: string[] = [];

  const done = attempts.run(
    async () => {
      await attempts.query("work", []).catch(() => {
        throw new Problem("overloaded", "as `Database` calls it");
      });
      throw new Problem("order_not_found", "There is none.");
    },
    () => dropped.push("effects"),
  );

  await expect(done).rejects.toBe(error);
  expect(dropped).toEqual([]);
});

test("a refusal rolls back to the savepoint, and releases it", async () => {
  const { attempts, sent } = attemptsWithFailing("none", timedOut());

  const done = attempts.run(
    async () => {
      await attempts.query("work", []);
      throw new Problem("order_not_found", "There is none.");
    },
    () => sent.push("effects dropped"),
  );

  await expect(done).rejects.toMatchObject({ code: "order_not_found" });
  expect(sent).toEqual([
    ...["savepoint attempt", "work", "rollback to savepoint attempt", "release savepoint attempt", "effects dropped"],
  ]);
});
