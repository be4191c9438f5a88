import { requireImageAddress } from "../../../core/media.ts";
import { invalidValue } from "../../../core/problem.ts";
import type { AdminProduct } from "../admin-queries.ts";
import type { ProductInput } from "../input.ts";
import { MAX_IMAGES } from "../limits.ts";
import type { ImagePatch, ProductPatch } from "../patch.ts";

type Images = ProductInput["images"];

/**
 * The images after a patch: those of `images`, else the stored ones, then those of `add_images`. Throws `invalid_value`
 * with the argument that is wrong. Addresses that the product has already are not checked: imports may have brought them.
 */
export function mergeImages(
  current: AdminProduct | null,
  { images, add_images: added = [] }: Pick<ProductPatch, "images" | "add_images">,
): Images {
  const stored = current?.images ?? [];
  const merged = images ? images.map((image, i) => mergedImage(stored, image, `images.${i}`)) : stored.map(asInput);
  for (const [i, { url }] of merged.entries()) {
    if (merged.findIndex((image) => image.url === url) < i) throw invalidValue(`images.${i}.url`, "was given already");
  }
  for (const [i, { url, alt = null }] of added.entries()) {
    if (url === undefined) throw invalidValue(`add_images.${i}.url`, "is required, or the id of a file");
    if (merged.some((image) => image.url === url)) throw invalidValue(`add_images.${i}.url`, "is there already");
    requireKnownAddress(stored, url, `add_images.${i}.url`);
    merged.push({ url, alt });
  }
  if (added.length > 0 && merged.length > MAX_IMAGES)
    throw invalidValue("add_images", `must leave at most ${MAX_IMAGES} pictures`);
  return merged;
}

type Stored = AdminProduct["images"];
const asInput = ({ url, alt }: Stored[number]): Images[number] => ({ url, alt });

/** A stored image, named by its address or else its id, keeps the text that the patch does not give. */
function mergedImage(stored: Stored, { id, url, alt }: ImagePatch, path: string): Images[number] {
  const known = stored.find((image) => (url === undefined ? image.id === id?.toLowerCase() : image.url === url));
  const address = url ?? known?.url;
  if (address === undefined) {
    if (id === undefined) throw invalidValue(`${path}.url`, "is required, or the id of a picture of the product");
    throw invalidValue(`${path}.id`, "must be the id of a picture of the product");
  }
  requireKnownAddress(stored, address, `${path}.url`);
  return { url: address, alt: alt === undefined ? (known?.alt ?? null) : alt };
}

function requireKnownAddress(stored: Stored, url: string, path: string): void {
  if (!stored.some((image) => image.url === url)) requireImageAddress(path, url);
}

/** The product, with variants that no longer show an image which is not among `images`. */
export function withoutLostImages(product: AdminProduct, images: Images): AdminProduct {
  const kept = new Set(images.map(({ url }) => url));
  const lost = new Set(product.images.map(({ url }) => url).filter((url) => !kept.has(url)));
  const variants = product.variants.map((variant) =>
    variant.image_url !== null && lost.has(variant.image_url) ? { ...variant, image_url: null } : variant,
  );
  return { ...product, variants };
}
