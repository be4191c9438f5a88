import type { Store } from "../api/person.ts";
import type { KnownStore } from "../home/asked.ts";

const KEPT = "hanout.store";

/** The store of last time on this device. */
export function lastStore(): KnownStore | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return Array.isArray(kept?.scopes) ? kept : null;
  } catch {
    return null;
  }
}

/** The store of last time among those of the person, else the first one. */
export function lastOf(stores: readonly Store[]): Store | undefined {
  const last = lastStore()?.slug;
  return stores.find(({ slug }) => slug === last) ?? stores[0];
}

export const keepLast = ({ slug, scopes, time_zone }: KnownStore): void =>
  localStorage.setItem(KEPT, JSON.stringify({ slug, scopes, time_zone }));
