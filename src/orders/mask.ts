import type { Order } from "./schema.ts";

/** An order as somebody may see it who knows its number and no more. */
export const masked = (order: Order): Order => ({
  ...order,
  customer_name: maskName(order.customer_name),
  customer_phone: maskPhone(order.customer_phone),
  customer_email: null,
  customer_commune: null,
  shipping_address: null,
  customer_notes: null,
});

/** "Karim Benali" is "K*** B***". */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}***`)
    .join(" ");

/** All but the last two digits are stars. */
const maskPhone = (phone: string): string => phone.replace(/\d(?=(?:\D*\d){2})/g, "*");
