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

/** The fields of each tool's answers that others than the merchant may have written; by the tool's first word. */
const FIELDS: Record<string, ReadonlySet<string>> = {
  products: GOODS,
  product: GOODS,
  prices: GOODS,
  inventory: GOODS,
  categories: GOODS,
  collections: new Set(["products"]),
  orders: ORDERED,
  order: ORDERED,
  customers: ORDERED,
  analytics: ORDERED,
  audit: ANY,
};

const MAX_PATHS = 40;

/** The paths of what shoppers or imports wrote in the answer of a tool, or of a resource: `data[].customer_name`. */
export function untrustedIn(tool: string, data: Record<string, unknown>): string[] {
  const fields = FIELDS[tool.split("_")[0] ?? ""];
  return fields ? pathsOf(data, fields) : [];
}

/** The same of what a refusal says beside its sentence: what is `allowed` may be the names of products. */
export const untrustedInFacts = (facts: Record<string, unknown>): string[] => pathsOf(facts, OF_REFUSALS);

const OF_REFUSALS = new Set([...ANY, "allowed"]);

function pathsOf(data: Record<string, unknown>, fields: ReadonlySet<string>): string[] {
  const paths = new Set<string>();
  for (const [name, value] of Object.entries(data)) {
    if (isEntryText(name)) paths.add(name);
    else collect({ [name]: value }, "", fields, paths);
  }
  return [...paths].slice(0, MAX_PATHS);
}

/** A long entry of a list comes as text: all its fields in one. */
const isEntryText = (name: string): boolean => /\.\d+$/.test(name);

function collect(value: unknown, path: string, fields: ReadonlySet<string>, paths: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, `${path}[]`, fields, paths);
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const at = path ? `${path}.${name}` : name;
      if (!fields.has(name)) collect(inner, at, fields, paths);
      else if (inner !== null) paths.add(at);
    }
  }
}
