import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvRow, readRows } from "../../src/core/text/csv.ts";
import { testProperty } from "../support/random-tests.ts";

async function read(...pieces: (string | Buffer)[]): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readRows(
    (async function* () {
      yield* pieces;
    })(),
  )) {
    rows.push(row);
  }
  return rows;
}

const cellsOf = async (text: string) => (await read(text)).map(({ cells }) => cells);
const problemsOf = async (text: string) => (await read(text)).map(({ line, problem }) => [line, problem]);

describe("CSV rows", () => {
  test.each([
    [
      "plain cells",
      "a,b,\n,c\n",
      [
        ["a", "b", ""],
        ["", "c"],
      ],
    ],
    ["quoted cells", '"a,b","c""d"\n', [["a,b", 'c"d']]],
    ["a quote within a plain cell", 'a"b,c\n', [['a"b', "c"]]],
    [
      "line ends within quotes",
      '"a\r\nb",c\r\nd,e',
      [
        ["a\r\nb", "c"],
        ["d", "e"],
      ],
    ],
    ["blank rows between others", 'a\n\n,,\n" ",""\nb\n', [["a"], ["b"]]],
    ["a byte order mark", "\ufeffa,\ufeffb\n", [["a", "\ufeffb"]]],
    ["nothing", "", []],
  ])("are read: %s", async (_, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells);
  });

  test.each([
    [
      "semicolons",
      'a;"b;c";d,e\n1,2;3;4\n',
      [
        ["a", "b;c", "d,e"],
        ["1,2", "3", "4"],
      ],
    ],
    [
      "tabs",
      "a\tb\n1;2\t3,4,5\n",
      [
        ["a", "b"],
        ["1;2", "3,4,5"],
      ],
    ],
    [
      "commas, where a title has a semicolon",
      '"a;b",c;d,e\n1,2,3\n',
      [
        ["a;b", "c;d", "e"],
        ["1", "2", "3"],
      ],
    ],
    [
      "semicolons, below blank lines",
      "\n;;\na;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
  ])("are read with the separator of their first line: %s", async (_, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells);
    expect((await read(...text)).map((row) => row.cells)).toEqual(cells); // a character at a time
  });

  describe("with any line ending and any chunk size", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "é", "😀"), maxLength: 6 });
    const written = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const hasText = (cells: string[]) => cells.some((text) => /[^\s,"]/.test(text));
    testProperty(
      "are read as they were written",
      fc.asyncProperty(
        written,
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 9 }),
        async (rows, end, n) => {
          const bytes = Buffer.from(rows.map((cells) => cells.map(quoted).join() + end).join(""));
          const pieces = Array.from({ length: Math.ceil(bytes.length / n) }, (_, i) =>
            bytes.subarray(i * n, i * n + n),
          );

          const result = await read(...pieces);

          expect(result.map(({ cells }) => cells)).toEqual(rows.filter(hasText));
          expect(result.filter(({ problem }) => problem)).toEqual([]);
        },
      ),
    );
  });

  test.each([
    ["after empty lines", '\r\n\n"a"x', [[3, "not readable as CSV: a quote is misplaced"]]],
    [
      "over several lines",
      'a\n"b\nc"d\ne',
      [
        [1, undefined],
        [2, "not readable as CSV: a quote is misplaced; lines 2 to 3 were not read"],
        [4, undefined],
      ],
    ],
    [
      "never closed",
      'a\r\n\r\n"b\r\nc',
      [
        [1, undefined],
        [3, "not readable as CSV: a quote is not closed; nothing from here on was read"],
      ],
    ],
  ])("with misplaced quotes are reported with their line: %s", async (_, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  test.each([
    ["three million commas", `a${",".repeat(3_000_000)}`, "a row longer than 1048576 characters"],
    ["a million commas", `a${",".repeat(1_000_000)}`, "a row may have at most 1000 cells"],
    ["a million quoted cells", '"a",'.repeat(250_000), "a row may have at most 1000 cells"],
    ["a million quotes", `a,"${'""'.repeat(400_000)}"`, "a cell may hold at most 200000 characters"],
    ["stray quotes", '"a"b,'.repeat(200_000), "a quote is misplaced"],
    ["a cell of 200,001", `a,${"x".repeat(200_001)}`, "a cell may hold at most 200000 characters"],
    ["line ends in quotes", `"${"\r".repeat(1_000_000)}`, "a quote is not closed"],
  ])("are refused with %s", async (_, text, reason) => {
    expect(await problemsOf(`b\n${text}`)).toEqual([
      [1, undefined],
      [2, expect.stringContaining(reason)],
    ]);
  });

  test("contain a replacement character for one that the end of the file cuts off", async () => {
    const file = Buffer.from("a,é");

    expect(await read(file.subarray(0, 3))).toMatchObject([{ cells: ["a", "\ufffd"] }]);
  });

  test("are accepted at the maximum sizes", async () => {
    const [row] = await read(`a,${"x".repeat(200_000)}${",".repeat(998)}`);

    expect(row).toMatchObject({ line: 1, problem: undefined });
    expect(row?.cells).toHaveLength(1000);
  });
});
