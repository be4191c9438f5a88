import { type Changed, patched, requireFresh, withUpdatedAt } from "../core/changes.ts";
import { newId } from "../core/ids.ts";
import { requireImageAddress } from "../core/media.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import { type List, type OffsetPage, pageOf } from "../core/shapes.ts";
import { requireZone, type Zone, zoneNamed, zoneOf } from "../core/time/zone.ts";
import { type Db, LostRace, type SiteDb } from "../db/database.ts";
import {
  type AdminMenuRow,
  countMenus,
  deleteMenu,
  findMenu,
  findMenus,
  findStore,
  findTimeZone,
  insertMenu,
  insertSite,
  lockMenu,
  type MenuRow,
  menusWithUpdatedAt,
  type NewSite,
  type SiteRow,
  type StoreFields,
  type StoreRow,
  siteBySlug,
  sitesAfter,
  storeForAdmin,
  updateMenu,
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
  return { ...store, time_zone: zoneOfStore(store).name, logo_url: db.mediaUrl(store.logo_url) };
}

/** The zone of a store's clocks: its own, or else its country's. */
export const zoneOfStore = ({ time_zone, country }: Pick<StoreRow, "time_zone" | "country">): Zone =>
  (time_zone === null ? undefined : zoneNamed(time_zone)) ?? zoneOf(country);

/** The same of the store that `db` is the view of. Read each time, so that the next call after a change has it. */
export async function storeZone(db: SiteDb): Promise<Zone> {
  const { time_zone = null } = (await findTimeZone(db)) ?? {};
  return zoneOfStore({ time_zone, country: db.country });
}

export async function listMenus(db: SiteDb, span: OffsetPage): Promise<List<Menu>> {
  const [menus, counted] = [await findMenus(db, span), await countMenus(db)];
  return pageOf(menus.map(inOrder), counted?.total ?? 0, span);
}

/** Throws `menu_not_found`. */
export async function showMenu(db: SiteDb, handle: string): Promise<Menu> {
  const menu = await findMenu(db, handle);
  if (!menu) throw noMenu(handle);
  return inOrder(menu);
}

const noMenu = (handle: string) => new Problem("menu_not_found", `This store has no menu "${handle}".`);

const inOrder = (menu: MenuRow): Menu => ({ ...menu, items: sorted(menu.items) });

const sorted = (items: MenuItem[]): MenuItem[] =>
  items
    .map((item) => ({ ...item, children: sorted(item.children) }))
    .sort((one, other) => one.position - other.position);

/** Makes a menu, or replaces the one of this handle. */
export const saveMenu = (db: SiteDb, menu: { handle: string; title: string; items: MenuItem[] }): Promise<void> =>
  upsertMenu(db, { id: newId(), ...menu });

/** The store as its merchant sees it: media addresses as they were given, and always a time zone. */
export const storeForMerchant = async (db: SiteDb): Promise<DatedStore> =>
  withTimeZone(await requireStoreRow(db, { toChange: false }));

type DatedStore = StoreRow & { updated_at: string };

async function requireStoreRow(db: SiteDb, lock: { toChange: boolean }): Promise<DatedStore> {
  const store = await storeForAdmin(db, lock);
  if (!store) throw new Error(`site ${db.siteId} has a key and no row`);
  return store;
}

const withTimeZone = (store: DatedStore): DatedStore => ({ ...store, time_zone: zoneOfStore(store).name });

/**
 * Changes what was said of the store; of its objects, what was said of their members. The time zone null is the
 * country's again. Throws `stale` and `invalid_value`. Slug, currency and country are for ever.
 */
export async function changeStore(
  db: SiteDb,
  wanted: { [K in keyof StoreFields]?: StoreFields[K] | undefined },
  expected: string | undefined,
): Promise<Changed<StoreRow>> {
  const before = await requireStoreRow(db, { toChange: true });
  requireFresh(before.updated_at, expected, "store");
  const { time_zone: zone } = wanted;
  const time_zone = typeof zone === "string" ? requireZone(zone).name : zone;
  const merged = { ...wanted, ...mergedObjects(before, wanted), time_zone };
  const after = withUpdatedAt(db.now, before, patched(before, merged));
  requireAcceptable(merged);
  await updateStore(db, after);
  return { before: withTimeZone(before), after: withTimeZone(after) };
}

const OBJECTS = ["contact_info", "social_links", "theme_settings", "settings"] as const;
type Objects = Pick<StoreFields, (typeof OBJECTS)[number]>;

/** The objects that were said: members that were not stay, null takes one away; null in an object's place takes all. */
function mergedObjects(before: Objects, said: { [K in keyof Objects]?: Objects[K] | undefined }): Partial<Objects> {
  const merged = OBJECTS.flatMap((name) => {
    const members = said[name];
    if (!members) return [];
    const all = Object.entries({ ...before[name], ...members });
    return [
      [name, Object.fromEntries(all.filter(([member, value]) => !(value === null && Object.hasOwn(members, member))))],
    ];
  });
  return Object.fromEntries(merged);
}

const MAX_BYTES = 64 * 1024;

