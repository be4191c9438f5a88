import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { type ReadProduct, readShopifyCsv } from "../../src/imports/shopify-csv.ts";

const HEADER =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Image Alt Text,Variant Image,Variant Weight Unit,Cost per item,SEO Title,SEO Description,Gift Card,Variant Requires Shipping,Variant Taxable,Status";
const columns = HEADER.split(",");

/** Returns a line of the file; missing cells are empty. */
const row = (cells: Record<string, string>): string =>
  columns.map((column) => `"${(cells[column] ?? "").replaceAll('"', '""')}"`).join(",");

const simpleRow = (cells: Record<string, string> = {}): string =>
  row({
    Handle: "pot",
    Title: "Pot",
    "Option1 Name": "Title",
    "Option1 Value": "Default Title",
    "Variant Price": "19.99",
    ...cells,
  });

async function read(text: string, currency = "EUR"): Promise<ReadProduct[]> {
  const products: ReadProduct[] = [];
  for await (const product of readShopifyCsv(Readable.from([text]), currency)) products.push(product);
  return products;
}

const file = (...rows: string[]): string => [HEADER, ...rows].join("\n");
const onlyProduct = async (...rows: string[]) => {
  const [product, ...others] = await read(file(...rows));
  expect(others).toEqual([]);
  return product as ReadProduct;
};
const problemsOf = async (...rows: string[]) => (await onlyProduct(...rows)).problems;

describe("a product", () => {
  test("without options has one variant without option values", async () => {
    const { input, line, handle } = await onlyProduct(simpleRow());

    expect([line, handle]).toEqual([2, "pot"]);
    expect(input).toMatchObject({ slug: "pot", name: "Pot", status: "active", options: [] });
    expect(input?.variants).toEqual([
      {
        option_values: {},
        sku: null,
        barcode: null,
        price: 1999,
        compare_at_price: null,
        cost: null,
        inventory_quantity: 0,
        track_quantity: false,
        continue_selling_when_out_of_stock: false,
        image_url: null,
        weight: null,
        weight_unit: "g",
      },
    ]);
  });

  test("gets its variants and images from all rows with its handle", async () => {
    const first = row({
      Handle: "shirt",
      Title: "Shirt",
      "Option1 Name": "Size",
      "Option1 Value": "S",
      "Option2 Name": "Colour",
      "Option2 Value": "Red",
      "Variant Price": "10",
      "Image Src": "https://x/2.jpg",
      "Image Position": "2",
    });
    const second = row({
      Handle: "shirt",
      "Option1 Value": "M",
      "Option2 Value": "Red",
      "Variant Price": "12",
      "Variant Image": "https://x/m.jpg",
    });
    const picture = row({
      Handle: "shirt",
      "Image Src": "https://x/1.jpg",
      "Image Position": "1",
      "Image Alt Text": "Front",
    });
    const again = row({ Handle: "shirt", "Image Src": "https://x/2.jpg", "Image Position": "3" });

    const { input } = await onlyProduct(first, second, picture, again);

    expect(input?.options).toEqual([
      { name: "Size", values: ["S", "M"] },
      { name: "Colour", values: ["Red"] },
    ]);
    expect(input?.variants.map(({ option_values, price, image_url }) => [option_values, price, image_url])).toEqual([
      [{ Size: "S", Colour: "Red" }, 1000, null],
      [{ Size: "M", Colour: "Red" }, 1200, "https://x/m.jpg"],
    ]);
    expect(input?.images).toEqual([
      { url: "https://x/1.jpg", alt: "Front" },
      { url: "https://x/2.jpg", alt: null },
    ]);
  });

  test("gets its other fields from its first row", async () => {
    const { input } = await onlyProduct(
      simpleRow({
        "Body (HTML)": '<p>a,\n"b"</p>',
        Vendor: "V",
        Type: "Pots",
        Tags: "clay, new,clay, ",
        "SEO Title": "T",
        "SEO Description": "D",
        "Variant Taxable": "false",
        "Variant Requires Shipping": "false",
        Published: "false",
      }),
    );

    expect(input).toMatchObject({
      description: '<p>a,\n"b"</p>',
      vendor: "V",
      category: "Pots",
      product_type: "Pots",
      tags: ["clay", "new"],
      seo_title: "T",
      seo_description: "D",
      charge_tax: false,
      is_physical: false,
      status: "draft",
    });
  });

  test.each([
    ["active", "false", "draft"],
    ["active", "true", "active"],
    ["draft", "true", "draft"],
    ["archived", "true", "archived"],
    ["Unlisted", "true", "draft"],
    ["", "", "active"],
  ])("with status %j and published %j is %s", async (Status, Published, status) => {
    expect((await onlyProduct(simpleRow({ Status, Published }))).input?.status).toBe(status);
  });

  test("keeps a handle in another script", async () => {
    expect((await onlyProduct(simpleRow({ Handle: "زيت زيتون" }))).input?.slug).toBe("زيت-زيتون");
  });

  test("that is a gift card is not physical", async () => {
    expect(
      (await onlyProduct(simpleRow({ "Gift Card": "true", "Variant Requires Shipping": "true" }))).input?.is_physical,
    ).toBe(false);
  });
});

