import { toMajor } from "../../core/money.ts";
import { withoutNulls } from "../../core/objects.ts";
import type { BoundedCount } from "../../core/shapes.ts";
import { pickFields, withMoneyInMajor } from "../field.ts";
import { basicFields, labelFields, settingFields, variantFields } from "../product-fields.ts";
import type { AdminProduct } from "./admin-queries.ts";
import type { StoredProduct } from "./save-queries.ts";

/** A product in a merchant's list, in short. `currency` is the store's. */
export function productInList(product: AdminProduct, currency: string) {
  const { id: _, updated_at: __, ...shown } = briefProduct(product, currency);
  return withoutNulls(shown);
}

function briefProduct(product: AdminProduct, currency: string) {
  const prices = product.variants.map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    status: product.status,
    price: toMajor(lowest, currency),
    ...(highest > lowest ? { max_price: toMajor(highest, currency) } : {}),
    inventory_quantity: product.variants.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0),
    variants: product.variants.length,
    vendor: product.vendor,
    category: product.category,
    updated_at: product.updated_at,
  };
}

/** The same with the price and stock of each variant, or of some. */
export const productWithVariants = (product: AdminProduct, currency: string, variants = product.variants) => ({
  ...briefProduct(product, currency),
  options: product.options.map(({ name, values }) => ({ name, values })),
  variants: variants.map(({ id, title, sku, price, inventory_quantity }) => ({
    id,
    title,
    sku,
    price: toMajor(price, currency),
    inventory_quantity,
  })),
});

/** A stored product with its money in major units, for the audit log. */
export const storedInMajor = (product: StoredProduct, currency: string) => ({
  ...product,
  variants: product.variants.map((variant) => variantInMajor(variant, currency)),
});

/** The same members with money in major units; `variant` may have only some of a variant's fields. */
export const variantInMajor = <V extends object>(variant: V, currency: string): V =>
  withMoneyInMajor(variantFields, variant, currency);

/** All of a product, as `products_save` takes it. */
export const wholeProduct = (product: AdminProduct, currency: string) => ({
  id: product.id,
  ...pickFields(basicFields, product),
  currency,
  category: product.category,
  collections: product.collections.map(({ slug }) => slug),
  ...pickFields(labelFields, product),
  images: product.images,
  options: product.options.map(({ name, values }) => ({ name, values })),
  variants: product.variants.map(({ title: _title, ...variant }) => variantInMajor(variant, currency)),
  ...pickFields(settingFields, product),
  created_at: product.created_at,
  updated_at: product.updated_at,
});

/** The same for the audit log, where variants have their titles. */
export const loggedProduct = (product: AdminProduct, currency: string) => ({
  ...wholeProduct(product, currency),
  variants: product.variants.map((variant) => variantInMajor(variant, currency)),
});

/** The total for a sentence: "12", or "At least 12". */
export const totalInWords = ({ count, isPartial }: BoundedCount): string =>
  isPartial ? `At least ${count}` : `${count}`;
