import { isDeepStrictEqual } from "node:util";
import { newId } from "../../core/ids.ts";
import { words } from "../../core/text/fold.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { insertMovements, lockProductsOf, lockVariantsOf } from "../inventory/queries.ts";
import { excerpt } from "../products/plain-text.ts";
import { type Searchable, searchVector, vocabulary } from "../search/document.ts";
import { addWords } from "../search/queries.ts";
import type { ProductInput, VariantInput } from "./input.ts";
import {
  clearOptionValues,
  deleteOtherVariants,
  findStored,
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
}

export interface SaveOptions {
  /** The name of the product's category, which search finds the product by. */
  categoryName?: string | null;
  /** Write nothing. */
  dryRun?: boolean;
  /** Only create: a product that has the slug already is not changed. */
  isNew?: boolean;
  /**
   * Takes the words of the product's texts. A transaction that saves several products gives the same set to each, and
   * calls `addWords` with it at its end: two such transactions would deadlock if they wrote the same words in turns.
   */
  newWords?: Set<string>;
}

const SLUG_TAKEN = "the slug was taken meanwhile";

/**
 * Creates the product, or replaces the one of its slug. Variants keep their ids by their option values, and images by
 * their addresses. Call it in a transaction: throws LostRace when another transaction created the product meanwhile.
 */
export async function saveProduct(
  db: SiteDb,
  input: ProductInput,
  { categoryName = null, dryRun = false, isNew = false, newWords }: SaveOptions = {},
): Promise<Saved> {
  const locked = dryRun ? [] : await lockToSave(db, [input.slug]);
  const stored = await findStored(db, input.slug);
  // A product that was created after the lock may still be changing, so its stock must not be compared with.
  const isUnlocked = !dryRun && locked.length === 0;
  if (stored && (isNew || isUnlocked)) throw new LostRace(SLUG_TAKEN);
  const product = assignIds(input, stored);
  const fields = changedFields(product, stored);
  const change = !stored ? "created" : fields.length > 0 ? "updated" : "unchanged";
  if (!dryRun && change !== "unchanged") {
    const texts = searchable(product, categoryName);
    if (stored) await rememberProducts(db, [product.id]);
    else expectProduct(db, product.id);
    await writeProduct(db, product, stored, texts);
    if (newWords) for (const word of vocabulary(texts)) newWords.add(word);
    else await addWords(db, vocabulary(texts));
  }
  return { id: product.id, change, fields, before: stored ?? null, after: product };
}

/** Records products and their variants, so that the call which writes them can be undone. */
export async function rememberProducts(db: SiteDb, ids: string[]): Promise<void> {
  await db.recording.remember("products", "id", ids);
  await db.recording.remember("variants", "product_id", ids);
}

/** The same for a product that is about to be created. */
function expectProduct(db: SiteDb, id: string): void {
  db.recording.willCreate("products", "id", [id]);
  db.recording.willCreate("variants", "product_id", [id]);
}

/** Writes the product, its variants and the stock ledger. */
async function writeProduct(
  db: SiteDb,
  product: StoredProduct,
  stored: StoredProduct | undefined,
  texts: Searchable,
): Promise<void> {
  const written = await upsertProduct(db, withComputed(product, texts));
  if (written?.id !== product.id) throw new LostRace(SLUG_TAKEN);
  await writeVariants(db, product, stored);
  db.changed(["catalogue", "availability"], [product.id]);
  await recordStock(db, stored?.variants ?? [], product.variants);
}

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

async function writeVariants(
  db: SiteDb,
  { id: productId, slug, variants, options }: StoredProduct,
  stored: StoredProduct | undefined,
): Promise<void> {
  if (stored) {
    const kept = variants.map(({ id }) => id);
    const deleted = stored.variants.map(({ id }) => id).filter((id) => !kept.includes(id));
    await db.recording.remember("cart_items", "variant_id", deleted);
    await deleteOtherVariants(db, productId, kept);
  }
  const renamed = variants.filter(({ id, option_values }) => changesValues(stored, id, option_values));
  if (renamed.length > 0) {
    await clearOptionValues(
      db,
      renamed.map(({ id }) => id),
    );
  }
  const saved = await upsertVariants(db, productId, variants.map(toRecord(options)));
  if (saved.length < variants.length) throw new Error(`a variant of ${slug} belongs to another product`);
}

/**
 * Locks the products of these slugs and their variants, all in the order of ids as every transaction does: locking one
 * product after the other would cause deadlocks with orders. Answers the products that exist.
 */
export async function lockToSave(db: SiteDb, slugs: string[]): Promise<{ id: string }[]> {
  const products = await lockProductsOf(db, slugs);
  await lockVariantsOf(db, slugs);
  return products;
}

const changesValues = (stored: StoredProduct | undefined, id: string, values: Record<string, string>): boolean => {
  const before = stored?.variants.find((variant) => variant.id === id);
  return before !== undefined && !isDeepStrictEqual(before.option_values, values);
};

/** Records in the ledger the opening stock of new variants, and the difference for those whose stock was set. */
async function recordStock(
  db: SiteDb,
  before: StoredProduct["variants"],
  variants: StoredProduct["variants"],
): Promise<void> {
  const had = new Map(before.map((variant) => [variant.id, variant.inventory_quantity]));
  const movements = variants.flatMap(({ id, inventory_quantity }) => {
    const opening = !had.has(id);
    const quantity = inventory_quantity - (had.get(id) ?? 0);
    const reason = opening ? ("opening" as const) : ("adjustment" as const);
    return opening || quantity !== 0 ? [{ id: newId(), variant_id: id, quantity, reason }] : [];
  });
  if (movements.length === 0) return;
  const recorded = await insertMovements(db, movements);
  if (recorded.length < movements.length) throw new LostRace("a variant was deleted meanwhile");
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
