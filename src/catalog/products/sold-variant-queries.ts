import { Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import { type Sql, sql } from "../../db/sql.ts";

/** What a line of a cart or an order shows of a variant, and whether it can be sold. */
export const SoldVariant = {
  product_slug: Type.String(),
  product_image: Nullable(Type.String()),
  options: Type.Array(Type.Object({ name: Type.String() })),
  variant_title: Type.String(),
  option_values: Type.Record(Type.String(), Type.String()),
  sku: Nullable(Type.String()),
  price: Type.Integer(),
  compare_at_price: Nullable(Type.Integer()),
  inventory_quantity: Type.Integer(),
  is_limited: Type.Boolean(),
};

/** The same as columns of variant `v` and its product `p`. */
export const soldVariant: Sql = sql`p.slug as product_slug, coalesce(v.image_url, p.images->0->>'url') as product_image, p.options,
      v.title as variant_title, v.option_values, v.sku, v.price, v.compare_at_price, v.inventory_quantity,
      v.track_quantity and not v.continue_selling_when_out_of_stock as is_limited`;
