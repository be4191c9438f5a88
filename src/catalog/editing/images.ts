import { invalidValue, Problem } from "../../core/problem.ts";
import type { AdminProduct } from "./admin-queries.ts";
import type { ProductPatch } from "./patch.ts";

/** Changes to a product's images; each image is named by its id or address. */
export interface ImagesPatch {
  add?: { url: string; alt?: string | null | undefined; position?: number | undefined }[] | undefined;
  remove?: string[] | undefined;
  /** The images that come first, in this order; the others follow. */
  order?: string[] | undefined;
  describe?: { image: string; alt: string | null }[] | undefined;
  /** The image of a variant (id, SKU or title); null: no image of its own. */
  variants?: { variant: string; image: string | null }[] | undefined;
}

const MAX_IMAGES = 100;

type Image = { id?: string; url: string; alt: string | null };

/** A patch with the product's images after the changes. Throws `invalid_value` and `variant_not_found`. */
export function arrangeImages(product: AdminProduct, patch: ImagesPatch): ProductPatch {
  const { add = [], remove = [], order = [], describe = [], variants = [] } = patch;
  const images: Image[] = product.images.map((image) => ({ ...image }));
  const at = (path: string, ref: string): number => {
    const index = images.findIndex(({ id, url }) => id === ref.toLowerCase() || url === ref);
    if (index < 0) throw invalidValue(path, `must be the id or address of a picture of the product: ${ref} is none`);
    return index;
  };
  for (const [i, { url, alt = null, position }] of add.entries()) {
    if (images.some((image) => image.url === url)) throw invalidValue(`add.${i}.url`, "is there already");
    images.splice(position === undefined ? images.length : position - 1, 0, { url, alt });
  }
  for (const [i, { image, alt }] of describe.entries()) {
    const described = images[at(`describe.${i}.image`, image)];
    if (described) described.alt = alt;
  }
  const first = order.map((ref, i) => images[at(`order.${i}`, ref)] as Image);
  const variantImages = variants.map(({ variant, image }, i) => ({
    id: variantOf(product, variant),
    image_url: image === null ? null : (images[at(`variants.${i}.image`, image)] as Image).url,
  }));
  const removed = new Set(remove.map((ref, i) => images[at(`remove.${i}`, ref)]));
  const removedUrls = new Set([...removed].map((image) => image?.url));
  const invalid = variantImages.findIndex(({ image_url }) => image_url !== null && removedUrls.has(image_url));
  if (invalid >= 0) throw invalidValue(`variants.${invalid}.image`, "must not be one that is removed");
  const arranged = [...new Set([...first, ...images])].filter((image) => !removed.has(image));
  if (arranged.length > MAX_IMAGES) throw invalidValue("add", `must leave at most ${MAX_IMAGES} pictures`);
  const withoutImage = product.variants.filter(
    ({ id, image_url }) =>
      image_url !== null && removedUrls.has(image_url) && !variantImages.some((one) => one.id === id),
  );
  return {
    images: arranged.map(({ url, alt }) => ({ url, alt })),
    variants: [...withoutImage.map(({ id }) => ({ id, image_url: null })), ...variantImages],
  };
}

function variantOf({ variants, slug }: AdminProduct, ref: string): string {
  const found = variants.find(({ id, sku, title }) => id === ref.toLowerCase() || sku === ref || title === ref);
  if (found) return found.id;
  throw new Problem("variant_not_found", `${slug} has no variant "${ref}".`, {
    extra: { allowed: variants.slice(0, 20).map(({ title }) => title) },
  });
}
