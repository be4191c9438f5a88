import { Type } from "typebox";
import {
  choice,
  type Field,
  fieldsWith,
  flag,
  identifier,
  initialValues,
  money,
  nullableMeasure,
  nullableMoney,
  nullableText,
  requiredText,
} from "./field.ts";
import { MAX_UNITS } from "./variant-rules.ts";

/**
 * The fields of a product and of its variants. Rows, SQL, inputs, patches, merchants' views and arguments, and what is read
 * of variants for shoppers, are made from them. A new field needs a migration, a line here, and code where it behaves
 * differently from the others. Arguments come in this order.
 */

const PRODUCT_STATUSES = ["active", "draft", "archived"] as const;

const MAX_WEIGHT = 1e9;

export const basicFields = {
  /** Lower case letters, digits and hyphens; the product's address and its identity for create-or-update. */
  slug: { stored: Type.String(), column: "text", input: Type.String({ maxLength: 200 }), initial: "" },
  name: requiredText(255),
  status: choice(PRODUCT_STATUSES, "draft"),
  description: nullableText(200_000, "HTML"),
} satisfies Record<string, Field>;

/** What products are grouped and filtered by, beside categories and collections. */
export const labelFields = {
  vendor: nullableText(255),
  product_type: nullableText(255),
  tags: {
    stored: Type.Array(Type.String()),
    column: "text[]",
    input: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
    initial: [],
  },
} satisfies Record<string, Field>;

export const settingFields = {
  seo_title: nullableText(255),
  seo_description: nullableText(1000),
  is_physical: flag(true),
  charge_tax: flag(false),
} satisfies Record<string, Field>;

/** All fields of a product but its category, collections, images, options and variants. */
export const productFields = { ...basicFields, ...labelFields, ...settingFields };

/** The fields of a variant that a product without options shows and takes as its own. */
export const simpleProductFields = {
  price: money(),
  compare_at_price: nullableMoney("Price before a reduction"),
  /** What the merchant pays; never shown to shoppers. */
  cost: nullableMoney(),
  sku: identifier(),
  barcode: identifier(),
  inventory_quantity: {
    stored: Type.Integer(),
    column: "integer",
    input: Type.Integer({ minimum: -MAX_UNITS, maximum: MAX_UNITS }),
    initial: 0,
    isPerVariant: true,
  },
  track_quantity: flag(true),
  continue_selling_when_out_of_stock: flag(false),
  weight: nullableMeasure(MAX_WEIGHT),
  weight_unit: choice(["g", "kg", "oz", "lb"], "kg"),
} satisfies Record<string, Field>;

/** All fields of a variant. */
export const variantFields = {
  /** One value for each of the product's options: `{ Taille: "M", Couleur: "Noir" }`. */
  option_values: {
    stored: Type.Record(Type.String(), Type.String()),
    column: "jsonb",
    input: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 255 }), { maxProperties: 10 }),
    initial: {},
    isPerVariant: true,
  },
  ...simpleProductFields,
  image_url: { ...nullableText(2000), isPerVariant: true },
} satisfies Record<string, Field>;

const { cost: _cost, ...publicVariantFields } = variantFields;

/** The fields of a variant that shoppers may see. */
export { publicVariantFields };

/** The fields of a new product and of a new variant that are given none; a price of NaN must be replaced. */
export const productDefaults = initialValues(productFields);
export const variantDefaults = initialValues(variantFields);

/** The fields that are prices: given at the top of a product, they are for every variant. */
export const priceFields = fieldsWith(variantFields, "isMoney");
/** The fields that a new variant does not copy from the product's first variant. */
export const perVariantFields = fieldsWith(variantFields, "isPerVariant");
