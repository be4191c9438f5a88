import { invalidValue } from "../../core/problem.ts";
import { MENU_DEPTH, type MenuItem } from "../schema.ts";

/** A menu item as a merchant sends it. Fields that are left out get their default. */
export interface MenuItemInput {
  title: string;
  url?: string | null;
  type?: string;
  children?: unknown[];
}

/** All items of a menu together, on every level. */
const MAX_ITEMS = 500;

/**
 * Limits of each level. The tool's input schema states them for the first level only, so that the list of tools stays
 * short.
 */
const MAX = { items: 100, title: 200, url: 2000, type: 50 };
const KNOWN_FIELDS = "title, url, type, children";

/** The control characters and spaces that browsers remove before they read an address's scheme (URL standard). */
const INVISIBLE = /[\0-\x20]/g;

/** Validates a menu's items, on all levels, and numbers their positions. Throws `invalid_value`. */
export function readMenuItems(items: unknown[]): MenuItem[] {
  const menuItems = readLevel(items, "items", 1);
  if (countItems(menuItems) > MAX_ITEMS) {
    throw invalidValue("items", `must be at most ${MAX_ITEMS}, nested items included`);
  }
  return menuItems;
}

const countItems = (items: MenuItem[]): number =>
  items.reduce((sum, { children }) => sum + 1 + countItems(children), 0);

function readLevel(items: unknown[], path: string, depth: number): MenuItem[] {
  if (depth > MENU_DEPTH && items.length > 0) throw invalidValue(path, `must not be nested deeper than ${MENU_DEPTH}`);
  if (items.length > MAX.items) throw invalidValue(path, `must not have more than ${MAX.items} items`);
  return items.map((item, i) => readItem(item, i + 1, `${path}.${i}`, depth));
}

function readItem(item: unknown, position: number, path: string, depth: number): MenuItem {
  const { title, url = null, type = "link", children = [], ...others } = (item ?? {}) as Partial<MenuItemInput>;
  // Menus are shown with `position`, so it may come back. The order of the items decides.
  const unknown = Object.keys(others).find((name) => name !== "position");
  if (unknown !== undefined) throw invalidValue(`${path}.${unknown}`, `is not known; known are: ${KNOWN_FIELDS}`);
  if (title === undefined) throw invalidValue(`${path}.title`, "is required");
  if (!isText(title, MAX.title) || !title.trim()) throw invalidValue(`${path}.title`, textRule(MAX.title));
  if (url !== null && !isText(url, MAX.url)) throw invalidValue(`${path}.url`, `${textRule(MAX.url)}, or null`);
  if (url !== null && /^(javascript|data|vbscript):/i.test(url.replace(INVISIBLE, ""))) {
    throw invalidValue(`${path}.url`, "must be an address");
  }
  if (!isText(type, MAX.type)) throw invalidValue(`${path}.type`, textRule(MAX.type));
  if (!Array.isArray(children)) throw invalidValue(`${path}.children`, "must be an array");
  return { title, url, type, position, children: readLevel(children, `${path}.children`, depth + 1) };
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === "string" && [...value].length <= maxLength;
const textRule = (maxLength: number): string => `must be a text of at most ${maxLength} characters`;
