import { MAX_ENTRY, MAX_VARIANTS, type ProductInput, type VariantInput } from "../catalog/catalog.ts";
import { isWebAddress } from "../core/media.ts";
import { isExact, toMinor } from "../core/money.ts";
import { fold } from "../core/text/fold.ts";
import type { Row } from "./shopify-columns.ts";

export type ImportedProduct = Omit<ProductInput, "category_id"> & {
  /** Shopify's type, which becomes a category. */
  category: string | null;
};

export interface RowProblem {
  line: number;
  reason: string;
}

type Rows = { line: number; row: Row }[];

const MAX_NAME_LENGTH = 300;
const MAX_SLUG_LENGTH = 200;
/** Characters of texts that are shown in lists and found by search: the same as Shopify's limit. */
const MAX_TEXT_LENGTH = 255;
/** Characters of texts for search engines. */
const MAX_SEO_LENGTH = 5000;
const MAX_ADDRESS_LENGTH = 2000;
const MAX_TAGS = 250;
const MAX_IMAGES = 250;
const MAX_NUMBER = 1_000_000_000;

/** The product of rows that share a handle: the first row has its fields, each row may have a variant and an image. */
export function productOf(rows: Rows, currency: string): { input: ImportedProduct | null; problems: RowProblem[] } {
  const [first] = rows;
  if (!first) return { input: null, problems: [] };
  const options = optionsOf(first.row);
  const variantRows = rows.filter(({ row }, i) => i === 0 || row.price !== "" || valuesOf(row).some(Boolean));
  const problems = [
    ...problemsOfProduct(first, options),
    ...problemsOfVariants(variantRows, options),
    ...problemsOfImages(rows),
  ];
  const variants = variantRows.map(({ line, row }) =>
    variantOf(row, options, currency, (reason) => problems.push({ line, reason })),
  );
  if (problems.length > 0) return { input: null, problems };
  return { input: { ...fieldsOf(first.row, rows, variantRows), ...choicesOf(options, variants) }, problems };
}

/** An option and the number of its columns. */
interface Option {
  name: string;
  column: 0 | 1 | 2;
}

/** Shopify writes a product without options as one option `Title` with the value `Default Title`. */
function optionsOf(row: Row): Option[] {
  if (/^(Title)?$/.test(row.option1_name) && row.option1_value === "Default Title") return [];
  const options: Option[] = [
    { name: row.option1_name, column: 0 },
    { name: row.option2_name, column: 1 },
    { name: row.option3_name, column: 2 },
  ];
  return options.filter(({ name }) => name !== "");
}

const valuesOf = (row: Row) => [row.option1_value, row.option2_value, row.option3_value] as const;

function problemsOfProduct({ line, row }: Rows[number], options: Option[]): RowProblem[] {
  const names = options.map(({ name }) => name);
  const reasons = [
    row.handle === "" && "there is no handle",
    row.handle !== "" && slugOfHandle(row.handle) === "" && `the handle "${row.handle}" holds no letter or digit`,
    row.title === "" && "there is no title",
    row.title.length > MAX_NAME_LENGTH && `the title is longer than ${MAX_NAME_LENGTH} characters`,
    /[\r\n]/.test(row.handle + row.title) && "there is a line end in the handle or title; a quote may not be closed",
    new Set(names).size < names.length && `two options have the same name: ${names.join(", ")}`,
    Buffer.byteLength(fold(row.title)) > MAX_ENTRY && "the title is too long to sort by",
    !SHOPIFY_STATUSES.includes(row.status.toLowerCase()) &&
      `the status "${row.status}" is not active, draft or archived`,
    tagsOf(row).length > MAX_TAGS && `a product may have at most ${MAX_TAGS} tags`,
    tooLong("SEO title", row.seo_title, MAX_SEO_LENGTH),
    tooLong("SEO description", row.seo_description, MAX_SEO_LENGTH),
    tooLong("vendor", row.vendor),
    tooLong("type", typeOf(row)) ||
      (Buffer.byteLength(fold(typeOf(row))) > MAX_ENTRY && "the type is too long to search by"),
    ...tagsOf(row).map((tag) => tooLong("tag", tag)),
    ...names.map((name) => tooLong("option name", name)),
  ];
  return reasons.flatMap((reason) => (reason ? [{ line, reason }] : []));
}

