import type { Order } from "./schema.ts";

/** An order for somebody who only knows its number: name and phone number are masked, other personal data is null. */
export const maskOrder = (order: Order): Order => ({
  ...order,
  customer_name: maskName(order.customer_name),
  customer_phone: maskPhone(order.customer_phone),
  customer_email: null,
  customer_commune: null,
  shipping_address: null,
  customer_notes: null,
});

/** "Karim Benali" becomes "K*** B***". */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}***`)
    .join(" ");

/** Replaces all digits but the last two by stars. */
const maskPhone = (phone: string): string => phone.replace(/\d(?=(?:\D*\d){2})/g, "*");
