import { isId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { type FoundProduct, findProductRefs, findVariantRefs } from "./ref-queries.ts";

/** Each reference that may be an id, in lower case; null for the others. */
export const idsIn = (refs: string[]): (string | null)[] => refs.map((ref) => (isId(ref) ? ref.toLowerCase() : null));

/**
 * The product of each reference: an id or a slug, else a SKU. Throws `product_not_found`, which names the references
 * without a product, and `invalid_value` for a SKU of several products.
 */
export async function requireProducts(db: SiteDb, refs: string[]): Promise<FoundProduct[]> {
  const found = await findProductRefs(db, refs, idsIn(refs));
  const products = refs.map((ref) => productByRef(ref, found));
  const missing = refs.filter((_, i) => products[i] === undefined);
  if (missing.length > 0) throw productsNotFound(missing);
  return products as FoundProduct[];
}

/** The refusal of references that name nothing. */
export const productsNotFound = (refs: string[]): Problem =>
  new Problem("product_not_found", `This store has no product "${refs.join('", "')}".`);

function productByRef(ref: string, found: FoundProduct[]): FoundProduct | undefined {
  const matches = found.filter((product) => product.ref === ref);
  const byIdOrSlug = matches.find(({ by_sku }) => !by_sku);
  if (byIdOrSlug || matches.length < 2) return byIdOrSlug ?? matches[0];
  throw new Problem("invalid_value", `"${ref}" is the SKU of ${matches.length} products; name one by its slug.`, {
    extra: { allowed: matches.slice(0, 20).map(({ slug }) => slug) },
  });
}

/**
 * The variants that references mean, each with its product: an id or a slug of a product means all its variants; else an
 * id of a variant, or a SKU.
 */
export const findVariants = (db: SiteDb, refs: string[]) => findVariantRefs(db, refs, idsIn(refs));

/** The ids of the products of these references. Throws as `requireProducts`. */
export const requireProductIds = async (db: SiteDb, refs: string[]): Promise<string[]> =>
  (await requireProducts(db, refs)).map(({ id }) => id);
