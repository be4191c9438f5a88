import { isDeepStrictEqual } from "node:util";
import { newId } from "../../core/ids.ts";
import { words } from "../../core/text/fold.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { imageOf, type Row, type RowImage } from "../../db/recording/recording.ts";
import type { Sql } from "../../db/sql.ts";
import { insertMovements } from "../inventory/queries.ts";
import { tellOfStock } from "../inventory/stock-events.ts";
import { excerpt } from "../products/plain-text.ts";
import { type Searchable, searchVector, vocabulary } from "../search/document.ts";
import { addWords } from "../search/queries.ts";
import type { ProductInput, VariantInput } from "./input.ts";
import {
  clearOptionValues,
  deleteOtherVariants,
  findStored,
  findWritten,
  hasSlug,
  lockProductRows,
  lockVariantRows,
  type ProductRecord,
  type StoredProduct,
  upsertProduct,
  upsertVariants,
  type VariantRecord,
} from "./save-queries.ts";
import { searchable } from "./search-index.ts";

/** What saving a product did, or would do; `fields` are those that differ from what was stored. */
export interface Saved {
  id: string;
  change: "created" | "updated" | "unchanged";
  fields: string[];
  /** Null when the product is new. */
  before: StoredProduct | null;
  after: StoredProduct;
  /** Undefined when nothing was written. */
  written?: WrittenProduct | undefined;
}

/** The rows of a product and its variants. */
export interface ProductRows {
  product: Row;
  variants: Row[];
}

/** A product as it was written. */
export interface WrittenProduct {
  product: Row;
  updated_at: string;
  /** In their order; undefined when none changed. */
  variants: Row[] | undefined;
}

/** A product that is locked with its variants, and was read after that. */
export interface LockedProduct {
  stored: StoredProduct;
  rows: ProductRows;
}

export interface SaveOptions {
  /** The name of the product's category, which search finds the product by. */
  categoryName?: string | null;
  /** The name of its category before. */
  oldCategoryName?: string | null;
  /** Only create: a product that has the slug already is not changed. */
  isNew?: boolean;
  /**
   * Takes the words of the product's texts. A transaction that saves several products gives the same set to each, and
   * calls `addWords` with it at its end: two such transactions would deadlock if they wrote the same words in turns.
   */
  newWords?: Set<string> | undefined;
}

const SLUG_TAKEN = "the slug was taken meanwhile";

/**
 * Creates the product, or replaces the one of its slug. Variants keep their ids by their option values, and images by
 * their addresses. Call it in a transaction: throws LostRace when another transaction created the product meanwhile.
 */
export async function saveProduct(
  db: SiteDb,
  input: ProductInput,
  { categoryName = null, isNew = false, newWords }: SaveOptions = {},
): Promise<Saved> {
  const [[locked], [stored]] = await Promise.all([lockToSave(db, [input.slug]), findStored(db, [input.slug])]);
  // A product that was created after the lock may still be changing, so its stock must not be compared with.
  if (stored && (isNew || locked === undefined)) throw new LostRace(SLUG_TAKEN);
  return saveLocked(db, input, stored && locked && { stored, rows: locked }, { categoryName, newWords });
}

/** What saving each of the products would do now. Locks and writes nothing. */
export async function compareProducts(db: SiteDb, inputs: readonly ProductInput[]): Promise<Saved[]> {
  const found = await findStored(
    db,
    inputs.map(({ slug }) => slug),
  );
  const stored = new Map(found.map((product) => [product.slug, product]));
  return inputs.map((input) => compared(assignIds(input, stored.get(input.slug)), stored.get(input.slug)));
}

/** Replaces the product that is locked; undefined: creates it. Throws LostRace as `saveProduct`. */
export async function saveLocked(
  db: SiteDb,
  input: ProductInput,
  locked: LockedProduct | undefined,
  { categoryName = null, oldCategoryName = null, newWords }: Omit<SaveOptions, "isNew">,
): Promise<Saved> {
  const stored = locked?.stored;
  const product = assignIds(input, stored);
  const saved = compared(product, stored);
  if (saved.change === "unchanged") return saved;
  const texts = searchable(product, categoryName);
  const known = stored ? vocabulary(searchable(stored, oldCategoryName)) : [];
  const added = vocabulary(texts).filter((word) => !known.includes(word));
  for (const word of added) newWords?.add(word);
  const written = await writeProduct(db, product, locked, texts, newWords ? [] : added);
  return { ...saved, written };
}

