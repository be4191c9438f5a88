import type { ProductInput, VariantInput } from "../catalog/catalog.ts";
import { toMinor } from "../core/money.ts";
import type { Column, Row } from "./shopify-columns.ts";

export type ImportedProduct = Omit<ProductInput, "category_id"> & {
  /** Shopify's type, which becomes a category. */
  category: string | null;
};

export interface Problem {
  line: number;
  reason: string;
}

type Rows = { line: number; row: Row }[];

const MOST_VARIANTS = 250;
const LONGEST_NAME = 300;
const LARGEST_QUANTITY = 1_000_000_000;

/** The product of rows that share a handle: what the first row says of it, and what each says of variants and images. */
export function productOf(rows: Rows, currency: string): { input: ImportedProduct | null; problems: Problem[] } {
  const [first] = rows;
  if (!first) return { input: null, problems: [] };
  const options = optionNames(first.row);
  const variantRows = rows.filter(({ row }) => row.price !== "" || row.option1_value !== "");
  const problems = [...problemsOfProduct(first), ...problemsOfVariants(variantRows, options)];
  const variants = variantRows.flatMap(({ line, row }) => {
    try {
      return [variantOf(row, options, currency)];
    } catch (error) {
      problems.push({ line, reason: (error as Error).message });
      return [];
    }
  });
  if (problems.length > 0) return { input: null, problems };
  return { input: { ...saidOf(first.row, rows), ...choicesOf(options, variants) }, problems };
}

function problemsOfProduct({ line, row }: Rows[number]): Problem[] {
  const reasons = [
    row.handle === "" && "there is no handle",
    row.handle !== "" && slugOf(row.handle) === "" && `the handle "${row.handle}" holds no letter or digit`,
    row.title === "" && "there is no title",
    row.title.length > LONGEST_NAME && `the title is longer than ${LONGEST_NAME} characters`,
    row.price === "" && "there is no price",
  ];
  return reasons.flatMap((reason) => (reason ? [{ line, reason }] : []));
}

function problemsOfVariants(rows: Rows, options: string[]): Problem[] {
  if (rows.length > MOST_VARIANTS) {
    return [{ line: rows[0]?.line ?? 0, reason: `a product may have at most ${MOST_VARIANTS} variants` }];
  }
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, row }) => {
    const values = options.map((_option, i) => row[`option${i + 1}_value` as Column]);
    const missing = options.filter((_option, i) => values[i] === "");
    if (missing.length > 0) return [{ line, reason: `there is no value for ${missing.join(", ")}` }];
    const key = JSON.stringify(values);
    const before = lines.get(key);
    lines.set(key, before ?? line);
    return before === undefined ? [] : [{ line, reason: `line ${before} has the same options` }];
  });
}

/** Shopify writes a product without options as one option `Title` with the value `Default Title`. */
function optionNames(row: Row): string[] {
  if (row.option1_name === "Title" && row.option1_value === "Default Title") return [];
  return [row.option1_name, row.option2_name, row.option3_name].filter((name) => name !== "");
}

/** Throws an Error that says what is wrong with the row. */
function variantOf(row: Row, options: string[], currency: string): VariantInput {
  const price = amount("price", row.price, currency);
  const compare_at_price =
    row.compare_at_price === "" ? null : amount("compare-at price", row.compare_at_price, currency);
  return {
    option_values: Object.fromEntries(options.map((name, i) => [name, row[`option${i + 1}_value` as Column]])),
    sku: code(row.sku),
    barcode: code(row.barcode),
    price,
    compare_at_price: compare_at_price || null,
    cost: row.cost === "" ? null : amount("cost", row.cost, currency),
    ...stockOf(row),
    image_url: row.variant_image || null,
    ...weightOf(row),
  };
}

function amount(name: string, text: string, currency: string): number {
  if (text === "") throw new Error(`there is no ${name}`);
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`the ${name} "${text}" is not an amount`);
  try {
    return toMinor(text, currency);
  } catch {
    throw new Error(`the ${name} "${text}" is too large`);
  }
}

/** Spreadsheets put an apostrophe before what they must not take for a number. */
const code = (text: string): string | null => text.replace(/^'/, "") || null;

function stockOf({ quantity, tracker, policy }: Row) {
  const count = quantity === "" ? 0 : Number(quantity);
  if (!Number.isInteger(count)) throw new Error(`the quantity "${quantity}" is not a whole number`);
  if (Math.abs(count) > LARGEST_QUANTITY) throw new Error(`the quantity "${quantity}" is too large`);
  const track_quantity = tracker !== "";
  const continue_selling_when_out_of_stock = /^(continue|true)$/i.test(policy);
  return {
    // Less than nothing in stock is oversold already; only back-orders may stand so.
    inventory_quantity: continue_selling_when_out_of_stock ? count : Math.max(0, count),
    track_quantity,
    continue_selling_when_out_of_stock,
  };
}

const GRAMS = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };

/** Shopify writes grams, and beside them the unit they are to be shown in. */
function weightOf(row: Row): Pick<VariantInput, "weight" | "weight_unit"> {
  const unit = row.weight_unit.toLowerCase();
  const weight_unit = unit in GRAMS ? (unit as keyof typeof GRAMS) : "g";
  const grams = row.grams === "" ? 0 : Number(row.grams);
  if (!Number.isFinite(grams) || grams < 0) throw new Error(`the weight "${row.grams}" is not a number of grams`);
  return { weight: grams === 0 ? null : Math.round((grams / GRAMS[weight_unit]) * 1000) / 1000, weight_unit };
}

function saidOf(row: Row, rows: Rows): Omit<ImportedProduct, "options" | "variants"> {
  const type = row.type || (row.product_category.split(">").at(-1)?.trim() ?? "");
  return {
    slug: slugOf(row.handle),
    name: row.title,
    description: row.body || null,
    status: statusOf(row),
    category: type || null,
    vendor: row.vendor || null,
    product_type: type || null,
    tags: [...new Set(row.tags.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== ""),
    images: imagesOf(rows),
    seo_title: row.seo_title || null,
    seo_description: row.seo_description || null,
    is_physical: !isTrue(row.gift_card) && !isFalse(row.requires_shipping),
    charge_tax: !isFalse(row.taxable),
  };
}

/** Shopify's handles may be of any script; ours are their letters and digits, with hyphens between. */
const slugOf = (handle: string): string =>
  (handle.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join("-").slice(0, 200);

function statusOf({ status, published }: Row): ProductInput["status"] {
  const said = status.toLowerCase();
  if (said === "draft" || said === "archived") return said;
  return isFalse(published) ? "draft" : "active";
}

const isTrue = (text: string): boolean => /^(true|yes|1)$/i.test(text);
const isFalse = (text: string): boolean => /^(false|no|0)$/i.test(text);

function imagesOf(rows: Rows): ProductInput["images"] {
  const images = rows.flatMap(({ row }, i) =>
    row.image === ""
      ? []
      : [{ url: row.image, alt: row.image_alt || null, place: Number(row.image_position) || i + 1 }],
  );
  const firstOfUrl = images.filter((image, i) => images.findIndex(({ url }) => url === image.url) === i);
  return firstOfUrl.sort((one, other) => one.place - other.place).map(({ url, alt }) => ({ url, alt }));
}

function choicesOf(names: string[], variants: VariantInput[]): Pick<ImportedProduct, "options" | "variants"> {
  const options = names.map((name) => ({
    name,
    values: [...new Set(variants.map((variant) => variant.option_values[name] ?? ""))],
  }));
  return { options, variants };
}
