import { expect, test } from "vitest";
import { asSvg, shareOfGoal } from "../../bench/report/plot.ts";
import { mergeResults, type Results } from "../../bench/report/results.ts";
import { type Goal, type Row, ratioRow, sideResult } from "../../bench/report/row.ts";
import { asMarkdown, asTable, LARGE_SECTION, withResults } from "../../bench/report/tables.ts";

const AT_LEAST: Goal = { kind: "at least", value: 0.6 };

function rowOf(name: string, server: number, given: { goal?: Goal; work?: string } = {}): Row {
  const title = { name, work: name, about: name, unit: "requests/s", notes: ["checked"], ...given };
  const side = (value: number) =>
    sideResult("bare pg", [{ value, cpuMs: 0.5, postgresCpuMs: 0.25, generatorCpu: 0.5 }]);
  return ratioRow(title, side(server), side(1000));
}

const resultsOf = (...rows: Row[]): Results => ({
  date: new Date().toISOString(),
  node: "20.19.0",
  machine: "a machine",
  quick: false,
  rows,
});

test("a row shows both sides, the ratio, the goal, the verdict and the CPU; rows with the same note share a line", () => {
  const markdown = asMarkdown(
    resultsOf(rowOf("list", 650, { goal: AT_LEAST }), rowOf("page", 300, { goal: AT_LEAST })),
  );

  expect(markdown).toContain(
    "| list | 650 requests/s | 1,000 requests/s (bare pg) | 0.65 | ≥ 0.6 | met | 0.50 ms | 0.50 ms | 0.25 ms / 0.25 ms | 0.50 |",
  );
  expect(markdown).toContain("| page | 300 requests/s | 1,000 requests/s (bare pg) | 0.30 | ≥ 0.6 | missed |");
  expect(markdown).toContain("- list; page: checked");
});

test("a row without a goal has no verdict", () => {
  const results = resultsOf(rowOf("list", 650));

  expect(asMarkdown(results)).toContain("| 0.65 |  |  |");
  expect(asTable(results)).not.toMatch(/met|missed/);
});

test("works that were not measured keep their rows, in the order of the works", () => {
  const stored = resultsOf(rowOf("list", 100), rowOf("constant, Fastify", 1, { work: "constant" }), rowOf("gone", 1));
  const measured = resultsOf(rowOf("cart", 300), rowOf("list", 200));

  const merged = mergeResults(stored, measured, ["constant", "list", "cart"]);

  expect(merged.rows.map(({ name, server }) => [name, server.median])).toEqual([
    ["constant, Fastify", 1],
    ["list", 200],
    ["cart", 300],
  ]);
});

test("a kept row of another day says when it was measured", () => {
  const kept = { ...rowOf("million", 1), measuredAt: "2025-01-02T03:04:05.000Z" };

  expect(asMarkdown(resultsOf(rowOf("list", 1), kept))).toContain("- million: measured on 2025-01-02");
});

test("the table replaces what the document has between its comments", () => {
  const document = "before\n<!-- results of npm run bench -->\nold\n<!-- end of results -->\nafter\n";

  const written = withResults(document, "| new |\n");

  expect(written).toBe("before\n<!-- results of npm run bench -->\n\n| new |\n\n<!-- end of results -->\nafter\n");
  expect(withResults(written, "| new |\n")).toBe(written);
  expect(() => withResults("nothing", "| new |")).toThrow("results of npm run bench");
});

test("a table of its own section replaces only that section", () => {
  const main = "<!-- results of npm run bench -->\nmain\n<!-- end of results -->\n";
  const large = "<!-- results of npm run bench -- --large -->\nold\n<!-- end of results -->\n";

  const written = withResults(large + main, "| new |\n", LARGE_SECTION);

  expect(written).toBe(`${large.replace("old\n", "\n| new |\n\n")}${main}`);
});

test("more of the goal is better, for ratios and for times", () => {
  const figure = { median: 4, low: 4, high: 4 };

  expect(shareOfGoal({ figure, goal: { kind: "at least", value: 2 } })).toBe(2);
  expect(shareOfGoal({ figure, goal: { kind: "at most", value: 2 } })).toBe(0.5);
  expect(shareOfGoal({ figure })).toBeUndefined();
});

test("the plot has a bar for this run, and one for the committed run of the same row", () => {
  const now = resultsOf(
    rowOf("list", 650, { goal: AT_LEAST }),
    rowOf("page", 300, { goal: AT_LEAST }),
    rowOf("plain", 1),
  );
  const before = resultsOf(rowOf("list", 400, { goal: AT_LEAST }));
  const bars = (svg: string) => svg.match(/<rect x=/g)?.length;

  expect(bars(asSvg(now, undefined))).toBe(2);
  expect(bars(asSvg(now, before))).toBe(3);
  expect(asSvg(now, before)).toContain("0.65, goal ≥ 0.6");
});