/** What saving the product would do. */
function compared(product: StoredProduct, stored: StoredProduct | undefined): Saved {
  const fields = changedFields(product, stored);
  const change = !stored ? "created" : fields.length > 0 ? "updated" : "unchanged";
  return { id: product.id, change, fields, before: stored ?? null, after: product };
}

/** Writes the product, its variants, the stock ledger and the words, in one round trip unless the product is new. */
async function writeProduct(
  db: SiteDb,
  product: StoredProduct,
  locked: LockedProduct | undefined,
  texts: Searchable,
  newWords: string[],
): Promise<WrittenProduct> {
  const upserting = upsertProduct(db, withComputed(product, texts)).then(([id]) => {
    if (id !== product.id) throw new LostRace(SLUG_TAKEN);
  });
  if (!locked) await upserting; // else the variants would be of a product that is not there
  const variantIds = sendVariants(db, product, locked);
  const [found] = await Promise.all([
    findWritten(db, product.id, variantIds),
    upserting,
    recordStock(db, product, locked?.stored.variants ?? []),
    newWords.length > 0 && addWords(db, newWords),
  ]);
  if (!found) throw new Error(`${product.slug} was not written`);
  const { row, updated_at } = found;
  const variants = variantIds && (found.variants ?? []);
  if (variants && variants.length < product.variants.length) {
    throw new Error(`a variant of ${product.slug} belongs to another product`);
  }
  db.changed(["catalogue", "availability"], [product.id]);
  const after = { product: row, variants: variants ?? locked?.rows.variants ?? [] };
  db.recording.note(imagesBetween(locked?.rows, after));
  return { product: row, updated_at, variants };
}

/** What changed of the rows of a product, so that the call can be undone; undefined: it is not there. */
export function imagesBetween(before: ProductRows | undefined, after: ProductRows | undefined): RowImage[] {
  const id = (before ?? after)?.product.id as string;
  const [had, has] = [byId(before), byId(after)];
  const images = [imageOf("products", id, before?.product ?? null, after?.product ?? null)];
  for (const key of new Set([...had.keys(), ...has.keys()])) {
    images.push(imageOf("variants", key, had.get(key) ?? null, has.get(key) ?? null));
  }
  return images.filter((image) => image !== undefined);
}

const byId = (rows: ProductRows | undefined) => new Map(rows?.variants.map((row) => [row.id as string, row]));

/** The product's row, with the columns that are computed from its texts and variants. */
export function withComputed({ variants, ...product }: StoredProduct, texts: Searchable): ProductRecord {
  const prices = variants.map((variant) => variant.price);
  return {
    ...product,
    excerpt: excerpt(texts.description),
    sort_name: words(product.name).join(" "),
    min_price: Math.min(...prices),
    max_price: Math.max(...prices),
    search: searchVector(texts),
    option_pairs: variants.flatMap(({ option_values }) => Object.entries(option_values)),
  };
}

/** Answers the ids of the variants; undefined when they stay as they were, and nothing is sent. */
function sendVariants(
  db: SiteDb,
  { id: productId, variants, options }: StoredProduct,
  locked: LockedProduct | undefined,
): string[] | undefined {
  const records = variants.map(toRecord(options));
  const had = locked?.rows.variants ?? [];
  const ids = variants.map(({ id }) => id);
  const isGone = had.some(({ id }) => !ids.includes(id as string));
  if (!isGone && records.length === had.length && records.every((record) => isAmong(had, record))) return undefined;
  if (isGone) deleteOtherVariants(db, productId, ids);
  const renamed = variants.filter(({ id, option_values }) => changesValues(locked?.stored, id, option_values));
  if (renamed.length > 0) {
    clearOptionValues(
      db,
      renamed.map(({ id }) => id),
    );
  }
  upsertVariants(db, productId, records);
  return ids;
}

