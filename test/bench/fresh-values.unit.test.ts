import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { freshValues } from "../../bench/recording/fresh-values.ts";
import type { Program } from "../../bench/recording/program.ts";

const OLD = "019aa2c0-0000-7000-8000-00000000b0b0";
const RECORDED_FROM = Date.now() - 1000;

const programOf = (...values: unknown[][]): Program => [
  { pool: "writes", statements: values.map((of) => ({ text: "select", values: of, name: undefined, rows: 0 })) },
];

test("ids that the work made are new in each run, the same one everywhere in a run", () => {
  const made = uuidv7();
  const values = freshValues(programOf([OLD, made, 5, null], [[made], JSON.stringify([{ id: made }])]), RECORDED_FROM);

  const [first, second] = [values(), values()];

  const id = first[0]?.[1];
  expect(id).not.toBe(made);
  expect(first).toEqual([
    [OLD, id, 5, null],
    [[id], JSON.stringify([{ id }])],
  ]);
  expect(second[0]?.[1]).not.toBe(id);
});

test("order numbers are new in each run", () => {
  const values = freshValues(programOf(["ORD-2026-ABCDEFGH"]), RECORDED_FROM);

  const numbers = [values(), values()].map(([of]) => of?.[0]);

  expect(new Set([...numbers, "ORD-2026-ABCDEFGH"]).size).toBe(3);
  for (const number of numbers) expect(number).toMatch(/^ORD-\d{4}-\w{8}$/);
});

test("values without new ids stay the same", () => {
  const values = freshValues(programOf([OLD, "tapis", 24]), RECORDED_FROM);

  expect(values()).toEqual([[OLD, "tapis", 24]]);
});
