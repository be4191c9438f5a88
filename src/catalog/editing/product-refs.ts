import { isId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { type FoundProduct, findProductRefs } from "./admin-queries.ts";

/** What may be an id, as one; for queries that take either. */
export const idsIn = (refs: string[]): (string | null)[] => refs.map((ref) => (isId(ref) ? ref.toLowerCase() : null));

/**
 * The product that each means: an id or a slug, else a SKU. Throws `product_not_found` naming those that mean none, and
 * `invalid_value` for a SKU of several products.
 */
export async function requireProducts(db: SiteDb, refs: string[]): Promise<FoundProduct[]> {
  const found = await findProductRefs(db, refs, idsIn(refs));
  const products = refs.map((ref) => productByRef(ref, found));
  const missing = refs.filter((_, i) => products[i] === undefined);
  if (missing.length > 0)
    throw new Problem("product_not_found", `This store has no product "${missing.join('", "')}".`);
  return products as FoundProduct[];
}

function productByRef(ref: string, found: FoundProduct[]): FoundProduct | undefined {
  const meant = found.filter((product) => product.ref === ref);
  const named = meant.find(({ by_sku }) => !by_sku);
  if (named || meant.length < 2) return named ?? meant[0];
  throw new Problem("invalid_value", `"${ref}" is the SKU of ${meant.length} products; name one by its slug.`, {
    extra: { allowed: meant.slice(0, 20).map(({ slug }) => slug) },
  });
}

/** The ids of the products that have a variant of this SKU. */
export const productsWithSku = async (db: SiteDb, sku: string): Promise<string[]> =>
  (await findProductRefs(db, [sku], [null])).filter(({ by_sku }) => by_sku).map(({ id }) => id);

/** The same, only their ids. */
export const requireProductIds = async (db: SiteDb, refs: string[]): Promise<string[]> =>
  (await requireProducts(db, refs)).map(({ id }) => id);
