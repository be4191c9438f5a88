import { invalidValue } from "../../core/problem.ts";
import { readEmail } from "../../core/text/email.ts";
import { normalisePhone } from "../../core/text/phone.ts";
import type { PlaceOrder } from "../schema.ts";

const MAX_ADDRESS_BYTES = 4096;
const DELIVERY_METHODS = ["home", "desk"] as const;

/** Who orders, and where to, as an order keeps it. */
export type Buyer = ReturnType<typeof readBuyer>;

/**
 * What is acceptable of what a shopper says of themselves. Throws `invalid_value`. `country` is the store's; a phone
 * number that was `kept` before is not read again.
 */
export function readBuyer(
  given: Omit<PlaceOrder, "cart_id" | "coupon_code">,
  country: string,
  kept?: { customer_phone: string },
) {
  const customer_name = given.customer_name.trim();
  if (!customer_name) throw invalidValue("customer_name", "must not be empty");
  const isKept = given.customer_phone === kept?.customer_phone; // an erased customer's order has none that would do
  const customer_phone = isKept ? given.customer_phone : normalisePhone(given.customer_phone, country);
  if (!customer_phone) throw invalidValue("customer_phone", "must be a phone number");
  const customer_email = textOrNull(given.customer_email);
  if (customer_email && !readEmail(customer_email)) throw invalidValue("customer_email", "must be an e-mail address");
  const shipping_address = given.shipping_address ?? null;
  if (Buffer.byteLength(JSON.stringify(shipping_address)) > MAX_ADDRESS_BYTES) {
    throw invalidValue("shipping_address", `must not be larger than ${MAX_ADDRESS_BYTES} bytes`);
  }
  return {
    customer_name,
    customer_phone,
    customer_email,
    customer_wilaya: textOrNull(given.customer_wilaya),
    customer_commune: textOrNull(given.customer_commune),
    customer_notes: textOrNull(given.customer_notes),
    shipping_address,
    delivery_method: deliveryMethod(shipping_address),
    payment_method: textOrNull(given.payment_method) ?? "cod",
  };
}

function deliveryMethod(address: Record<string, unknown> | null): (typeof DELIVERY_METHODS)[number] {
  const wanted = address?.method ?? "home";
  const method = DELIVERY_METHODS.find((one) => one === wanted);
  if (!method) throw invalidValue("shipping_address.method", `must be one of: ${DELIVERY_METHODS.join(", ")}`);
  return method;
}

const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;
