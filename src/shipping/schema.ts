import { type Static, Type } from "typebox";
import { component, ListOf, Money, NullableMoney, NullableText } from "../core/shapes.ts";

export const ShippingRate = component(
  "ShippingRate",
  Type.Object({
    region: Type.String({
      description:
        "In Algeria a wilaya's code, in other countries a region as customers write it; `*` is everywhere else.",
    }),
    name_fr: NullableText("The wilaya's French name."),
    name_ar: NullableText("The wilaya's Arabic name."),
    method: Type.Enum(["home", "desk"], { description: "To the door, or to the carrier's desk." }),
    price: Money("The cost of delivery"),
    free_above: NullableMoney("Delivery is free from this subtotal on"),
  }),
  { region: "16", name_fr: "Alger", name_ar: "الجزائر", method: "home", price: 400, free_above: null },
);
export type ShippingRate = Static<typeof ShippingRate>;

export const ShippingRateList = ListOf("ShippingRateList", ShippingRate);
