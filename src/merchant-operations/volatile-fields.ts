import type { VolatileFields } from "../operations/confirm.ts";

/** What shoppers' orders and the clock change, by entity. The tokens of dry runs stay valid when these fields change. */
export const volatileFields: VolatileFields = {
  product: new Set(["inventory_quantity", "variants.inventory_quantity"]),
  variant: new Set(["inventory_quantity"]),
  promotion: new Set(["uses", "state"]),
};
