import { describe, expect, test } from "vitest";
import { readStatement } from "../../../src/orders/cash/statement.ts";

const read = (csv: string, currency = "DZD") => readStatement({ csv }, currency);
const plain = (csv: string) => read(csv).map(({ ref, amount }) => [ref, amount]);

describe("a carrier's sheet", () => {
  test.each([
    ["French, semicolons", "N° de suivi;Montant\nYAL-1;2 500,00\n"],
    ["English, commas", "Tracking number,Amount\nYAL-1,2500.00\n"],
    ["tabs", "Code\tMontant à recouvrer\nYAL-1\t2500\n"],
    ["Arabic", "رقم التتبع,المبلغ\nYAL-1,٢٥٠٠\n"],
    ["Arabic with articles and other columns", "الاسم;رقم الطرد;الهاتف;المبلغ\nكريم;YAL-1;0550123456;2500\n"],
    ["a byte order mark and capitals", "\ufeffTRACKING;MONTANT\r\nYAL-1;2500\r\n"],
    ["accents left out, quotes", '"Numero";"Prix"\n"YAL-1";"2 500,00"\n'],
    ["underscores", "tracking_number,cod_amount\nYAL-1,2500\n"],
    ["decimal commas in quotes", 'Tracking,Amount\nYAL-1,"2500,00"\n'],
    ["a title above", "Bordereau de versement N° 12;;\n;;\nDate;Code suivi;Montant\n20/11;YAL-1;2500"],
    ["the order beside", "Commande;Suivi;Prix\nORD-1;YAL-1;2500"],
    ["the order only", "Référence commande;Total commande\nYAL-1;2500"],
    ["another column of the same kind further from the name", "Code suivi;Montant;Frais de retour\nYAL-1;2500;300"],
  ])("%s", (_, csv) => {
    expect(plain(csv)).toEqual([["YAL-1", 250_000]]);
  });

  test("has the order where the tracking number is missing", () => {
    expect(plain("Suivi;Commande;Montant\nYAL-1;ORD-1;100\n;ORD-2;200\n")).toEqual([
      ["YAL-1", 10_000],
      ["ORD-2", 20_000],
    ]);
  });

  test("names the lines of its rows, and reads what can be read of each", () => {
    expect(read('Suivi;Montant\n\nYAL-1;100\nYAL-2;abc\n"YAL"-3;5\nTotal;;\nYAL-4;7')).toEqual([
      { row: 3, ref: "YAL-1", amount: 10_000 },
      { row: 4, ref: "YAL-2", amount: null },
      { row: 5, ref: '"YAL"-3', amount: null },
      { row: 6, ref: "Total", amount: null },
      { row: 7, ref: "YAL-4", amount: 700 },
    ]);
  });

  test.each([
    ["nothing", " \n", /needs a header with columns for the amount .*, and for the tracking number .* or the order/],
    ["no header", "YAL-1;2500\n", /needs a header/],
    ["no amount", "Suivi;Nom\nYAL-1;Karim\n", /needs a header/],
    ["no reference", "Nom;Montant\nKarim;2500\n", /needs a header/],
    ["two amounts", "Suivi;Prix;Total\nYAL-1;2500;2900\n", /several columns for the amount .*: Prix, Total/],
    ["no rows", "Suivi;Montant\n", /no rows/],
    ["too many rows", `Suivi;Montant\n${"YAL;1\n".repeat(501)}`, /more than 500 rows/],
  ])("is refused: %s", (_, csv, message) => {
    expect(() => read(csv)).toThrow(expect.objectContaining({ code: "invalid_value" }));
    expect(() => read(csv)).toThrow(message);
  });

  test("may have 500 rows, and a header of thousands of cells", () => {
    expect(read(`Suivi;Montant\n${"YAL;1\n".repeat(500)}`)).toHaveLength(500);
    expect(() => read(`${"a;".repeat(200_000)}\n`)).toThrow(/needs a header/);
  });
});

test("rows and csv are not sent together", () => {
  for (const input of [{}, { rows: [], csv: "" }]) {
    expect(() => readStatement(input, "DZD")).toThrow(/either rows or csv/);
  }
});

test("an amount of a row with too many decimals cannot be read", () => {
  const rows = [2300.5, 2300.005].map((amount) => ({ ref: " YAL-1 ", amount }));
  expect(readStatement({ rows }, "DZD")).toEqual([
    { row: 1, ref: "YAL-1", amount: 230_050 },
    { row: 2, ref: "YAL-1", amount: null },
  ]);
});
