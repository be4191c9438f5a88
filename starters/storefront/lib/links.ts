import type { Menu } from "@hanout/client/shop";
import type { Locale } from "./locales";

/** The address of a page in a language: `pathTo("ar", "/products/burnous-laine")`. */
export const pathTo = (locale: Locale, path: string): string => `/${locale}${path === "/" ? "" : path}`;

/** A page that leads back to another afterwards: `backFrom("/account/sign-in", "/orders")`. */
export const backFrom = (path: string, back: string): string =>
  back ? `${path}?back=${encodeURIComponent(back)}` : path;

/** Where an item of a menu leads. Addresses of the shop itself get the language; others stay as they are. */
export const menuPath = (locale: Locale, url: string): string => (url.startsWith("/") ? pathTo(locale, url) : url);

type MenuItem = Menu["items"][number];

/** The links of a column of a menu: those below its heading, or the item itself where it leads somewhere and has none. */
export const linksOf = (item: MenuItem): Pick<MenuItem, "title" | "url" | "type">[] =>
  item.children.length === 0 && item.url !== null ? [item] : item.children;
