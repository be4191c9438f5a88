import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rowsOfText } from "../../src/core/text/csv.ts";
import { csvLine } from "../../src/core/text/csv-text.ts";
import { testProperty } from "../support/random-tests.ts";

test("cells with commas, quotes and line ends are quoted", () => {
  expect(csvLine(["a", "b, c", 'say "hi"', "two\nlines", ""])).toBe('a,"b, c","say ""hi""","two\nlines",\r\n');
});

test.each(["=1+1", "+SUM(A1)", "-cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", " =1", "＝1", "-"])(
  "%j is no formula",
  (cell) => {
    expect(csvLine([cell])).toContain(`'${cell}`);
  },
);

test.each(["+213550123456", "0550 12 34 56", "-12.5", "1000", "a=b", ""])("%j stays", (cell) => {
  expect(csvLine([cell])).toBe(`${cell}\r\n`);
});

describe("any cells", () => {
  const cell = fc.string().filter((text) => !/^\s*[=+\-@＝＋－＠]|^[\t\r\n\ufeff]|\0/u.test(text));
  testProperty(
    "are read back as they were written",
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const [row] = rowsOfText(csvLine(["x", ...cells]), ",");
      expect(row?.cells).toEqual(["x", ...cells]);
    }),
  );
});
