import { MAX_CELLS } from "../core/text/csv.ts";

/** The columns of a product export that we read, under our own names; older and newer exports name them differently. */
const NAMES = {
  handle: ["handle", "url handle"],
  title: ["title"],
  body: ["body (html)", "body html", "description"],
  vendor: ["vendor"],
  type: ["type", "product type", "custom product type"],
  product_category: ["product category", "standardized product type"],
  tags: ["tags"],
  published: ["published", "published on online store"],
  status: ["status"],
  option1_name: ["option1 name"],
  option1_value: ["option1 value"],
  option2_name: ["option2 name"],
  option2_value: ["option2 value"],
  option3_name: ["option3 name"],
  option3_value: ["option3 value"],
  sku: ["variant sku", "sku"],
  grams: ["variant grams", "weight value (grams)"],
  weight_unit: ["variant weight unit", "weight unit for display"],
  tracker: ["variant inventory tracker", "inventory tracker"],
  quantity: ["variant inventory qty", "inventory quantity"],
  policy: ["variant inventory policy", "continue selling when out of stock"],
  price: ["variant price", "price"],
  compare_at_price: ["variant compare at price", "compare-at price"],
  cost: ["cost per item"],
  requires_shipping: ["variant requires shipping", "requires shipping"],
  taxable: ["variant taxable", "charge tax"],
  barcode: ["variant barcode", "barcode"],
  image: ["image src", "product image url"],
  image_position: ["image position"],
  image_alt: ["image alt text"],
  variant_image: ["variant image", "variant image url"],
  gift_card: ["gift card"],
  seo_title: ["seo title"],
  seo_description: ["seo description"],
} as const;

export type Column = keyof typeof NAMES;

/** One row of the file; a column that is missing is empty text. */
export type Row = Record<Column, string>;

/** The file is not a Shopify product export; the message says why. */
export class NotShopifyCsv extends Error {
  override readonly name = "NotShopifyCsv";
}

const byName = new Map(
  Object.entries(NAMES).flatMap(([column, names]) => names.map((name) => [name as string, column])),
);

/** Our name for each column of the header, `false` for columns we skip. Throws NotShopifyCsv if a required column is missing. */
export function columnsOf(header: string[]): (Column | false)[] {
  if (header.length > MAX_CELLS) throw new NotShopifyCsv(`it has more than ${MAX_CELLS} columns`);
  const columns = header.map((name) => (byName.get(name.trim().toLowerCase()) as Column | undefined) ?? false);
  const needed: [Column, string][] = [
    ["handle", "Handle"],
    ["title", "Title"],
    ["price", "Variant Price"],
  ];
  const missing = needed.filter(([column]) => !columns.includes(column)).map(([, name]) => name);
  if (missing.length > 0) {
    throw new NotShopifyCsv(`this is not a Shopify product export: it has no column ${missing.join(", ")}`);
  }
  // A second column of one name would hide the first.
  return columns.map((column, i) => (columns.indexOf(column) === i ? column : false));
}

const EMPTY = Object.fromEntries(Object.keys(NAMES).map((column) => [column, ""])) as Row;

/** A row with all columns, trimmed; cells beyond the columns of the header are skipped. */
export function rowOf(columns: (Column | false)[], cells: string[]): Row {
  const row = { ...EMPTY };
  for (const [i, column] of columns.entries()) if (column) row[column] = cells[i]?.trim() ?? "";
  return row;
}
