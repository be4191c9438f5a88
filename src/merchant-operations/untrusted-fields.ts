/** What shoppers write of themselves, and of their orders. */
const OF_SHOPPERS = [
  ...["customer_name", "customer_phone", "customer_email", "customer_wilaya", "customer_commune", "customer_notes"],
  ...["shipping_address", "full_name", "email", "phone", "addresses", "notes"],
];

/** What comes with the catalogues of others. */
const OF_IMPORTS = [
  ...["name", "title", "description", "vendor", "product_type", "tags", "category", "alt", "sku", "barcode"],
  ...["options", "option_values", "product_name", "variant_title", "seo_title", "seo_description", "handle", "reason"],
  ...["slug", "product", "label"],
];

const GOODS = new Set(OF_IMPORTS);
const ORDERED = new Set([
  ...OF_SHOPPERS,
  ...["product_name", "variant_title", "sku", "name", "title", "variant_options", "slug", "product", "label"],
]);
const ANY = new Set([...OF_SHOPPERS, ...OF_IMPORTS]);

/** By the first word of the operation's or the resource's name. */
const FIELDS: Record<string, ReadonlySet<string>> = {
  catalog: GOODS,
  products: GOODS,
  product: GOODS,
  prices: GOODS,
  inventory: GOODS,
  categories: GOODS,
  collections: new Set(["products"]),
  orders: ORDERED,
  order: ORDERED,
  carts: ORDERED,
  promotions: new Set(["targets"]),
  parcels: new Set(["csv"]),
  cod: new Set([...ORDERED, "ref"]),
  customers: ORDERED,
  analytics: ORDERED,
  changes: new Set([...ANY, "sentence"]),
};

const NONE: ReadonlySet<string> = new Set();

/** The fields that others than the merchant may have written, in the answers of an operation or a resource. */
export const untrustedFields = (name: string): ReadonlySet<string> => FIELDS[name.split("_")[0] ?? ""] ?? NONE;

/** The same of what a refusal says beside its sentence: what is `allowed` may be the names of products. */
export const untrustedFieldsOfRefusals: ReadonlySet<string> = new Set([...ANY, "allowed"]);
