import type { Order } from "../order.ts";

/** What the carrier collects. */
export const dueOf = ({ payment_method, payment_status, total, returned_amount }: Order): number =>
  payment_method === "cod" && payment_status === "unpaid" ? total - returned_amount : 0;

/** What the shopper gave as an address, but how it is delivered. */
export const addressLines = ({ shipping_address }: Order): string[] =>
  Object.entries(shipping_address ?? {}).flatMap(([name, value]) =>
    name !== "method" && typeof value === "string" && value !== "" ? [value] : [],
  );
