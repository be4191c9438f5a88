import { loggedProduct, requireProductIds, requireProductRef, updateProduct } from "../catalog/catalog.ts";
import { Problem } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { addressOf, type FileRow } from "../files/files.ts";
import { ofWhatWasRead, tellOfProduct } from "./told.ts";

/** A picture that was named by a SKU or a slug. */
export interface NamedPicture {
  name: string;
  /** The SKU or slug. */
  key: string;
  /** Its number among those of this key. */
  place: number;
}

/** What names may mean, the likelier first: a SKU may end with a number, too. */
function readingsOf(name: string): NamedPicture[] {
  const key = name.replace(/\.[^.]*$/, "").normalize("NFC");
  const [, before, number] = /^(.+)-(\d{1,3})$/.exec(key) ?? [];
  const numbered = before === undefined ? [] : [{ name, key: before, place: Number(number) }];
  return [{ name, key, place: 1 }, ...numbered];
}

/** The product that each of these names of pictures means: `SKU.jpg`, `slug-2.jpg`. A name that means none is left over, with the reason. */
export async function placePictures(
  db: SiteDb,
  names: readonly string[],
): Promise<{ placed: { id: string; picture: NamedPicture }[]; left: { name: string; reason: string }[] }> {
  const placed: { id: string; picture: NamedPicture }[] = [];
  const left: { name: string; reason: string }[] = [];
  for (const name of names) {
    const found = await findReading(db, name);
    if ("reason" in found) left.push({ name, reason: found.reason });
    else placed.push(found);
  }
  return { placed, left };
}

/** The order of a product's pictures. */
export const byPlace = (one: NamedPicture, other: NamedPicture): number =>
  one.key === other.key ? one.place - other.place : one.key < other.key ? -1 : 1;

async function findReading(
  db: SiteDb,
  name: string,
): Promise<{ id: string; picture: NamedPicture } | { reason: string }> {
  for (const picture of readingsOf(name)) {
    try {
      const [id = ""] = await requireProductIds(db, [picture.key]);
      return { id, picture };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code !== "product_not_found") return { reason: error.detail };
    }
  }
  return { reason: "No product has this SKU or slug." };
}

/**
 * Adds kept pictures to their product, behind those that it has, those of its slug first; one that it has stays where it is. The first picture of a variant's SKU is
 * also the variant's. Returns how many were added. Throws `product_not_found`, `file_not_found` and `invalid_value`.
 */
export async function putPictures(
  db: SiteDb,
  id: string,
  pictures: readonly { picture: NamedPicture; file: FileRow }[],
): Promise<number> {
  const before = await requireProductRef(db, id);
  const urls = new Set(before.images.map(({ url }) => url));
  const isOfVariant = ({ picture }: { picture: NamedPicture }): number => Number(picture.key !== before.slug);
  const ordered = [...pictures].sort((one, other) => isOfVariant(one) - isOfVariant(other));
  const given = ordered.map(({ picture, file }) => ({
    ...picture,
    file: file.id,
    url: addressOf({ siteId: db.siteId, ...file, width: undefined }),
  }));
  const added = given.filter(({ url }) => urls.size < urls.add(url).size);
  const variants =
    before.options.length === 0
      ? []
      : before.variants.flatMap((variant) => {
          const own = given.find(({ key, place }) => place === 1 && key === variant.sku);
          return own && own.url !== variant.image_url ? [{ id: variant.id, image_url: own.url }] : [];
        });
  if (added.length === 0 && variants.length === 0) return 0;
  const patch = { add_images: added.map(({ file }) => ({ file })), variants };
  const { after } = await ofWhatWasRead(updateProduct(db, id, patch, before.updated_at));
  const shown = [before, after].map((product) => loggedProduct(product, db.currency));
  tellOfProduct(db, { entity: "product", id, label: after.slug, before: shown[0] ?? null, after: shown[1] ?? {} });
  return added.length;
}
