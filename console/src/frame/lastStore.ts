import type { Store } from "../api/person.ts";

const KEPT = "hanout.store";

/** The slug of the store of last time on this device. */
export const lastSlug = (): string | null => localStorage.getItem(KEPT);

/** The store of last time on this device, else the first one. */
export const lastOf = (stores: readonly Store[]): Store | undefined =>
  stores.find(({ slug }) => slug === lastSlug()) ?? stores[0];

export const keepLast = (slug: string): void => localStorage.setItem(KEPT, slug);