const tooLong = (name: string, text: string, most = MAX_TEXT_LENGTH): string | false =>
  text.length > most && `the ${name} is longer than ${most} characters`;

function problemsOfVariants(rows: Rows, options: Option[]): RowProblem[] {
  if (rows.length > MAX_VARIANTS) {
    return [{ line: rows[0]?.line ?? 0, reason: `a product may have at most ${MAX_VARIANTS} variants` }];
  }
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, row }) => {
    const values = valuesOf(row);
    const missing = options.filter(({ column }) => values[column] === "").map(({ name }) => name);
    if (missing.length > 0) return [{ line, reason: `there is no value for ${missing.join(", ")}` }];
    const nameless = values.find((value, i) => value !== "" && !options.some(({ column }) => column === i));
    if (nameless && nameless !== "Default Title") return [{ line, reason: `"${nameless}" belongs to no option` }];
    const long = [
      tooLong("SKU", row.sku),
      tooLong("barcode", row.barcode),
      ...values.map((value) => tooLong("option value", value)),
    ];
    const [reason] = long.filter((one) => one !== false);
    if (reason) return [{ line, reason }];
    const named = JSON.stringify(options.map(({ name, column }) => [name, values[column]]));
    if (Buffer.byteLength(named) > MAX_ENTRY) return [{ line, reason: "its options are too long together" }];
    const key = JSON.stringify(options.map(({ column }) => values[column]));
    const before = lines.get(key);
    lines.set(key, before ?? line);
    return before === undefined ? [] : [{ line, reason: `line ${before} has the same options` }];
  });
}

function problemsOfImages(rows: Rows): RowProblem[] {
  if (imagesOf(rows).length > MAX_IMAGES) {
    return [{ line: rows[0]?.line ?? 0, reason: `a product may have at most ${MAX_IMAGES} pictures` }];
  }
  return rows.flatMap(({ line, row }) => {
    const urls = [row.image, row.variant_image].filter((url) => url !== "");
    const reasons = [
      ...urls.map(
        (url) =>
          tooLong("picture's address", url, MAX_ADDRESS_LENGTH) ||
          (!isWebAddress(url) && `the picture "${url}" has no http or https address`),
      ),
      tooLong("picture's text", row.image_alt, MAX_SEO_LENGTH),
    ];
    return reasons.flatMap((reason) => (reason ? [{ line, reason }] : []));
  });
}

/** Reports what is wrong with a row. */
type Report = (reason: string) => void;

function variantOf(row: Row, options: Option[], currency: string, report: Report): VariantInput {
  const price = row.price === "" ? null : amount("price", row.price, currency, report);
  if (price === null) report("there is no price");
  const compareAt = amount("compare-at price", row.compare_at_price || "0", currency, report);
  return {
    option_values: Object.fromEntries(options.map(({ name, column }) => [name, valuesOf(row)[column]])),
    sku: code(row.sku),
    barcode: code(row.barcode),
    price: price ?? 0,
    compare_at_price: compareAt > (price ?? 0) ? compareAt : null,
    cost: row.cost === "" ? null : amount("cost", row.cost, currency, report),
    ...stockOf(row, report),
    image_url: row.variant_image || null,
    ...weightOf(row, report),
  };
}

function amount(name: string, text: string, currency: string, report: Report): number {
  const major = text.replace(/,(?=\d\d?$)/, "."); // spreadsheets in French write a decimal comma
  if (!/^\d{1,30}(\.\d{1,30})?$/.test(major)) {
    report(`the ${name} "${text}" is not an amount`);
    return 0;
  }
  try {
    if (!isExact(major, currency)) report(`the ${name} "${text}" has more decimals than ${currency}`);
    return toMinor(major, currency);
  } catch {
    report(`the ${name} "${text}" is too large`);
    return 0;
  }
}

