import { afterAll, describe, expect, test } from "vitest";
import { type Counts, live } from "./life.ts";

/**
 * Random lives of orders, by the merchant's tools, against a reference that was written from the documentation. More lives on
 * demand: `ORDER_LIVES=200`. A failure names its seed; `ORDER_LIVES_SEED` repeats it. `ORDER_LIVES_REPORT=1` prints what was done.
 */

const LIVES = Number(process.env.ORDER_LIVES ?? 5);
const STEPS = 80;
const MAX_SEED = 2_147_483_647;
const FIRST_SEED = Number(process.env.ORDER_LIVES_SEED ?? Date.now() % MAX_SEED);
const runs = Array.from({ length: LIVES }, (_, i) => ({ seed: (FIRST_SEED + i) % MAX_SEED }));

const counts: Counts = new Map();

afterAll(() => {
  if (process.env.ORDER_LIVES_REPORT) console.log(Object.fromEntries([...counts].sort()));
});

describe("orders", () => {
  test.each(runs)(`live as the reference says, in ${STEPS} moves, seed $seed`, { timeout: 120_000 }, ({ seed }) =>
    live(seed, STEPS, counts),
  );

  test("made every move", () => {
    expect([...counts].filter(([, { done }]) => done > 0).length).toBeGreaterThan(8);
  });
});
