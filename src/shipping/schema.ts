import { type Static, Type } from "typebox";
import { component, ListOf, Money, NullableMoney, NullableText } from "../core/shapes.ts";

export const ShippingRate = component(
  "ShippingRate",
  Type.Object({
    region: Type.String({
      description:
        "In Algeria the code of a wilaya; in other countries a region as customers write it; `*` means everywhere else.",
    }),
    name_fr: NullableText("The wilaya's French name."),
    name_ar: NullableText("The wilaya's Arabic name."),
    method: Type.Enum(["home", "desk"], { description: "`home`: to the door; `desk`: to the carrier's office." }),
    price: Money("Delivery price"),
    free_above: NullableMoney("Subtotal from which delivery is free"),
  }),
  { region: "16", name_fr: "Alger", name_ar: "الجزائر", method: "home", price: 400, free_above: null },
);
export type ShippingRate = Static<typeof ShippingRate>;

export const Wilaya = component(
  "Wilaya",
  Type.Object({
    code: Type.String({ description: "As officially numbered, `1` to `69`." }),
    name_fr: Type.String(),
    name_ar: Type.String(),
  }),
  { code: "16", name_fr: "Alger", name_ar: "الجزائر" },
);

export const Commune = component("Commune", Type.Object({ name_fr: Type.String(), name_ar: Type.String() }), {
  name_fr: "Hydra",
  name_ar: "حيدرة",
});

export const ShippingRateList = ListOf("ShippingRateList", ShippingRate);