describe("a variant", () => {
  const variant = async (cells: Record<string, string>) => (await onlyProduct(simpleRow(cells))).input?.variants[0];

  test("has a SKU and barcode without the apostrophe that spreadsheets add", async () => {
    expect(await variant({ "Variant SKU": "'00123", "Variant Barcode": "'6130001" })).toMatchObject({
      sku: "00123",
      barcode: "6130001",
    });
  });

  test("has its weight in the given unit", async () => {
    expect(await variant({ "Variant Grams": "1500", "Variant Weight Unit": "kg" })).toMatchObject({
      weight: 1.5,
      weight_unit: "kg",
    });
    expect(await variant({ "Variant Grams": "454", "Variant Weight Unit": "lb" })).toMatchObject({
      weight: 1.001,
      weight_unit: "lb",
    });
    expect(await variant({ "Variant Grams": "0", "Variant Weight Unit": "kg" })).toMatchObject({
      weight: null,
      weight_unit: "kg",
    });
  });

  test("may have negative stock only when it can be sold out of stock", async () => {
    const stock = { "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": "-3" };
    expect(await variant({ ...stock, "Variant Inventory Policy": "deny" })).toMatchObject({
      inventory_quantity: 0,
      track_quantity: true,
    });
    expect(await variant({ ...stock, "Variant Inventory Policy": "continue" })).toMatchObject({
      inventory_quantity: -3,
      continue_selling_when_out_of_stock: true,
    });
  });

  test("has its compare-at price and its cost", async () => {
    expect(await variant({ "Variant Compare At Price": "25", "Cost per item": "7.5" })).toMatchObject({
      compare_at_price: 2500,
      cost: 750,
    });
    expect(await variant({ "Variant Compare At Price": "0" })).toMatchObject({ compare_at_price: null });
  });
});

