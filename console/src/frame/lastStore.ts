import type { Store } from "../api/person.ts";

const KEPT = "hanout.store";

/** The store of last time on this device, else the first one. */
export const lastOf = (stores: readonly Store[]): Store | undefined =>
  stores.find(({ slug }) => slug === localStorage.getItem(KEPT)) ?? stores[0];

export const keepLast = (slug: string): void => localStorage.setItem(KEPT, slug);
