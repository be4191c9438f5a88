import { isExact, maxMinor, toMinor } from "../../core/money.ts";
import { invalidValue } from "../../core/problem.ts";
import { type ColumnNames, readSheet } from "../sheets.ts";
import { readStatedAmount } from "./stated-amount.ts";

/** A row of a carrier's statement. */
export interface StatementRow {
  /** Its line in the sheet, or its place in the list; the first is 1. */
  row: number;
  /** A tracking number or an order number. */
  ref: string;
  /** Minor units; null: it cannot be read. */
  amount: number | null;
}

export interface StatementInput {
  rows?: readonly { ref: string; amount: number }[] | undefined;
  csv?: string | undefined;
}

export const MAX_STATEMENT_ROWS = 500;

/** A title that could be of two columns is of the first: "total commande" is an amount, "référence colis" a tracking number. */
const COLUMNS = {
  amount: {
    is: "the amount (montant, amount, prix, …)",
    parts: [
      ...[
        "montant",
        "somme",
        "prix",
        "total",
        "recouvrement",
        "encaissement",
        "encaissé",
        "net",
        "contre remboursement",
      ],
      ...[
        "amount",
        "price",
        "cod",
        "cash",
        "collected",
        "sum",
        "value",
        "المبلغ",
        "مبلغ",
        "السعر",
        "سعر",
        "الثمن",
        "ثمن",
      ],
    ],
  },
  tracking: {
    is: "the tracking number (suivi, tracking, code, …)",
    names: ["code", "numéro", "n°", "no", "number", "الرقم", "رقم", "الرمز", "رمز"],
    parts: [
      ...["suivi", "tracking", "colis", "parcel", "bordereau", "barcode", "code barre", "code à barres", "shipment"],
      ...["awb", "التتبع", "تتبع", "الطرد", "طرد", "الشحنة", "شحنة"],
    ],
  },
  order: {
    is: "the order (commande, order, …)",
    parts: ["commande", "order", "référence", "reference", "réf", "ref", "الطلبية", "طلبية", "الطلب", "طلب"],
  },
} as const satisfies Record<string, ColumnNames>;

/**
 * The rows of a statement, from `rows` (amounts in major units) or a sheet. Throws `invalid_value` for both or neither, and for a
 * sheet that cannot be read.
 */
export function readStatement({ rows, csv }: StatementInput, currency: string): StatementRow[] {
  if ((rows === undefined) === (csv === undefined)) throw invalidValue("rows", "send either rows or csv");
  if (csv === undefined) {
    return (rows ?? []).map(({ ref, amount }, i) => ({
      row: i + 1,
      ref: ref.trim(),
      amount: inMinor(amount, currency),
    }));
  }
  const needs = [["amount"], ["tracking", "order"]] as const;
  return readSheet(csv, COLUMNS, { needs, maxRows: MAX_STATEMENT_ROWS }).map(({ line, cells, problem }) => ({
    row: line,
    ref: cells.tracking || cells.order,
    amount: problem === undefined ? readStatedAmount(cells.amount, currency) : null,
  }));
}

const inMinor = (major: number, currency: string): number | null =>
  isExact(major, currency) && toMinor(major, currency) <= maxMinor(currency) ? toMinor(major, currency) : null;
