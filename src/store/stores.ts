import type { Db, SiteDb } from "../db/database.ts";
import {
  findSiteBySlug,
  findSitesAfter,
  findSlug,
  hasSite,
  insertSite,
  type NewSite,
  type SiteRow,
} from "./stores-queries.ts";

export type { SiteRow } from "./stores-queries.ts";

const STORE_DEFAULTS = {
  description: null,
  logo_url: null,
  custom_domain: null,
  contact_info: null,
  social_links: null,
  theme_settings: null,
  settings: null,
  primary_color: null,
  time_zone: null,
  shipping_methods: ["home", "desk"],
};

/** A store to create. Fields that are left out get their default. */
export type NewStore = Pick<NewSite, "slug" | "name" | "locale"> &
  Partial<Omit<NewSite, "id" | "currency" | "country">>;

/**
 * Creates the store whose id, currency and country `db` has. Returns undefined when the slug is taken. Call it in a
 * transaction. It says nothing to `db.changed`: nobody has read anything of a new store.
 */
export async function createStore(db: SiteDb, store: NewStore): Promise<SiteRow | undefined> {
  const { siteId: id, currency, country } = db;
  return insertSite(db, { ...STORE_DEFAULTS, ...store, id, currency, country }, db.now);
}

/** The store of this slug; undefined when there is none. */
export const findStoreBySlug = (db: Db, slug: string): Promise<SiteRow | undefined> => findSiteBySlug(db, slug);

/** Whose this slug is; of a store that is being read from a file, too. */
export const ownerOfSlug = (db: Db, slug: string): Promise<{ id: string; is_arriving: boolean } | undefined> =>
  findSlug(db, slug);

/** Whether no store has this id. */
export const isFreeId = async (db: Db, id: string): Promise<boolean> => !(await hasSite(db, id));

export const hasStores = async (db: Db): Promise<boolean> => (await findSitesAfter(db, "", 1)).length > 0;

const BATCH_SIZE = 500;

/** Every store, ordered by slug, read in batches. */
export async function* allStores(db: Db): AsyncGenerator<SiteRow> {
  for (let after = ""; ; ) {
    const stores = await findSitesAfter(db, after, BATCH_SIZE);
    yield* stores;
    const last = stores.at(-1);
    if (!last || stores.length < BATCH_SIZE) return;
    after = last.slug;
  }
}