/** A code without the apostrophe by which spreadsheets mark text that looks like a number. */
const code = (text: string): string | null => text.replace(/^'/, "") || null;

function stockOf({ quantity, tracker, policy }: Row, report: Report) {
  const count = Number(quantity) || 0; // never -0
  if (!/^(-?\d+(\.0+)?)?$/.test(quantity)) report(`the quantity "${quantity}" is not a whole number`);
  else if (Math.abs(count) > MAX_NUMBER) report(`the quantity "${quantity}" is too large`);
  const track_quantity = tracker !== "";
  const continue_selling_when_out_of_stock = /^(continue|true)$/i.test(policy);
  return {
    // Stock below zero is kept only where back-orders are allowed.
    inventory_quantity: continue_selling_when_out_of_stock ? count : Math.max(0, count),
    track_quantity,
    continue_selling_when_out_of_stock,
  };
}

const GRAMS = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };

/** Shopify writes grams, and beside them the unit they are to be shown in. */
function weightOf(row: Row, report: Report): Pick<VariantInput, "weight" | "weight_unit"> {
  const unit = row.weight_unit.toLowerCase();
  const weight_unit = Object.hasOwn(GRAMS, unit) ? (unit as keyof typeof GRAMS) : "g";
  const grams = Number(row.grams);
  if (!/^(\d+(\.\d+)?)?$/.test(row.grams)) report(`the weight "${row.grams}" is not a number of grams`);
  else if (grams > MAX_NUMBER) report(`the weight "${row.grams}" is too large`);
  return { weight: grams === 0 ? null : Math.round((grams / GRAMS[weight_unit]) * 1000) / 1000, weight_unit };
}

function fieldsOf(row: Row, rows: Rows, variantRows: Rows): Omit<ImportedProduct, "options" | "variants"> {
  const type = typeOf(row);
  return {
    slug: slugOfHandle(row.handle),
    name: row.title,
    description: row.body || null,
    status: statusOf(row),
    category: type || null,
    vendor: row.vendor || null,
    product_type: type || null,
    tags: tagsOf(row),
    images: imagesOf(rows),
    seo_title: row.seo_title || null,
    seo_description: row.seo_description || null,
    // One variant that is shipped is enough: a book that is sold as a file and on paper needs an address.
    is_physical: !isTrue(row.gift_card) && variantRows.some((variant) => !isFalse(variant.row.requires_shipping)),
    charge_tax: !isFalse(row.taxable),
  };
}

const typeOf = ({ type, product_category }: Row): string => type || (product_category.split(">").at(-1)?.trim() ?? "");

const tagsOf = ({ tags }: Row): string[] =>
  [...new Set(tags.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");

/** Shopify's handles may be of any script; ours are their letters and digits, with hyphens between. */
export function slugOfHandle(handle: string): string {
  const slug = (handle.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join("-");
  return Array.from(slug).slice(0, MAX_SLUG_LENGTH).join("").replace(/-$/, "");
}

/** Unlisted products of Shopify have an address but appear in no list; here they become drafts. */
const SHOPIFY_STATUSES = ["", "active", "draft", "archived", "unlisted"];

function statusOf({ status, published }: Row): ProductInput["status"] {
  const given = status.toLowerCase();
  if (given === "archived") return given;
  return given === "draft" || given === "unlisted" || isFalse(published) ? "draft" : "active";
}

const isTrue = (text: string): boolean => /^(true|yes|1)$/i.test(text);
const isFalse = (text: string): boolean => /^(false|no|0)$/i.test(text);

function imagesOf(rows: Rows): ProductInput["images"] {
  const images = rows.flatMap(({ row }, i) =>
    row.image === ""
      ? []
      : [{ url: row.image, alt: row.image_alt || null, position: Number(row.image_position) || i + 1 }],
  );
  const byUrl = new Map<string, (typeof images)[number]>();
  for (const image of images) if (!byUrl.has(image.url)) byUrl.set(image.url, image);
  return [...byUrl.values()].sort((one, other) => one.position - other.position).map(({ url, alt }) => ({ url, alt }));
}

function choicesOf(names: Option[], variants: VariantInput[]): Pick<ImportedProduct, "options" | "variants"> {
  const options = names.map(({ name }) => ({
    name,
    values: [...new Set(variants.map((variant) => variant.option_values[name] ?? ""))],
  }));
  return { options, variants };
}
