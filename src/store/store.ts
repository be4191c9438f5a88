import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { type List, listed, type Span } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import {
  countMenus,
  findMenu,
  findMenus,
  findStore,
  insertSite,
  type MenuRow,
  type NewSite,
  type SiteRow,
  siteBySlug,
  sitesAfter,
  upsertMenu,
} from "./queries.ts";
import type { Menu, MenuItem, Store } from "./schema.ts";

export type { SiteRow } from "./queries.ts";
export type { MenuItem } from "./schema.ts";

/** The store of the request's key (spec section 2.7). */
export async function showStore(db: SiteDb): Promise<Store> {
  const store = await findStore(db);
  if (!store) throw new Error(`site ${db.siteId} has a key and no row`);
  return { ...store, logo_url: db.mediaUrl(store.logo_url) };
}

export async function listMenus(db: SiteDb, span: Span): Promise<List<Menu>> {
  const [menus, counted] = [await findMenus(db, span), await countMenus(db)];
  return listed(menus.map(inOrder), counted?.total ?? 0, span);
}

/** Throws `menu_not_found`. */
export async function showMenu(db: SiteDb, handle: string): Promise<Menu> {
  const menu = await findMenu(db, handle);
  if (!menu) throw new Problem("menu_not_found", `This store has no menu "${handle}".`);
  return inOrder(menu);
}

const inOrder = (menu: MenuRow): Menu => ({ ...menu, items: sorted(menu.items) });

const sorted = (items: MenuItem[]): MenuItem[] =>
  items
    .map((item) => ({ ...item, children: sorted(item.children) }))
    .sort((one, other) => one.position - other.position);

/** Makes a menu, or replaces the one of this handle. */
export const saveMenu = (db: SiteDb, menu: { handle: string; title: string; items: MenuItem[] }): Promise<void> =>
  upsertMenu(db, { id: newId(), ...menu });

/** What a store says of itself until its merchant says more. */
const NOTHING_SAID = {
  description: null,
  logo_url: null,
  custom_domain: null,
  contact_info: null,
  social_links: null,
  theme_settings: null,
  settings: null,
  primary_color: null,
  shipping_methods: ["home", "desk"],
};

export type NewStore = Pick<NewSite, "slug" | "name" | "locale"> &
  Partial<Omit<NewSite, "id" | "currency" | "country">>;

/** Makes the store that `db` is the view of; returns undefined when its slug is taken. Call it in a transaction. */
export async function createStore(db: SiteDb, store: NewStore): Promise<SiteRow | undefined> {
  const { siteId: id, currency, country } = db;
  return insertSite(db, { ...NOTHING_SAID, ...store, id, currency, country }, db.now);
}

export const findStoreBySlug = (db: Db, slug: string): Promise<SiteRow | undefined> => siteBySlug(db, slug);

const STORES_AT_A_TIME = 500;

/** Every store, by slug, read in portions. */
export async function* allStores(db: Db): AsyncGenerator<SiteRow> {
  for (let after = ""; ; ) {
    const stores = await sitesAfter(db, after, STORES_AT_A_TIME);
    yield* stores;
    const last = stores.at(-1);
    if (!last || stores.length < STORES_AT_A_TIME) return;
    after = last.slug;
  }
}
