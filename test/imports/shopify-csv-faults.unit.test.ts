import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { type ReadProduct, readShopifyCsv } from "../../src/imports/shopify-csv.ts";

/** Damaged or hand-edited files; test/imports/shopify-csv.unit.test.ts tests regular files. */
const columns = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Variant Price",
  "Variant Compare At Price",
  "Variant Grams",
  "Variant Weight Unit",
  "Variant Inventory Qty",
  "Variant Inventory Policy",
  "Variant Requires Shipping",
  "Type",
  "Product Category",
  "Cost per item",
  "Image Src",
  "Variant Image",
  "Status",
];
const HEADER = columns.join(",");

/** Returns a line of the file with these cells, unquoted and unescaped; missing cells are empty. */
const row = (cells: Record<string, string>): string => columns.map((column) => cells[column] ?? "").join(",");

const simpleRow = (cells: Record<string, string> = {}): string =>
  row({
    Handle: "pot",
    Title: "Pot",
    "Option1 Name": "Title",
    "Option1 Value": "Default Title",
    "Variant Price": "5",
    ...cells,
  });
const variantRow = (cells: Record<string, string>): string => row({ Handle: "shirt", "Variant Price": "5", ...cells });
const firstVariantRow = (cells: Record<string, string> = {}): string =>
  variantRow({ Title: "Shirt", "Option1 Name": "Size", "Option1 Value": "S", ...cells });

async function readAll(source: Readable): Promise<ReadProduct[]> {
  const products: ReadProduct[] = [];
  for await (const product of readShopifyCsv(source, "EUR")) products.push(product);
  return products;
}
const read = (...lines: string[]) => readAll(Readable.from([[HEADER, ...lines].join("\n")]));
const firstProduct = async (...lines: string[]) => (await read(...lines))[0] as ReadProduct;
const variant = async (cells: Record<string, string>) => (await firstProduct(simpleRow(cells))).input?.variants[0];
const outcomes = (products: ReadProduct[]) => products.map(({ handle, line, input }) => [handle, line, input !== null]);

describe("line numbers", () => {
  const body = '"<p>one\n\ntwo</p>\n"';

  test.each([
    ["Unix", "\n"],
    ["Windows", "\r\n"],
    ["old Macintosh", "\r"],
  ])("are right with %s line endings, also within cells", async (_name, lineEnd) => {
    const lines = [
      HEADER,
      simpleRow({ "Body (HTML)": body }),
      "",
      simpleRow({ Handle: "mug" }),
      simpleRow({ Handle: "jar" }),
    ];

    const products = await readAll(Readable.from([`\ufeff${lines.join("\n")}\n`.replaceAll("\n", lineEnd)]));

    expect(outcomes(products)).toEqual([
      ["pot", 2, true],
      ["mug", 7, true],
      ["jar", 8, true],
    ]);
  });

  test("are right with mixed line endings and any chunk size", async () => {
    const text = `${HEADER}\n${simpleRow({ "Body (HTML)": '"a\r\nb"' })}\r\n${simpleRow({ Handle: "mug" })}\n`;

    expect(outcomes(await readAll(Readable.from([...text])))).toEqual([
      ["pot", 2, true],
      ["mug", 4, true],
    ]);
  });
});

