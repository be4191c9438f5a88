import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Adoption, adoptStep } from "../../../src/adoption/adoption.ts";
import { readSettings } from "../../../src/config.ts";
import { NO_STORE, newId } from "../../../src/core/ids.ts";
import type { SiteDb } from "../../../src/db/database.ts";
import { clearFiles, Files } from "../../../src/files/files.ts";
import { shownFile } from "../../../src/files/schema.ts";
import type { Scene, Use } from "../scene.ts";
import { ask } from "./asking.ts";

const MONTHS_MS = 60 * 86_400_000;

/** 8 × 6 pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAMAAADJ2y/JAAAAA1BMVEWqVSJhOQ2ZAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgIAcAAAA2AAHjaZSbAAAAAElFTkSuQmCC",
  "base64",
);

/** Pictures in a folder of their own: every address has one, each another. */
export const explainedFiles = (): Files =>
  new Files({ ...readSettings(), MEDIA_DIR: join(tmpdir(), `hanout-explain-${newId()}`) }, (address, take) =>
    take(Readable.from([PNG, Buffer.from(address)])),
  );

async function keep(files: Files, { database, store }: Scene) {
  const { siteId: id } = store.tenant;
  const transact = <T>(work: (db: SiteDb) => Promise<T>) => database.transact(store.tenant, work);
  return shownFile(id, await files.fetch({ id, transact }, `https://example.com/${newId()}.png`));
}

const ADOPTED = ["product", "category", "collection", "page", "store"] as const;

/** Things that name pictures of another server. */
const ELSEWHERE: [string, object][] = [
  ["products_save", { product: "produit-107", images: [{ url: "https://example.com/product.png" }] }],
  ["categories_save", { category: "rayon-1-2", image_url: "https://example.com/category.png" }],
  ["collections_save", { collection: "collection-5", image_url: "https://example.com/collection.png" }],
  ["content_save", { kind: "page", slug: "article-11", title: "Onze", featured_image: "https://example.com/page.png" }],
  ["store_update", { logo_url: "https://example.com/logo.png" }],
];

/** Pictures, and what names them. */
export const FILES: Record<string, Use> = {
  "files: kept, named, deleted, cleared": async (scene) => {
    const { database, store, operation, storefront } = scene;
    const files = explainedFiles();
    const [named, unnamed, left] = [await keep(files, scene), await keep(files, scene), await keep(files, scene)];
    await operation("products_save", { product: "produit-106", images: [{ file: named.id, alt: "Une" }] });
    await storefront("GET", "/products/produit-106?pictures=true");
    await operation("content_save", { kind: "page", slug: "article-11", title: "Onze", featured_image: named.url });
    await operation("files_get", { file: named.id });
    await operation("files_delete", { file: unnamed.id });
    const removed = /[0-9a-f]{64}/.exec(unnamed.url)?.[0] ?? "";
    await database.transact(store.tenant, (db) => files.remove(db, removed));
    await operation("files_get", { file: left.id });
    const now = new Date(Date.now() + MONTHS_MS).toISOString();
    await clearFiles({ database, files, now, signal: new AbortController().signal });
    files.stop();
  },
  "files_adopt: what is named elsewhere": ask("files_adopt", { dry_run: true }),
  "files_adopt: a portion of its job": async ({ database, store, operation }) => {
    for (const [name, args] of ELSEWHERE) await operation(name, args);
    const transact = <T>(work: (db: SiteDb) => Promise<T>) => database.transact(store.tenant, work);
    const files = explainedFiles();
    const adoption = new Adoption(files, ADOPTED);
    for (const kind of ADOPTED) {
      const from = { kind, id: NO_STORE };
      const step = await adoption.step({ id: store.tenant.siteId, transact }, from, new AbortController().signal);
      await transact((db) => adoptStep(db, step, () => {}));
    }
    files.stop();
  },
  "files_list: with uses": ask("files_list", { with_uses: true }),
  "files_list: a page": async ({ operation }) => {
    const { next_cursor: cursor } = await operation("files_list", { limit: 1 });
    await operation("files_list", { cursor });
  },
};
