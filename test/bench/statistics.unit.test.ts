import { expect, test } from "vitest";
import { median } from "../../bench/harness/statistics.ts";
import { interleave } from "../../bench/interleave.ts";
import {
  type Goal,
  isMet,
  ratioRow,
  ratios,
  type Side,
  sideResult,
  spreadOf,
  valueRow,
} from "../../bench/report/row.ts";

const TITLE = { name: "list", work: "list", about: "a list", unit: "requests/s" };
const sideOf = (...values: number[]) =>
  sideResult(
    "side",
    values.map((value) => ({ value })),
  );

test.each([
  { values: [3], expected: 3 },
  { values: [9, 1, 5], expected: 5 },
  { values: [100, 20, 3, 4], expected: 12 },
])("the median of $values is $expected", ({ values, expected }) => {
  const before = [...values];

  expect(median(values)).toBe(expected);
  expect(values).toEqual(before);
});

test("no values have no median", () => {
  expect(() => median([])).toThrow("no values");
});

test("a spread has the median and both ends", () => {
  expect(spreadOf([4, 1, 2])).toEqual({ median: 2, low: 1, high: 4 });
});

test("each round has its own ratio, so that a machine that becomes slower changes nothing", () => {
  expect(ratios([50, 25, 10], [100, 50, 20])).toEqual([0.5, 0.5, 0.5]);
  expect(() => ratios([1], [1, 2])).toThrow("same number of rounds");
});

test("a side has the medians of its samples, and no CPU when a sample lacks it", () => {
  const measured = [
    { value: 10, cpuMs: 1, generatorCpu: 0.5 },
    { value: 30, cpuMs: 3, generatorCpu: undefined },
    { value: 20, cpuMs: 2, generatorCpu: 0.7 },
  ];

  expect(sideResult("server", measured)).toMatchObject({ median: 20, low: 10, high: 30, cpuMs: 2 });
  expect(sideResult("server", measured).generatorCpu).toBeUndefined();
});

test("the figure of a comparison is the ratio, and of a value the value", () => {
  expect(ratioRow(TITLE, sideOf(10, 30, 20), sideOf(20, 40, 80)).figure).toEqual({
    median: 0.5,
    low: 0.25,
    high: 0.75,
  });
  expect(valueRow(TITLE, sideOf(10, 30, 20)).figure).toEqual({ median: 20, low: 10, high: 30 });
});

test.each<{ goal: Goal; median: number; met: boolean }>([
  { goal: { kind: "at least", value: 0.6 }, median: 0.6, met: true },
  { goal: { kind: "at least", value: 0.6 }, median: 0.59, met: false },
  { goal: { kind: "at most", value: 8 }, median: 8, met: true },
  { goal: { kind: "at most", value: 8 }, median: 8.1, met: false },
  { goal: { kind: "below", value: 80 }, median: 79.9, met: true },
  { goal: { kind: "below", value: 80 }, median: 80, met: false },
])("$median against $goal.kind $goal.value: $met", ({ goal, median, met }) => {
  expect(isMet({ figure: { median, low: 0, high: 100 }, goal })).toBe(met);
});

test("a row without a goal is neither met nor missed", () => {
  expect(isMet({ figure: { median: 1, low: 1, high: 1 } })).toBeUndefined();
});

test("the sides take turns, and the warm-up is not counted", async () => {
  const calls: string[] = [];
  const side = (name: string): Side => ({
    name,
    measure: async (seconds) => {
      calls.push(`${name}${seconds}`);
      return { value: calls.length };
    },
  });

  const samples = await interleave([side("a"), side("b")], { rounds: 2, seconds: 2, warmUpSeconds: 1 });

  expect(calls).toEqual(["a1", "b1", "a2", "b2", "a2", "b2"]);
  expect(samples).toEqual([
    [{ value: 3 }, { value: 5 }],
    [{ value: 4 }, { value: 6 }],
  ]);
});
