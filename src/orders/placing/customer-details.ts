import { emptyField, invalidEmail, invalidPhone, invalidValue } from "../../core/problem.ts";
import { readEmail } from "../../core/text/email.ts";
import { normalisePhone } from "../../core/text/phone.ts";
import type { PlaceOrder } from "../schema.ts";

const MAX_ADDRESS_BYTES = 4096;
const DELIVERY_METHODS = ["home", "desk"] as const;

/** Who orders, and the address of the delivery, as an order stores them. */
export type CustomerDetails = ReturnType<typeof readCustomerDetails>;

/**
 * Validates and normalises the customer's details. `country` is the store's. The phone number of the `current` order is
 * not validated again. Throws `invalid_value`.
 */
export function readCustomerDetails(
  given: Omit<PlaceOrder, "cart_id" | "coupon_code">,
  country: string,
  current?: { customer_phone: string },
) {
  const customer_name = given.customer_name.trim();
  if (!customer_name) throw emptyField("customer_name");
  const isUnchanged = given.customer_phone === current?.customer_phone; // an anonymous order has no valid number
  const customer_phone = isUnchanged ? given.customer_phone : normalisePhone(given.customer_phone, country);
  if (!customer_phone) throw invalidPhone("customer_phone");
  const customer_email = textOrNull(given.customer_email);
  if (customer_email && !readEmail(customer_email)) throw invalidEmail("customer_email");
  const shipping_address = given.shipping_address ?? null;
  if (Buffer.byteLength(JSON.stringify(shipping_address)) > MAX_ADDRESS_BYTES) {
    throw invalidValue("shipping_address", `must not be larger than ${MAX_ADDRESS_BYTES} bytes`, {
      sentence: (say) => say.field.tooLarge("shipping_address"),
    });
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
  const requested = address?.method ?? "home";
  const method = DELIVERY_METHODS.find((one) => one === requested);
  if (!method) {
    const [path, allowed] = ["shipping_address.method", DELIVERY_METHODS.join(", ")];
    throw invalidValue(path, `must be one of: ${allowed}`, { sentence: (say) => say.field.oneOf(path, allowed) });
  }
  return method;
}

const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;
