import { Problem } from "../../core/problem.ts";
import { type List, listAnswer, type OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import type { Menu, MenuItem } from "../schema.ts";
import { countMenus, findMenu, findMenus, type MenuRow } from "./queries.ts";

/** The store's menus, ordered by handle. */
export async function listMenus(db: SiteDb, page: OffsetPage): Promise<List<Menu>> {
  const [menus, total] = await Promise.all([findMenus(db, page), countMenus(db)]);
  return listAnswer(menus.map(withSortedItems), total, page);
}

/** The menu of this handle. Throws `menu_not_found`. */
export async function showMenu(db: SiteDb, handle: string): Promise<Menu> {
  const menu = await findMenu(db, handle);
  if (!menu) throw menuNotFound(handle);
  return withSortedItems(menu);
}

export const menuNotFound = (handle: string) => new Problem("menu_not_found", (say) => say.catalogue.noMenu(handle));

const withSortedItems = (menu: MenuRow): Menu => ({ ...menu, items: sorted(menu.items) });

const sorted = (items: MenuItem[]): MenuItem[] =>
  items
    .map((item) => ({ ...item, children: sorted(item.children) }))
    .sort((one, other) => one.position - other.position);
