import { changeCategory, changeCollection, loggedProduct, updateProduct } from "../catalog/catalog.ts";
import { changeArticle } from "../content/content.ts";
import type { SiteDb } from "../db/database.ts";
import { changeStore } from "../store/store.ts";
import { withPictures } from "./html.ts";
import type { Kind, NamingRow } from "./queries.ts";
import { type ChangedThing, ofWhatWasRead } from "./told.ts";

/** Where a picture is now; undefined: it stays where it is. */
export type NewAddress = (address: string) => string | undefined;

/** All addresses of pictures that a thing names, each once. */
export function addressesOf(thing: NamingRow): string[] {
  const found = new Set<string>();
  const note = (address: string) => {
    found.add(address);
    return undefined;
  };
  patchOf(thing, note);
  return [...found];
}

/** What a thing becomes. */
function patchOf({ picture, html, images, variants }: NamingRow, to: NewAddress) {
  const at = (address: string): string => to(address) ?? address;
  const urls = new Set<string>();
  return {
    picture: picture && at(picture),
    html: html && withPictures(html, at),
    images: images
      .map(({ url, alt }) => ({ url: at(url), alt }))
      // The same picture at two addresses is one of ours.
      .filter(({ url }) => urls.size < urls.add(url).size),
    variants: variants.map(({ id, image_url }) => ({ id, image_url: at(image_url) })),
  };
}

/**
 * Gives the addresses of its pictures to a thing; undefined when none of them changes. Throws what its verb throws, and LostRace when
 * somebody changed it since it was read.
 */
export async function rename(
  db: SiteDb,
  kind: Kind,
  thing: NamingRow,
  to: NewAddress,
): Promise<ChangedThing | undefined> {
  if (!addressesOf(thing).some((address) => to(address) !== undefined)) return undefined;
  const { id, label, entity } = thing;
  return { entity, id, label, ...(await ofWhatWasRead(SAVE[kind](db, thing, patchOf(thing, to)))) };
}

type Save = (
  db: SiteDb,
  thing: NamingRow,
  patch: ReturnType<typeof patchOf>,
) => Promise<Pick<ChangedThing, "before" | "after" | "snapshot">>;

const SAVE: Record<Kind, Save> = {
  product: async (db, { id, updated_at }, { html, images, variants }) => {
    const { before, after } = await updateProduct(db, id, { description: html, images, variants }, updated_at);
    return { before: before && loggedProduct(before, db.currency), after: loggedProduct(after, db.currency) };
  },
  category: (db, { id, updated_at }, { picture, html }) =>
    changeCategory(db, id, { image_url: picture, description: html }, updated_at),
  collection: async (db, { id, updated_at }, { picture, html }) => {
    const { before, after } = await changeCollection(db, id, { image_url: picture, description: html }, {}, updated_at);
    return { before, after };
  },
  page: async (db, { id, entity, updated_at }, { picture, html }) => {
    const patch = { featured_image: picture, body: html };
    const { before, after } = await changeArticle(db, entity as "page" | "post", id, patch, updated_at);
    const { body: _body, content: _content, ...snapshot } = after;
    return { before, after, snapshot };
  },
  store: (db, { updated_at }, { picture }) => changeStore(db, { logo_url: picture }, updated_at),
};