describe("rows", () => {
  test("with only commas are skipped", async () => {
    const blank = row({});

    expect(outcomes(await read(firstVariantRow(), blank, variantRow({ "Option1 Value": "M" }), blank, blank))).toEqual([
      ["shirt", 2, true],
    ]);
  });

  test("without a handle make the product above fail, because it would be incomplete", async () => {
    const products = await read(
      firstVariantRow(),
      variantRow({ Handle: "", "Option1 Value": "M" }),
      variantRow({ "Option1 Value": "L" }),
    );

    expect(outcomes(products)).toEqual([["shirt", 2, false]]);
    expect(products[0]?.problems).toEqual([{ line: 3, reason: "there is no handle" }]);
  });

  test("with a title and no handle are reported one by one", async () => {
    expect(outcomes(await read(simpleRow(), simpleRow({ Handle: "" }), simpleRow({ Handle: "" })))).toEqual([
      ["pot", 2, true],
      ["", 3, false],
      ["", 4, false],
    ]);
  });

  test("with a stray quote are reported, even when the other cells are valid", async () => {
    const products = await read(simpleRow({ Title: '"Po"t' }), simpleRow({ Handle: "mug", Title: '"A ""big"" mug"' }));

    expect(products[0]?.problems).toEqual([{ line: 2, reason: "not readable as CSV: a quote is misplaced" }]);
    expect(products[1]?.input?.name).toBe('A "big" mug');
  });

  test("within an unclosed quote are reported, and no product gets the price of another", async () => {
    const products = await read(
      simpleRow(),
      simpleRow({ Handle: "mug", Title: '"Mug' }),
      simpleRow({ Handle: "jar", Title: '"Jar"', "Variant Price": "7" }),
      simpleRow({ Handle: "cup" }),
    );

    expect(outcomes(products)).toEqual([
      ["pot", 2, true],
      ["mug", 3, false],
      ["cup", 5, true],
    ]);
    expect(products[1]?.problems).toEqual([
      { line: 3, reason: "not readable as CSV: a quote is misplaced; lines 3 to 4 were not read" },
    ]);
  });

  test("within an unclosed quote that ends before a comma are reported because of the line end in the title", async () => {
    const products = await read(simpleRow({ Title: '"Pot' }), 'mug,Mug",,Title,Default Title,,,5');

    expect(products[0]?.problems).toContainEqual({
      line: 2,
      reason: "there is a line end in the handle or title; a quote may not be closed",
    });
  });

  test("after a quote that is never closed are not read, and one problem is reported", async () => {
    let sent = 0;
    const rows = function* () {
      yield `${HEADER}\n${simpleRow()}\n${simpleRow({ Handle: "mug", Title: '"Mug' })}\n`;
      for (; sent < 1_000_000; sent++) yield `${simpleRow({ Handle: `p-${sent}` })}\n`.repeat(100);
    };

    const products = await readAll(Readable.from(rows()));

    expect(products.flatMap(({ problems }) => problems)).toEqual([
      {
        line: 3,
        reason: "not readable as CSV: a row longer than 1048576 characters; nothing from here on was read",
      },
    ]);
    expect(sent).toBeLessThan(10_000);
  });
});

describe("a handle", () => {
  test("that gives the same slug as another is reported", async () => {
    const products = await read(simpleRow({ Handle: "blue_pot" }), simpleRow({ Handle: "blue-pot" }));

    expect(outcomes(products)).toEqual([
      ["blue_pot", 2, true],
      ["blue-pot", 3, false],
    ]);
    expect(products[1]?.problems[0]?.reason).toBe('the handle "blue_pot" above has the same address, "blue-pot"');
  });

  test("is cut at 200 characters, without a hyphen at the end", async () => {
    expect((await firstProduct(simpleRow({ Handle: `${"a".repeat(199)}-bc` }))).input?.slug).toBe("a".repeat(199));
  });
});

describe("options", () => {
  test("are read from their own columns, and a value without an option is reported", async () => {
    const { problems } = await firstProduct(
      firstVariantRow({ "Option1 Name": "", "Option2 Name": "Colour", "Option2 Value": "Red" }),
    );

    expect(problems).toEqual([{ line: 2, reason: '"S" belongs to no option' }]);
  });

  test("with the same name are reported", async () => {
    const { problems } = await firstProduct(firstVariantRow({ "Option2 Name": "Size", "Option2 Value": "M" }));

    expect(problems).toEqual([{ line: 2, reason: "two options have the same name: Size, Size" }]);
  });

  test("in any column make a row a variant", async () => {
    const first = firstVariantRow({ "Option2 Name": "Colour", "Option2 Value": "Red" });

    const { problems } = await firstProduct(first, row({ Handle: "shirt", "Option2 Value": "Blue" }));

    expect(problems).toEqual([
      { line: 3, reason: "there is no value for Size" },
      { line: 3, reason: "there is no price" },
    ]);
  });

  test("make at most 250 variants", async () => {
    const variants = (count: number) =>
      Array.from({ length: count - 1 }, (_, i) => variantRow({ "Option1 Value": `size ${i}` }));

    expect((await firstProduct(firstVariantRow(), ...variants(250))).input?.variants).toHaveLength(250);
    expect((await firstProduct(firstVariantRow(), ...variants(251))).problems).toEqual([
      { line: 2, reason: "a product may have at most 250 variants" },
    ]);
  });
});

