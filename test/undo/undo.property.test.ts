import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { buildTestApp, keyring, openShop, tokens } from "../support/app.ts";
import { seedOf, testRandomly } from "../support/random-tests.ts";
import { argumentsFor, NOT_DRAWN } from "./undo-model/arguments.ts";
import { UndoModel } from "./undo-model/model.ts";

/** Random changes are undone, at once and later: everything reads as before, or nothing changes. */

/** Steps on one store. */
const STEPS_PER_RUN = 250;
const RUNS = 2;
/**
 * More runs while an operation was not undone, or an undo did not end in a way, as chance has it. They draw the operations
 * that are missing, until none is.
 */
const MORE_RUNS = 8;

const undoable = merchantOperations(keyring, tokens)
  .filter(({ effect, notUndoable }) => effect !== "read" && notUndoable === undefined)
  .map(({ name }) => name)
  .filter((name) => !(name in NOT_DRAWN));

let via: FastifyInstance;
const counts = new Map<string, number>();

beforeAll(async () => {
  via = await buildTestApp({ CACHE_BYTES: 0 });
  await via.ready();
});

test("every operation that can be undone has arguments here, or a reason why not", () => {
  expect(undoable.filter((name) => !(name in argumentsFor))).toEqual([]);
});

async function runModel(seed: number, drawn: string[], areEnough: (steps: number) => boolean): Promise<void> {
  const shop = await openShop({ via });
  await new UndoModel({ seed, shop, via, undoable, drawn, counts }).run(areEnough);
}

describe("undoing random changes", () => {
  testRandomly(`in ${STEPS_PER_RUN} random steps`, { runs: RUNS }, (seed) =>
    runModel(seed, undoable, (steps) => steps >= STEPS_PER_RUN),
  );

  test("undid the changes of every operation, and ended in every way", { timeout: 600_000 }, async () => {
    const ways = ["undone later", "undone in part", "undo_conflict", "not_undoable"];
    const missing = () => [...undoable, ...ways].filter((what) => !counts.has(what));
    for (let more = 0; more < MORE_RUNS && missing().length > 0; more++) {
      const drawn = undoable.filter((name) => missing().includes(name));
      await runModel(
        seedOf(RUNS + more),
        drawn.length > 0 ? drawn : undoable,
        (steps) => steps >= STEPS_PER_RUN || missing().length === 0,
      );
    }
    expect(missing()).toEqual([]);
  });
});
