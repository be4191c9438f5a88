import { toMajor, toMajorOrNull } from "../../core/money.ts";
import { withoutNulls } from "../../core/objects.ts";
import type { AdminProduct } from "./admin-queries.ts";
import type { StoredProduct } from "./save-queries.ts";

/** A product in a merchant's list: enough to choose by, in few words. `currency` is the store's. */
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
    stock: product.variants.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0),
    variants: product.variants.length,
    vendor: product.vendor,
    category: product.category,
    updated_at: product.updated_at,
  };
}

/** The same with what its variants cost and how many there are, for changing them. */
export const productWithVariants = (product: AdminProduct, currency: string) => ({
  ...briefProduct(product, currency),
  options: product.options.map(({ name, values }) => ({ name, values })),
  variants: product.variants.map(({ id, title, sku, price, inventory_quantity }) => ({
    id,
    title,
    sku,
    price: toMajor(price, currency),
    inventory_quantity,
  })),
});

/** What is stored of a product, in major units: for the log of who changed what. */
export const storedInMajor = (product: StoredProduct, currency: string) => ({
  ...product,
  variants: product.variants.map((variant) => inMajor(variant, currency)),
});

const inMajor = <V extends StoredProduct["variants"][number]>(variant: V, currency: string) => ({
  ...variant,
  price: toMajor(variant.price, currency),
  compare_at_price: toMajorOrNull(variant.compare_at_price, currency),
  cost: toMajorOrNull(variant.cost, currency),
});

/** Everything that can be said of a product, as `products_create` and `products_update` take it. */
export const wholeProduct = (product: AdminProduct, currency: string) => ({
  id: product.id,
  slug: product.slug,
  name: product.name,
  status: product.status,
  description: product.description,
  currency,
  category: product.category,
  collections: product.collections.map(({ slug }) => slug),
  vendor: product.vendor,
  product_type: product.product_type,
  tags: product.tags,
  images: product.images,
  options: product.options.map(({ name, values }) => ({ name, values })),
  variants: product.variants.map(({ title: _title, ...variant }) => inMajor(variant, currency)),
  seo_title: product.seo_title,
  seo_description: product.seo_description,
  is_physical: product.is_physical,
  charge_tax: product.charge_tax,
  created_at: product.created_at,
  updated_at: product.updated_at,
});

/** The same for the log, where variants go by their titles. */
export const loggedProduct = (product: AdminProduct, currency: string) => ({
  ...wholeProduct(product, currency),
  variants: product.variants.map((variant) => inMajor(variant, currency)),
});