describe("a variant", () => {
  test.each([
    ["4", null],
    ["5", null],
    ["5.01", 501],
  ])("with price 5 and compare-at price %s stores %j", async (compareAt, shown) => {
    expect((await variant({ "Variant Compare At Price": compareAt }))?.compare_at_price).toBe(shown);
  });

  test("is reported with every problem, each once", async () => {
    const { problems } = await firstProduct(
      simpleRow({ "Variant Price": "", "Variant Compare At Price": "x", "Variant Inventory Qty": "0x10" }),
    );

    expect(problems.map(({ reason }) => reason)).toEqual([
      "there is no price",
      'the compare-at price "x" is not an amount',
      'the quantity "0x10" is not a whole number',
    ]);
  });

  test.each([
    ["Variant Price", "12.345", 'the price "12.345" has more decimals than EUR'],
    ["Variant Compare At Price", "12.345", 'the compare-at price "12.345" has more decimals than EUR'],
    ["Cost per item", "0.001", 'the cost "0.001" has more decimals than EUR'],
    ["Image Src", "javascript:alert(1)", 'the picture "javascript:alert(1)" has no http or https address'],
    ["Variant Image", "b.png", 'the picture "b.png" has no http or https address'],
    ["Status", "weird", 'the status "weird" is not active, draft or archived'],
  ])("fails with the %s %j", async (column, text, reason) => {
    expect(await firstProduct(simpleRow({ [column]: text }))).toMatchObject({
      input: null,
      problems: [{ line: 2, reason }],
    });
  });

  test("may have a price with trailing zeros", async () => {
    expect(await variant({ "Variant Price": "12.3400" })).toMatchObject({ price: 1234 });
  });

  test("is refused with a weight that is too large, and an unknown unit is ignored", async () => {
    expect((await firstProduct(simpleRow({ "Variant Grams": "1000000001" }))).problems).toEqual([
      { line: 2, reason: 'the weight "1000000001" is too large' },
    ]);
    expect(await variant({ "Variant Grams": "5", "Variant Weight Unit": "constructor" })).toMatchObject({
      weight: 5,
      weight_unit: "g",
    });
  });

  test("never has a stock of minus zero", async () => {
    expect(
      (await variant({ "Variant Inventory Qty": "-0", "Variant Inventory Policy": "continue" }))?.inventory_quantity,
    ).toBe(0);
  });
});

describe("a product", () => {
  test("is physical when one of its variants requires shipping", async () => {
    const [file, paper] = ["false", "true"].map((shipping) => ({ "Variant Requires Shipping": shipping }));
    const other = { "Option1 Value": "M" };

    expect((await firstProduct(firstVariantRow(file), variantRow({ ...other, ...paper }))).input?.is_physical).toBe(
      true,
    );
    expect((await firstProduct(firstVariantRow(file), variantRow({ ...other, ...file }))).input?.is_physical).toBe(
      false,
    );
  });

  test("without a type gets the last part of its taxonomy as category", async () => {
    const category = { "Product Category": "Home & Garden > Decor > Vases" };

    expect((await firstProduct(simpleRow(category))).input?.category).toBe("Vases");
    expect((await firstProduct(simpleRow({ ...category, Type: "Pots" }))).input?.category).toBe("Pots");
  });

  test("has at most 1000 rows", async () => {
    const many = Array.from({ length: 1100 }, () => row({ Handle: "pot", Title: "Pot" }));

    expect((await firstProduct(simpleRow(), ...many)).problems).toContainEqual({
      line: 2,
      reason: "a product may have at most 1000 rows",
    });
  });
});

describe("the source", () => {
  const endless = () =>
    Readable.from(
      (function* () {
        yield `${HEADER}\n`;
        for (let i = 0; ; i++) yield `${simpleRow({ Handle: `p-${i}` })}\n`;
      })(),
    );

  test("is closed when the reader stops early", async () => {
    const source = endless();
    for await (const _product of readShopifyCsv(source, "EUR")) break;

    expect(source.destroyed).toBe(true);
  });

  test("is closed when it is not a product export", async () => {
    const source = Readable.from(["a,b\n", "1,2\n"]);

    await expect(readAll(source)).rejects.toThrow("not a Shopify product export");
    expect(source.destroyed).toBe(true);
  });

  test("passes its error on to the reader", async () => {
    const source = new Readable({ read: () => source.destroy(new Error("the disk is gone")) });

    await expect(readAll(source)).rejects.toThrow("the disk is gone");
  });

  test("is refused when a quote in its header is not closed", async () => {
    await expect(readAll(Readable.from(['Handle,"Title\npot,Pot\n']))).rejects.toThrow("a quote is not closed");
  });
});
