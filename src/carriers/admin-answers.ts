import { Type } from "typebox";
import { component, lackingNulls, NullableMoney } from "../core/shapes.ts";
import { CarrierRow } from "./queries.ts";

const { folded_name: _name, created_at: _at, ...columns } = CarrierRow.properties;

/** A carrier that the store has saved; amounts are major units. */
export const CarrierFields = Type.Object({
  ...columns,
  home_cost: NullableMoney("What the shop pays for a parcel to the door"),
  desk_cost: NullableMoney("What the shop pays for a parcel to the carrier's office"),
  return_cost: NullableMoney("What the shop pays for a parcel that comes back"),
});

/** The same without what it lacks. */
const carrier = Type.Object(lackingNulls(CarrierFields.properties));
export const AdminCarrier = component("AdminCarrier", carrier, {
  id: "019aa2c0-6a50-7b20-8c31-2f3a4b5c6d81",
  name: "Rapide Express",
  tracking_url: "https://example.com/suivi?n={tracking_number}",
  methods: ["home", "desk"],
  home_cost: 350,
  is_active: true,
  updated_at: "2026-11-21T09:10:00.000Z",
});

/** A carrier in the list. */
export const ListedCarrier = Type.Object({
  ...Type.Partial(carrier).properties,
  name: Type.String(),
  is_saved: Type.Boolean({ description: "False: only orders name it." }),
});