function requireAcceptable(said: { [K in keyof StoreFields]?: StoreFields[K] | undefined }): void {
  const { name, shipping_methods = [], logo_url, custom_domain } = said;
  if (name !== undefined && !name.trim()) throw invalidValue("name", "must not be empty");
  if (new Set(shipping_methods).size < shipping_methods.length) {
    throw invalidValue("shipping_methods", "must name each once");
  }
  if (logo_url) requireImageAddress("logo_url", logo_url);
  if (custom_domain && !DOMAIN.test(custom_domain)) {
    throw invalidValue("custom_domain", "must be a domain, like shop.example.dz");
  }
  for (const path of OBJECTS) {
    // Every shopper's page loads them.
    const bytes = Buffer.byteLength(JSON.stringify(said[path] ?? null));
    if (bytes > MAX_BYTES) throw invalidValue(path, `must not be larger than ${MAX_BYTES} bytes`);
  }
}

const DOMAIN = /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/iu;

/** Menus as their merchant sees them: all, or the one of a handle. Throws `menu_not_found`. */
export async function menusForAdmin(db: SiteDb, handle?: string): Promise<AdminMenuRow[]> {
  const menus = await menusWithUpdatedAt(db);
  if (handle === undefined) return menus;
  const menu = menus.find((one) => one.handle === handle);
  if (!menu) throw noMenu(handle);
  return [menu];
}

/**
 * Makes a menu, or changes the one of this handle. Throws `stale`, `menu_not_found` for one that is gone since it was
 * seen, and `invalid_value` for items that are too many or too deep.
 */
export async function changeMenu(
  db: SiteDb,
  { handle, title, items }: { handle: string; title?: string | undefined; items?: LooseItem[] | undefined },
  expected: string | undefined,
): Promise<Changed<AdminMenuRow>> {
  const before = (await lockMenu(db, handle)) ?? null;
  if (before) requireFresh(before.updated_at, expected, "menu");
  else if (expected !== undefined) throw noMenu(handle);
  if (title?.trim() === "") throw invalidValue("title", "must not be empty");
  const after = withUpdatedAt(db.now, before, {
    id: before?.id ?? newId(),
    handle,
    title: title ?? before?.title ?? handle,
    items: items ? readItems(items, "items") : (before?.items ?? []),
    updated_at: db.now,
  });
  if (items && countItems(after.items) > MAX_ITEMS)
    throw invalidValue("items", `must be at most ${MAX_ITEMS}, nested ones too`);
  if (!(await (before ? updateMenu(db, after) : insertMenu(db, after)))) throw new LostRace("another made the menu");
  return { before, after };
}

/** What browsers drop from an address before they look at its scheme (URL standard). */
const INVISIBLE = /[\0-\x20]/g;

const MAX_ITEMS = 500;
const countItems = (items: MenuItem[]): number =>
  items.reduce((sum, { children }) => sum + 1 + countItems(children), 0);

/** A menu item as it may be sent: what is not said is plain. */
export interface LooseItem {
  title: string;
  url?: string | null;
  type?: string;
  children?: unknown[];
}

/** Of each level; schemas that many tools show to every agent say it of the first only. */
const MOST = { items: 100, title: 200, url: 2000, type: 50 };
const KNOWN = "title, url, type, children";

function readItems(items: unknown[], path: string, depth = 1): MenuItem[] {
  if (depth > MENU_DEPTH && items.length > 0) throw invalidValue(path, `must not be nested deeper than ${MENU_DEPTH}`);
  if (items.length > MOST.items) throw invalidValue(path, `must not have more than ${MOST.items} items`);
  return items.map((item, i) => {
    const at = `${path}.${i}`;
    const { title, url = null, type = "link", children = [], ...others } = (item ?? {}) as Partial<LooseItem>;
    const unknown = Object.keys(others).find((name) => name !== "position"); // as menus show it; the place says it here
    if (unknown !== undefined) throw invalidValue(`${at}.${unknown}`, `is not known; known are: ${KNOWN}`);
    if (title === undefined) throw invalidValue(`${at}.title`, "is required");
    if (!isText(title, MOST.title) || !title.trim()) throw invalidValue(`${at}.title`, textOf(MOST.title));
    if (url !== null && !isText(url, MOST.url)) throw invalidValue(`${at}.url`, `${textOf(MOST.url)}, or null`);
    if (url !== null && /^(javascript|data|vbscript):/i.test(url.replace(INVISIBLE, "")))
      throw invalidValue(`${at}.url`, "must be an address");
    if (!isText(type, MOST.type)) throw invalidValue(`${at}.type`, textOf(MOST.type));
    if (!Array.isArray(children)) throw invalidValue(`${at}.children`, "must be an array");
    return { title, url, type, position: i + 1, children: readItems(children, `${at}.children`, depth + 1) };
  });
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === "string" && [...value].length <= maxLength;
const textOf = (maxLength: number): string => `must be a text of at most ${maxLength} characters`;

/** Takes a menu away. Throws `menu_not_found`. */
export async function removeMenu(db: SiteDb, handle: string): Promise<AdminMenuRow> {
  const menu = await lockMenu(db, handle);
  if (!menu) throw noMenu(handle);
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
  time_zone: null,
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
