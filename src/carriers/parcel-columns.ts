import { type Static, Type } from "typebox";

/** What a column of a parcel list may hold. */
export const PARCEL_FIELDS = [
  "order_number",
  "customer_name",
  "customer_phone",
  "wilaya_code",
  "wilaya_name",
  "commune",
  "address",
  "delivery_method",
  "products",
  "quantity",
  "amount_to_collect",
  "tracking_number",
  "note",
  "weight_kg",
] as const;
export type ParcelField = (typeof PARCEL_FIELDS)[number];

/** A column of a parcel list: what its header says, and what is in it. */
const ParcelColumn = Type.Object(
  { header: Type.String({ maxLength: 100 }), field: Type.Enum([...PARCEL_FIELDS]) },
  { additionalProperties: false },
);
export type ParcelColumn = Static<typeof ParcelColumn>;

/** The columns of a parcel list, as tables and arguments have them. */
export const ParcelColumns = Type.Array(ParcelColumn, { minItems: 1, maxItems: 40 });
