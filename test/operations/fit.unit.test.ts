import { describe, expect, test } from "vitest";
import {
  type Cut,
  fitted,
  fittedAnswer,
  fittingRows,
  MAX_ANSWER_TEXT,
  MAX_ROWS_TEXT,
} from "../../src/operations/fit.ts";

const size = (value: unknown): number => JSON.stringify(value).length;
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe("a value that is too long", () => {
  const wide = Object.fromEntries(many(1000, (i) => [`member ${i}`, "x".repeat(50)]));
  test.each([
    ["a text", 'é\n"'.repeat(20_000)],
    ["a text of characters of two halves", "🏺".repeat(20_000)],
    ["a list", many(5000, (i) => ({ i, text: "x".repeat(i % 100) }))],
    ["a list of one long text", ["x".repeat(100_000)]],
    ["an object of long and short members", { id: 1, title: "short", a: "x".repeat(90_000), b: many(9000, String) }],
    ["an object of a thousand members", wide],
    ["lists in objects in lists", many(50, () => ({ rows: many(50, () => ({ text: "y".repeat(500), wide })) }))],
  ])("fits, is well formed and says what is cut: %s", (_, value) => {
    for (const budget of [500, 3000, 20_000]) {
      const cuts: Cut[] = [];
      const kept = fitted(value, budget, "", cuts);
      expect(size(kept)).toBeLessThanOrEqual(budget);
      expect(JSON.stringify(kept).isWellFormed()).toBe(true);
      expect(cuts.length).toBeGreaterThan(0);
      for (const { shown, of } of cuts) expect(shown).toBeLessThan(of);
    }
  });

  test("keeps short members whole", () => {
    const row = { id: 7, title: "Vase", none: null, description: "x".repeat(50_000), tags: ["a"] };
    const cuts: Cut[] = [];
    expect(fitted(row, 2000, "", cuts)).toMatchObject({ id: 7, title: "Vase", none: null, tags: ["a"] });
    expect(cuts).toMatchObject([{ path: "description", of: 50_000 }]);
  });

  test("is looked at no further than it fits", () => {
    let looked = 0;
    const entry = () => Object.defineProperty({}, "name", { enumerable: true, get: () => ++looked && "x".repeat(50) });
    fitted(many(100_000, entry), 5000);
    expect(looked).toBeLessThan(2000);
  });
});

test("what fits is the value itself", () => {
  const value = { a: [1, "é", null, { b: undefined }] };
  expect(fitted(value, 100)).toBe(value);
});

describe("rows", () => {
  test("fill a page, and not more; a long one comes alone and cut", () => {
    const short = many(1000, (i) => ({ i, text: "x".repeat(90) }));
    const shown = fittingRows(short, (row) => row, MAX_ROWS_TEXT);
    expect(shown).toEqual(short.slice(0, shown.length));
    expect(size(shown)).toBeLessThan(MAX_ANSWER_TEXT);
    expect(size(short.slice(0, shown.length + 20))).toBeGreaterThan(MAX_ANSWER_TEXT - 1500);

    const long = { i: 1, text: "x".repeat(80_000) };
    expect(fittingRows([long, ...short], (row) => row, MAX_ROWS_TEXT)).toMatchObject([
      { i: 1, cut: [{ path: "text", of: 80_000 }] },
    ]);
    expect(fittingRows([{ i: 0, text: "a" }, long], (row) => row, MAX_ROWS_TEXT)).toEqual([{ i: 0, text: "a" }]);
    expect(fittingRows([], (row) => row, MAX_ROWS_TEXT)).toEqual([]);
  });
});

test("an answer goes on to the end of everything that was cut, and says in each part what is short", () => {
  const data = {
    id: 1,
    text: many(9000, String).join(" "),
    rows: many(3000, (i) => ({ i })),
    object: { blocks: many(2000, (i) => `block ${i}`) },
  };
  const parts: Record<string, unknown>[] = [];
  for (let places: Record<string, number> | undefined, isDone = false; !isDone; ) {
    const answer = fittedAnswer(data, 10_000, places);
    expect(size({ ...answer.data, cut: answer.cut })).toBeLessThanOrEqual(10_000);
    const isCut = (name: string) => answer.cut.some(({ path }) => path === name);
    const bare = (text: unknown, name: string) => (isCut(name) ? String(text ?? "").slice(0, -1) : (text ?? ""));
    parts.push({ ...answer.data, text: bare(answer.data.text, "text"), object: bare(answer.data.object, "object") });
    places = answer.next;
    isDone = places === undefined;
  }
  expect(parts.map(({ text }) => text).join("")).toBe(data.text);
  expect(parts.flatMap(({ rows = [] }) => rows)).toEqual(data.rows);
  expect(JSON.parse(parts.map(({ object }) => object).join(""))).toEqual(data.object);
  for (const part of parts) expect(part.id).toBe(1);
});
