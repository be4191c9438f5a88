import { Type } from "typebox";
import { Currency, component, lackingNulls, Money, Timestamp } from "../core/shapes.ts";
import { SearchPage } from "../operations/answers.ts";
import { AbandonedCart as Row } from "./abandoned-queries.ts";

const { lines, units, items, customer_name, customer_phone, customer_email } = Row.properties;

/** A cart that nobody ordered, without the contact that it lacks. */
export const AbandonedCart = component(
  "AbandonedCart",
  Type.Object({
    updated_at: Timestamp("When it last changed."),
    hours: Type.Integer({ description: "Since then." }),
    value: Money("What its items cost today"),
    lines,
    units,
    items,
    ...lackingNulls({ customer_name, customer_phone }),
    customer_email: Type.Optional(customer_email),
    expires_at: Timestamp("When it is removed."),
  }),
  {
    updated_at: "2026-11-21T09:10:00.000Z",
    hours: 5,
    value: 18500,
    lines: 1,
    units: 1,
    items: [{ product_name: "Kilim des Aurès", quantity: 1 }],
    customer_phone: "+213550123456",
    expires_at: "2026-12-21T09:10:00.000Z",
  },
);

export const AbandonedCarts = Type.Object({
  currency: Currency,
  total_value: Money("Value of the carts that `total` counts"),
  ...SearchPage(AbandonedCart).properties,
});
