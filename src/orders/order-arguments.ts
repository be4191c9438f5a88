import { Type } from "typebox";
import type { Scope } from "../core/scopes.ts";
import { INSTEAD, Ref, Text, terse } from "../operations/inputs.ts";
import { REASONS } from "./reasons.ts";
import { PlaceOrder } from "./schema.ts";

/** Arguments that several operations on orders take. */

const optional = Type.Optional;
export const OrderRef = Ref("Number or tracking number");
export const placed = PlaceOrder.properties;
/** The scopes that show single orders. */
export const SHOWS_ONE: readonly Scope[] = ["orders:read", "orders:desk"];
/** What those need who call shoppers. */
export const AT_THE_DESK: readonly Scope[] = ["orders:desk"];
/** What moves or settles money needs. */
export const HANDLES_MONEY: readonly Scope[] = ["orders:money"];
/** Why an order is cancelled or comes back. */
export const ReasonOf = Type.Enum([...REASONS], { [INSTEAD]: "put other words into note" });
export const Note = optional(Text(500));

/** The customer's details that shoppers enter in the checkout, and merchants on the phone. */
export const customerDetails = {
  customer_email: optional(terse(placed.customer_email)),
  customer_wilaya: optional(terse(placed.customer_wilaya)),
  customer_commune: optional(terse(placed.customer_commune)),
  shipping_address: optional(terse(placed.shipping_address)),
  customer_notes: optional(terse(placed.customer_notes)),
};
