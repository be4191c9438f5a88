import { describe, expect, test } from "vitest";
import { testRandomly } from "../../support/random-tests.ts";
import { DOORS, live, type Made } from "./life.ts";

/**
 * Random lives of orders, by the merchant's tools through both doors, against a reference that was written from the documentation.
 */

const STEPS = 80;

const made: Made[] = [];
const through = (door: string): Made[] => made.filter((one) => one.door === door);

describe("orders", () => {
  testRandomly(`live as the reference says, in ${STEPS} moves`, { runs: 3 }, (seed) => live(seed, STEPS, made));

  test.each(DOORS)("made every move through %s", (door) => {
    const done = new Set(through(door).flatMap(({ tool, isRefused }) => (isRefused ? [] : tool)));
    expect(done.size).toBeGreaterThan(8);
  });
});
