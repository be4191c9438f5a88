import { invalidValue } from "../../core/problem.ts";
import { truncate } from "../../core/text/truncate.ts";
import { type ColumnNames, readSheet } from "../sheets.ts";

/** What becomes of an order in a call on several. */
export interface MoveRequest {
  /** Its number, id or tracking number, as typed. */
  ref: string;
  /** Its line in the sheet; undefined in a list. */
  row?: number | undefined;
  tracking_number?: string | undefined;
  carrier?: string | undefined;
  /** Major units. */
  collected_amount?: number | undefined;
  /** Why it cannot be read; undefined when it can. */
  problem?: string | undefined;
}

export interface MoveInput {
  orders?: (string | ({ order: string } & Omit<MoveRequest, "ref" | "row" | "problem">))[] | undefined;
  csv?: string | undefined;
}

export const MAX_ORDERS = 100;

/** A title that could be of both columns is of the first: "n° de suivi commande". */
const COLUMNS = {
  tracking: {
    is: "the tracking number (suivi, tracking, colis, …)",
    names: ["code", "barcode"],
    parts: [
      ...["suivi", "tracking", "colis", "parcel", "bordereau", "code barre", "code à barres", "shipment", "awb"],
      ...["التتبع", "تتبع", "الطرد", "طرد", "الشحنة", "شحنة"],
    ],
  },
  order: {
    is: "the order (commande, order, référence, …)",
    names: ["numéro", "n°", "no", "number", "id", "الرقم", "رقم"],
    parts: [
      ...["commande", "order", "order_number", "référence", "reference", "réf", "ref"],
      ...["الطلبية", "طلبية", "الطلب", "طلب", "المرجع", "مرجع"],
    ],
  },
} as const satisfies Record<string, ColumnNames>;

/**
 * The orders of a call, in the order given, from a list or a sheet. A row of a sheet without an order number means the order that
 * has its tracking number. Throws `invalid_value` for both or neither, and for a sheet without such columns or with more than
 * MAX_ORDERS rows.
 */
export function readRequests({ orders, csv }: MoveInput): MoveRequest[] {
  if ((orders === undefined) === (csv === undefined)) throw invalidValue("orders", "is required, or csv in its place");
  if (csv === undefined) return (orders ?? []).map(ofList);
  const rows = readSheet(csv, COLUMNS, { needs: [["order", "tracking"]], maxRows: MAX_ORDERS });
  return rows.map(({ line, cells, problem }) => {
    const [ref, tracking] = [truncate(cells.order || cells.tracking, 255), truncate(cells.tracking, 255)];
    const empty = ref === "" ? "The row has no order number and no tracking number." : undefined;
    return { ref, row: line, tracking_number: tracking || undefined, problem: problem ?? empty };
  });
}

function ofList(given: NonNullable<MoveInput["orders"]>[number]): MoveRequest {
  if (typeof given === "string") return { ref: given.trim() };
  const { order, tracking_number, ...rest } = given;
  return { ...rest, ref: order.trim(), tracking_number: tracking_number?.trim() || undefined };
}
