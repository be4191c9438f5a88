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
export interface ParcelColumn {
  header: string;
  field: ParcelField;
}
