import { Readable } from "node:stream";
import { saveArticle } from "../../../../src/content/content.ts";
import { newId } from "../../../../src/core/ids.ts";
import { importShopifyCsv } from "../../../../src/imports/imports.ts";
import { createKey, listKeys, revokeKey } from "../../../../src/keys/keys.ts";
import { createStore, findStoreBySlug, saveMenu } from "../../../../src/store/store.ts";
import { allStores } from "../../../../src/store/stores.ts";
import type { Use } from "../../scene.ts";

const CSV = [
  "Handle,Title,Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price",
  'vase-importe,Vase importé,Atelier baba,Rayon neuf,"nouveau, rouge",Taille,Petit,VASE-1,2500',
  "vase-importe,,,,,,Grand,VASE-2,3500",
  "produit-700,Produit importé,Atelier baba,Tapis,nouveau,Taille,Unique,REF-IMPORT,4500",
].join("\n");

const ARTICLE = {
  slug: "explained",
  title: "Explained",
  type: null,
  description: null,
  body: "<p>Explained</p>",
  content: null,
  featured_image: null,
  is_published: true,
  published_at: "2026-01-01T00:00:00.000Z",
  seo_title: null,
  seo_description: null,
};

/** What the commands do that no request does. */
export const COMMANDS: Record<string, Use> = {
  "commands: stores": async ({ database, store }) => {
    for await (const _ of allStores(database.directory));
    await findStoreBySlug(database.directory, store.slug);
    const siteId = newId();
    await database.transact({ ...store.tenant, siteId }, (db) =>
      createStore(db, { slug: `explained-${siteId}`, name: "Explained", locale: "fr" }),
    );
  },
  "commands: keys": async ({ database, store: { tenant } }) => {
    const { prefix } = await database.transact(tenant, (db) =>
      createKey(db, { kind: "publishable", name: "Explained" }),
    );
    await database.transact(tenant, listKeys);
    await database.transact(tenant, (db) => revokeKey(db, prefix));
  },
  "commands: demo": async ({ database, store }) => {
    await database.transact(store.tenant, async (db) => {
      await saveMenu(db, { handle: "explained-demo", title: "Explained", items: [] });
      await saveArticle(db, "page", ARTICLE);
    });
  },
  "commands: import": async ({ database, store }) => {
    for (const dryRun of [true, false]) {
      for await (const { change } of importShopifyCsv(database, store.tenant, Readable.from([Buffer.from(CSV)]), {
        dryRun,
      })) {
        if (change === "failed") throw new Error("the import failed");
      }
    }
  },
};
