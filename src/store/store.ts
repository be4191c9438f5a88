import { type Changed, patched, requireFresh } from "../core/changes.ts";
import { newId } from "../core/ids.ts";
import { Problem, unacceptable } from "../core/problem.ts";
import { type List, listed, type Span } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import {
  countMenus,
  type DatedMenuRow,
  datedMenus,
  deleteMenu,
  findMenu,
  findMenus,
  findStore,
  insertSite,
  lockMenu,
  type MenuRow,
  type NewSite,
  type SiteRow,
  type StoreFields,
  type StoreRow,
  siteBySlug,
  sitesAfter,
  storeToManage,
  updateStore,
  upsertMenu,
} from "./queries.ts";
import { MENU_DEPTH, type Menu, type MenuItem, type Store } from "./schema.ts";

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

/** The store as its merchant sees it: media addresses as they were given. */
export async function manageStore(db: SiteDb, { toChange = false } = {}): Promise<StoreRow & { updated_at: string }> {
  const store = await storeToManage(db, { toChange });
  if (!store) throw new Error(`site ${db.siteId} has a key and no row`);
  return store;
}

/** Changes what was said of the store. Throws `stale`. Slug, currency and country are for ever. */
export async function changeStore(
  db: SiteDb,
  wanted: { [K in keyof StoreFields]?: StoreFields[K] | undefined },
  expected: string | undefined,
): Promise<Changed<StoreRow>> {
  const before = await manageStore(db, { toChange: true });
  requireFresh(before.updated_at, expected, "store");
  const after = { ...patched(before, wanted), updated_at: db.now };
  await updateStore(db, after);
  return { before, after };
}

/** Menus as their merchant sees them. */
export const menusToManage = (db: SiteDb): Promise<DatedMenuRow[]> => datedMenus(db);

/** Makes a menu, or changes the one of this handle. Throws `stale`, and `invalid_value` for items too deep. */
export async function changeMenu(
  db: SiteDb,
  { handle, title, items }: { handle: string; title?: string | undefined; items?: LooseItem[] | undefined },
  expected: string | undefined,
): Promise<Changed<DatedMenuRow>> {
  const before = (await lockMenu(db, handle)) ?? null;
  if (before) requireFresh(before.updated_at, expected, "menu");
  const after = {
    id: before?.id ?? newId(),
    handle,
    title: title ?? before?.title ?? handle,
    items: items ? readItems(items, "items") : (before?.items ?? []),
    updated_at: db.now,
  };
  await upsertMenu(db, after);
  return { before, after };
}

/** A menu item as it may be sent: what is not said is plain. */
export interface LooseItem {
  title: string;
  url?: string | null;
  type?: string;
  children?: unknown[];
}

function readItems(items: unknown[], path: string, depth = 1): MenuItem[] {
  if (depth > MENU_DEPTH && items.length > 0) throw unacceptable(path, `must not be nested deeper than ${MENU_DEPTH}`);
  return items.map((item, i) => {
    const at = `${path}.${i}`;
    const { title, url = null, type = "link", children = [] } = (item ?? {}) as Partial<LooseItem>;
    if (typeof title !== "string" || !title.trim()) throw unacceptable(`${at}.title`, "must be a text");
    if (url !== null && typeof url !== "string") throw unacceptable(`${at}.url`, "must be a text or null");
    if (typeof type !== "string") throw unacceptable(`${at}.type`, "must be a text");
    if (!Array.isArray(children)) throw unacceptable(`${at}.children`, "must be an array");
    return { title, url, type, position: i + 1, children: readItems(children, `${at}.children`, depth + 1) };
  });
}

/** Takes a menu away. Throws `menu_not_found`. */
export async function removeMenu(db: SiteDb, handle: string): Promise<DatedMenuRow> {
  const menu = await lockMenu(db, handle);
  if (!menu) throw new Problem("menu_not_found", `This store has no menu "${handle}".`);
  await deleteMenu(db, handle);
  return menu;
}

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
