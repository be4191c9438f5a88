import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { newId } from "../../core/ids.ts";
import { words } from "../../core/text/fold.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { insertMovements, lockProductsOf, lockVariantsOf } from "../inventory/queries.ts";
import { excerpt, plainText } from "../products/plain-text.ts";
import { type Searchable, searchVector, vocabulary } from "../search/document.ts";
import { addWords } from "../search/queries.ts";
import type { ProductInput, VariantInput } from "./input.ts";
import {
  clearOptionValues,
  deleteOtherVariants,
  findStored,
  lockInCategory,
  type StoredProduct,
  storedOf,
  updateSearches,
  upsertProduct,
  upsertVariants,
  type VariantRecord,
} from "./save-queries.ts";

/** What saving a product did, or would do; `fields` are those that differ from what was stored. */
export interface Saved {
  id: string;
  change: "created" | "updated" | "unchanged";
  fields: string[];
  /** Null when it was made. */
  before: StoredProduct | null;
  after: StoredProduct;
}

export interface SaveOptions {
  categoryName?: string | null;
  dryRun?: boolean;
  isNew?: boolean;
}

const TAKEN = "the slug was taken meanwhile";

/**
 * Makes the product, or changes the one of its slug: afterwards it is as the input says. Variants are known again by
 * their option values and images by their addresses, and so keep their ids. With `dryRun` nothing is written.
 * `categoryName` is what search finds the product by. With `isNew` it is made and never changed. Call it in a
 * transaction: throws LostRace when another made the product meanwhile.
 */
export async function saveProduct(
  db: SiteDb,
  input: ProductInput,
  { categoryName = null, dryRun = false, isNew = false }: SaveOptions = {},
): Promise<Saved> {
  const locked = dryRun ? [] : await lockToSave(db, [input.slug]);
  const stored = await findStored(db, input.slug);
  // One that came after the lock may be changing still: what is read of it is no ground for the ledger.
  const isUnlocked = !dryRun && locked.length === 0;
  if (stored && (isNew || isUnlocked)) throw new LostRace(TAKEN);
  const product = withIds(input, stored);
  const fields = changedFields(product, stored);
  const change = !stored ? "created" : fields.length > 0 ? "updated" : "unchanged";
  const told = { change, fields, before: stored ?? null, after: product } as const;
  if (dryRun || change === "unchanged") return { id: product.id, ...told };

  const found = searchable(product, categoryName);
  const prices = product.variants.map((variant) => variant.price);
  const { variants, ...rest } = product;
  const written = await upsertProduct(db, {
    ...rest,
    excerpt: excerpt(found.description),
    sort_name: words(product.name).join(" "),
    min_price: Math.min(...prices),
    max_price: Math.max(...prices),
    search: searchVector(found),
    option_pairs: variants.flatMap(({ option_values }) => Object.entries(option_values)),
  });
  const { id } = product;
  if (written?.id !== id) throw new LostRace(TAKEN);
  const kept = variants.map((variant) => variant.id);
  if (stored) await deleteOtherVariants(db, id, kept);
  const renamed = variants.filter(({ id, option_values }) => changesValues(stored, id, option_values));
  if (renamed.length > 0) {
    await clearOptionValues(
      db,
      renamed.map((variant) => variant.id),
    );
  }
  const saved = await upsertVariants(db, id, variants.map(placed(input)));
  if (saved.length < variants.length) throw new Error(`a variant of ${product.slug} is another product's`);
  await noteStock(db, stored?.variants ?? [], variants);
  await addWords(db, vocabulary(found));
  return { id, ...told };
}

/**
 * Locks what is there of products that one transaction is to save, in the order in which everybody locks: saved one
 * after the other they would lock it in theirs, and orders wait in a circle. Answers the products that are locked.
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

/** Each comes with all its variants and its description. */
const AT_A_TIME = 50;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Renews what search knows of the products in a category whose name is another; null: they will be in none. */
export async function reindexCategory(db: SiteDb, categoryId: string, name: string | null): Promise<void> {
  for (let after = BEFORE_ALL; ; ) {
    const locked = await lockInCategory(db, categoryId, after, AT_A_TIME);
    const products = await storedOf(
      db,
      locked.map(({ id }) => id),
    );
    const searches: { id: string; search: string }[] = [];
    const found = new Set<string>();
    for (const product of products) {
      const said = searchable(product, name);
      searches.push({ id: product.id, search: searchVector(said) });
      for (const word of vocabulary(said)) found.add(word);
      await setImmediate(); // other requests are served between two long descriptions
    }
    await updateSearches(db, searches);
    await addWords(db, [...found]);
    const last = locked.at(-1);
    if (!last || locked.length < AT_A_TIME) return;
    after = last.id;
  }
}

/** Enters in the ledger what the variants start with, or what was added or taken by setting it. */
async function noteStock(
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
  if (movements.length > 0) await insertMovements(db, movements);
}

function withIds(input: ProductInput, stored: StoredProduct | undefined): StoredProduct {
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

/** One text a combination of option values, whatever the order of their names. */
const combination = ({ option_values }: Pick<VariantInput, "option_values">, { options }: ProductInput): string =>
  JSON.stringify([...options.map(({ name }) => option_values[name] ?? null), Object.keys(option_values).length]);

function changedFields(product: StoredProduct, stored: StoredProduct | undefined): string[] {
  const fields = Object.keys(product) as (keyof StoredProduct)[];
  return fields.filter((field) => !isDeepStrictEqual(product[field], stored?.[field]));
}

function searchable(
  { name, tags, vendor, product_type, description, variants }: StoredProduct,
  category: string | null,
): Searchable {
  return {
    name,
    labels: [...tags, vendor, product_type, category].filter((label) => label !== null),
    options: variants.flatMap(({ option_values }) => Object.values(option_values)),
    description: plainText(description),
    codes: variants.flatMap(({ sku, barcode }) => [sku, barcode]).filter((code) => code !== null),
  };
}

const placed =
  ({ options }: ProductInput) =>
  (variant: StoredProduct["variants"][number], i: number): VariantRecord => ({
    ...variant,
    position: i + 1,
    title: options.map(({ name }) => variant.option_values[name]).join(" / ") || "Default",
  });
