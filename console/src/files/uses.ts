import type { StoredFile } from "@hanout/client/admin";

/** What shows a picture. */
export interface Use {
  thing: string;
  id: string;
  label: string;
}

export interface StoreFile extends StoredFile {
  uses: Use[];
}

/** The operation that shows or changes a thing of a kind, and its argument that names it. */
const SCREENS: Readonly<Record<string, { name: string; argument?: string }>> = {
  product: { name: "products_get", argument: "product" },
  category: { name: "categories_save", argument: "category" },
  collection: { name: "collections_search", argument: "collection" },
  menu: { name: "menus_get", argument: "handle" },
  store: { name: "store_get" },
};

/** Where a thing that shows a picture is found; undefined: nowhere by itself. */
export function screenOf({ thing, label }: Use): { name: string; search: Record<string, string> } | undefined {
  const screen = SCREENS[thing];
  return screen && { name: screen.name, search: screen.argument ? { [screen.argument]: label } : {} };
}