function isAmong(rows: Row[], record: VariantRecord): boolean {
  const row = rows.find(({ id }) => id === record.id);
  return row !== undefined && Object.entries(record).every(([name, value]) => isDeepStrictEqual(row[name], value));
}

/**
 * Locks the products of these slugs and their variants, all in the order of ids as every transaction does: locking one
 * product after the other would cause deadlocks with orders. Answers the products that exist.
 */
export const lockToSave = (db: SiteDb, slugs: string[]): Promise<ProductRows[]> => lockWithVariants(db, hasSlug(slugs));

/** The same for the products that a condition holds for. */
export async function lockWithVariants(db: SiteDb, which: Sql): Promise<ProductRows[]> {
  const [products, variants] = await Promise.all([lockProductRows(db, which), lockVariantRows(db, which)]);
  return products.map((product) => ({
    product,
    variants: variants.filter(({ product_id }) => product_id === product.id),
  }));
}

const changesValues = (stored: StoredProduct | undefined, id: string, values: Record<string, string>): boolean => {
  const before = stored?.variants.find((variant) => variant.id === id);
  return before !== undefined && !isDeepStrictEqual(before.option_values, values);
};

/** Records in the ledger the opening stock of new variants, and the difference for those whose stock was set; tells of these. */
async function recordStock(
  db: SiteDb,
  { id: product_id, variants }: StoredProduct,
  before: StoredProduct["variants"],
): Promise<void> {
  const had = new Map(before.map((variant) => [variant.id, variant.inventory_quantity]));
  const movements = variants.flatMap(({ id, inventory_quantity }) => {
    const opening = !had.has(id);
    const quantity = inventory_quantity - (had.get(id) ?? 0);
    const reason = opening ? ("opening" as const) : ("adjustment" as const);
    return opening || quantity !== 0 ? [{ id: newId(), variant_id: id, quantity, reason }] : [];
  });
  if (movements.length === 0) return;
  const set = variants.flatMap(({ id, track_quantity, inventory_quantity: after }) => {
    const units = had.get(id);
    return units === undefined ? [] : [{ id, product_id, track_quantity, before: units, after }];
  });
  await Promise.all([insertMovements(db, movements), tellOfStock(db, set)]);
}

function assignIds(input: ProductInput, stored: StoredProduct | undefined): StoredProduct {
  const variantIds = new Map(stored?.variants.map((variant) => [combination(variant, input), variant.id]));
  const imageIds = new Map(stored?.images.map((image) => [image.url, image.id]));
  const optionIds = new Map(stored?.options.map((option) => [option.name, option.id]));
  return {
    ...input,
    id: stored?.id ?? newId(),
    images: input.images.map(({ url, alt }) => ({ id: imageIds.get(url) ?? newId(), url, alt })),
    options: input.options.map(({ name, values }) => ({ id: optionIds.get(name) ?? newId(), name, values })),
    variants: input.variants.map((variant) => ({
      ...variant,
      id: variant.id ?? variantIds.get(combination(variant, input)) ?? newId(),
    })),
  };
}

/** A key of the option values that does not depend on the order of their names. */
const combination = ({ option_values }: Pick<VariantInput, "option_values">, { options }: ProductInput): string =>
  JSON.stringify([...options.map(({ name }) => option_values[name] ?? null), Object.keys(option_values).length]);

function changedFields(product: StoredProduct, stored: StoredProduct | undefined): string[] {
  const fields = Object.keys(product) as (keyof StoredProduct)[];
  return fields.filter((field) => !isDeepStrictEqual(product[field], stored?.[field]));
}

const toRecord =
  (options: StoredProduct["options"]) =>
  (variant: StoredProduct["variants"][number], i: number): VariantRecord => ({
    ...variant,
    position: i + 1,
    title: options.map(({ name }) => variant.option_values[name]).join(" / ") || "Default",
  });
