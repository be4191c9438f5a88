import { describe, expect, test } from "vitest";
import { LANGUAGES, loadTexts } from "../../console/src/messages/languages.ts";
import { csvOf } from "../../console/src/parts/files/csv.ts";
import { REPORTS } from "../../console/src/reports/definitions.ts";
import { daysOf, lengthOf, readSearch, stepFor } from "../../console/src/reports/periods.ts";
import { REPORT_NAMES, reportOf } from "../../src/analytics/arguments.ts";

test("every report of the server is shown", () => {
  expect(Object.keys(REPORTS).sort()).toEqual([...REPORT_NAMES].sort());
});

/** What rows hold for programs, and what a column beside it says. */
const NOT_SHOWN = /_id$|^(slug|wilaya_code|rounding|orders)$/;

describe.each(REPORT_NAMES.map((name) => [name, reportOf(name)] as const))("%s", (name, report) => {
  const shown = REPORTS[name]?.columns.map((column) => column.name) ?? [];

  test("shows the columns that the server answers", () => {
    expect(shown.filter((column) => column !== "step" && !(column in report.columns))).toEqual([]);
    expect(Object.keys(report.columns).filter((column) => !NOT_SHOWN.test(column) && !shown.includes(column))).toEqual(
      [],
    );
  });

  test("offers the steps or sorts that the server takes", () => {
    expect(REPORTS[name]?.by ?? []).toEqual(report.by?.values ?? []);
  });

  test.each(LANGUAGES)("has all its words in %s", async (language) => {
    const { reports } = await loadTexts[language]();

    expect(reports.figures[name]).toBeDefined();
    expect(shown.filter((column) => column !== "step" && !reports.columns[column])).toEqual([]);
  });
});

describe("a period", () => {
  test.each([
    [{ period: "today" }, { from: "2026-03-01", to: "2026-03-01" }],
    [{ period: "7" }, { from: "2026-02-23", to: "2026-03-01" }],
    [{ period: "30" }, { from: "2026-01-31", to: "2026-03-01" }],
    [{}, { from: "2026-01-31", to: "2026-03-01" }],
    [{ period: "month" }, { from: "2026-03-01", to: "2026-03-01" }],
    [
      { period: "own", from: "2025-12-24", to: "2025-12-26" },
      { from: "2025-12-24", to: "2025-12-26" },
    ],
    [{ period: "own", from: "2025-12-24" }, undefined],
    [{ period: "all" }, undefined],
  ] as const)("%j on 1 March 2026", (search, days) => {
    expect(daysOf(search, "2026-03-01")).toEqual(days);
  });

  test("is divided into steps that can be read", () => {
    expect(lengthOf({ from: "2026-03-01", to: "2026-03-31" })).toBe(31);
    expect(stepFor({ from: "2026-03-01", to: "2026-03-31" })).toBe("day");
    expect(stepFor({ from: "2026-01-01", to: "2026-03-31" })).toBe("week");
    expect(stepFor({ from: "2025-01-01", to: "2026-03-31" })).toBe("month");
  });

  test("of an address that nobody could have made is left out", () => {
    expect(readSearch({ report: "sales", period: 7, from: "2026-03-01", order: "desc" })).toEqual({
      report: "sales",
      period: "7",
      from: "2026-03-01",
      order: "desc",
    });
    expect(readSearch({ report: 5, period: "ever", from: "<script>", to: 3, order: "up" })).toEqual({});
  });
});

describe("a sheet", () => {
  test("has semicolons and commas in French, commas and points in English", () => {
    const rows = [
      ["Nom", "Total"],
      ["Thé; vert", 1234.5],
      ['"Noir", fort', null],
    ];
    expect(csvOf(rows, "fr")).toBe('Nom;Total\r\n"Thé; vert";"1234,5"\r\n"""Noir"", fort";\r\n');
    expect(csvOf(rows, "en")).toBe('Nom,Total\r\n"Thé; vert",1234.5\r\n"""Noir"", fort",\r\n');
  });

  test.each(["=1+1", " =HYPERLINK(0)", "+cmd", "-2+3", "@SUM(A1)", "＝1", "\t=1"])("never runs %j", (cell) => {
    const [line = ""] = csvOf([[cell]], "fr").split("\r\n");

    expect(line.replace(/^"/, "").startsWith("'")).toBe(true);
  });

  test("leaves numbers and phones as they are", () => {
    expect(csvOf([["+213555123456", "-12,5", -3]], "fr")).toBe('+213555123456;"-12,5";-3\r\n');
  });
});