describe("an invalid row is reported with its line and reason", () => {
  test.each([
    [{ Handle: "" }, "there is no handle"],
    [{ Handle: "***" }, 'the handle "***" holds no letter or digit'],
    [{ Title: "" }, "there is no title"],
    [{ "Variant Price": "" }, "there is no price"],
    [{ "Variant Price": "ten" }, 'the price "ten" is not an amount'],
    [{ "Variant Price": "-1" }, 'the price "-1" is not an amount'],
    [{ "Variant Price": "99999999999999999999" }, 'the price "99999999999999999999" is too large'],
    [{ "Variant Inventory Qty": "1.5" }, 'the quantity "1.5" is not a whole number'],
    [{ "Variant Inventory Qty": "2000000000" }, 'the quantity "2000000000" is too large'],
    [{ "Variant Grams": "heavy" }, 'the weight "heavy" is not a number of grams'],
  ])("%j", async (cells, reason) => {
    expect(await problemsOf(simpleRow(cells))).toContainEqual({ line: 2, reason });
  });

  test("when two variants have the same options", async () => {
    const first = row({ Handle: "a", Title: "A", "Option1 Name": "Size", "Option1 Value": "S", "Variant Price": "1" });
    const second = row({ Handle: "a", "Option1 Value": "S", "Variant Price": "2" });

    expect(await problemsOf(first, second)).toEqual([{ line: 3, reason: "line 2 has the same options" }]);
  });

  test("when an option has no value", async () => {
    const first = row({
      Handle: "a",
      Title: "A",
      "Option1 Name": "Size",
      "Option1 Value": "S",
      "Option2 Name": "Colour",
      "Option2 Value": "Red",
      "Variant Price": "1",
    });
    const second = row({ Handle: "a", "Option1 Value": "M", "Variant Price": "2" });

    expect(await problemsOf(first, second)).toEqual([{ line: 3, reason: "there is no value for Colour" }]);
  });

  test("and the products around it are read, with their own lines", async () => {
    const products = await read(
      file(
        simpleRow({ Handle: "a", "Body (HTML)": "two\nlines" }),
        simpleRow({ Handle: "b", "Variant Price": "x" }),
        simpleRow({ Handle: "c" }),
      ),
    );

    expect(products.map(({ handle, line, input }) => [handle, line, input !== null])).toEqual([
      ["a", 2, true],
      ["b", 4, false],
      ["c", 5, true],
    ]);
  });

  test("when its quotes are misplaced, and reading continues after it", async () => {
    const products = await read(file(simpleRow({ Handle: "a" }), 'b,"B"x,broken', simpleRow({ Handle: "c" })));

    expect(products.map(({ handle, line, input }) => [handle, line, input !== null])).toEqual([
      ["a", 2, true],
      ["b", 3, false],
      ["c", 4, true],
    ]);
  });

  test("when the file ends within a quote", async () => {
    const [first, second] = await read(file(simpleRow({ Handle: "a" }), 'b,"B,never closed'));

    expect([first?.input, second]).toEqual([null, undefined]);
    expect(first?.problems).toEqual([
      { line: 3, reason: expect.stringContaining("not readable as CSV: a quote is not closed") },
    ]);
  });

  test("when its handle was already used for another product", async () => {
    const products = await read(
      file(simpleRow({ Handle: "a" }), simpleRow({ Handle: "b" }), simpleRow({ Handle: "a" })),
    );

    expect(products.map(({ input }) => input !== null)).toEqual([true, true, false]);
    expect(products[2]?.problems).toEqual([
      { line: 4, reason: "the handle is already used above; its rows must follow each other" },
    ]);
  });
});

describe("a file", () => {
  test("may have a byte order mark, Windows line ends and the newer column names", async () => {
    const text = "\ufeffURL handle,Title,Price,SKU\r\npot,Pot,5,P-1\r\n";

    const [product] = await read(text);

    expect(product?.input?.variants[0]).toMatchObject({ price: 500, sku: "P-1" });
  });

  test("that is not a product export is refused with the missing columns", async () => {
    await expect(read("a,b\n1,2\n")).rejects.toThrow(
      "this is not a Shopify product export: it has no column Handle, Title, Variant Price",
    );
    await expect(read("")).rejects.toThrow("the file is empty");
  });

  test("is read only as far as products are requested", async () => {
    let sent = 0;
    const rows = function* () {
      yield `${HEADER}\n`;
      for (; sent < 50_000; sent++) yield `${simpleRow({ Handle: `p-${sent}` })}\n`;
    };
    const products = readShopifyCsv(Readable.from(rows()), "EUR");

    for (let taken = 0; taken < 100; taken++) await products.next();

    expect(sent).toBeLessThan(1000);
    await products.return(undefined);
  });
});
