import type { OrdersGetResponses } from "@hanout/client/admin";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";

/** All of an order. What is known of people is null for whoever may not see it. */
export type Order = OrdersGetResponses[201];
export type OrderLine = Order["items"][number];

export const orderQuery = ({ store, admin }: Api, number: string) =>
  queryOptions({
    queryKey: [store, "order", number],
    queryFn: ({ signal }): Promise<Order> =>
      admin.orders.get({ order: number, response_format: "detailed" }, { signal }),
  });

/** What may be done with one order, each in a sheet of its own. */
export const SHEETS = ["lines", "address", "ship", "track", "deliver", "return", "cancel", "merge", "note"] as const;
export type SheetName = (typeof SHEETS)[number];

/** The operation of each sheet. */
export const OPERATION_OF: Record<SheetName, string> = {
  lines: "orders_update",
  address: "orders_update",
  ship: "orders_ship",
  track: "orders_update",
  deliver: "orders_mark_delivered",
  return: "orders_return",
  cancel: "orders_cancel",
  merge: "orders_merge",
  note: "orders_add_note",
};

const BEFORE_SHIPPING: readonly Order["status"][] = ["pending", "confirmed", "processing"];

/** What may be done with an order in its status; what the server refuses besides, it says. */
export function sheetsOf({ status, payment_status, items, next }: Order): SheetName[] {
  const isOpen = BEFORE_SHIPPING.includes(status);
  const isUnpaid = payment_status === "unpaid";
  const canComeBack = items.some(({ quantity, returned_quantity }) => returned_quantity < quantity);
  return SHEETS.filter((sheet) => {
    switch (sheet) {
      case "lines":
      case "address":
        return isOpen;
      case "merge":
        return isOpen && isUnpaid;
      case "track":
        return status === "shipped" || status === "delivered";
      case "note":
        return true;
      case "return":
        return canComeBack && next.includes(OPERATION_OF.return);
      default:
        return next.includes(OPERATION_OF[sheet]);
    }
  });
}

/** The next step of an order on its way. */
export type NextStep = "confirm" | "ship" | "deliver";

export function nextStepOf({ next }: Order): NextStep | undefined {
  if (next.includes("orders_confirm")) return "confirm";
  if (next.includes("orders_ship")) return "ship";
  return next.includes("orders_mark_delivered") ? "deliver" : undefined;
}

export const nameOfLine = ({ product_name, variant_title }: Pick<OrderLine, "product_name" | "variant_title">) =>
  variant_title ? `${product_name} · ${variant_title}` : product_name;

/** What names the goods of a line to an operation that adds them. */
export const itemOfLine = ({ variant_id, sku, product_slug }: OrderLine): string => variant_id ?? sku ?? product_slug;
