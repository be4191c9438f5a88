import { type Changed, requireFresh, withUpdatedAt } from "../../core/changes.ts";
import { newId } from "../../core/ids.ts";
import { invalidValue } from "../../core/problem.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import type { MenuItem } from "../schema.ts";
import {
  type AdminMenuRow,
  deleteMenu,
  findMenusForAdmin,
  insertMenu,
  lockMenu,
  updateMenu,
  upsertMenu,
} from "./admin-queries.ts";
import { type MenuItemInput, readMenuItems } from "./input.ts";
import { menuNotFound } from "./menus.ts";

/** The menus for the merchant: all, or only the one of this handle. Throws `menu_not_found`. */
export async function menusForAdmin(db: SiteDb, handle?: string): Promise<AdminMenuRow[]> {
  const menus = await findMenusForAdmin(db);
  if (handle === undefined) return menus;
  const menu = menus.find((one) => one.handle === handle);
  if (!menu) throw menuNotFound(handle);
  return [menu];
}

/** The menu of this id, for the merchant; undefined when there is none. */
export const showMenu = async (db: SiteDb, id: string): Promise<AdminMenuRow | undefined> =>
  (await findMenusForAdmin(db)).find((menu) => menu.id === id);

/**
 * Creates a menu, or changes the one of this handle. `expected` is the `updated_at` that the caller saw. Throws `stale`,
 * `menu_not_found` when the menu was deleted after the caller saw it, and `invalid_value` for items that are not valid,
 * too many or nested too deep.
 */
export async function changeMenu(
  db: SiteDb,
  { handle, title, items }: { handle: string; title?: string | undefined; items?: MenuItemInput[] | undefined },
  expected: string | undefined,
): Promise<Changed<AdminMenuRow> & { after: AdminMenuRow }> {
  const before = (await lockMenu(db, handle)) ?? null;
  if (before) requireFresh(before.updated_at, expected, "menu");
  else if (expected !== undefined) throw menuNotFound(handle);
  if (title?.trim() === "") throw invalidValue("title", "must not be empty");
  const after = withUpdatedAt(db.now, before, {
    id: before?.id ?? newId(),
    handle,
    title: title ?? before?.title ?? handle,
    items: items ? readMenuItems(items) : (before?.items ?? []),
    updated_at: db.now,
  });
  await db.recording.remember("menus", "id", [after.id]);
  const isSaved = await (before ? updateMenu(db, after) : insertMenu(db, after));
  if (!isSaved) throw new LostRace("another request created the menu");
  if (after !== before) db.changed(["menus"]);
  return { before, after };
}

/** Deletes a menu and returns it as it was. Throws `menu_not_found`. */
export async function removeMenu(db: SiteDb, handle: string): Promise<AdminMenuRow> {
  const menu = await lockMenu(db, handle);
  if (!menu) throw menuNotFound(handle);
  await db.recording.remember("menus", "id", [menu.id]);
  await deleteMenu(db, handle);
  db.changed(["menus"]);
  return menu;
}

/** Creates a menu, or replaces the one of this handle, without validation: for data that the program itself made. */
export async function saveMenu(db: SiteDb, menu: { handle: string; title: string; items: MenuItem[] }): Promise<void> {
  await upsertMenu(db, { id: newId(), ...menu });
  db.changed(["menus"]);
}
