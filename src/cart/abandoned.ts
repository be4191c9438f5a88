import type { Cursor, CursorPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import {
  type AbandonedCart,
  type AbandonedFilters,
  findAbandonedCarts,
  findLastRead,
  sumAbandonedCarts,
} from "./abandoned-queries.ts";
import { CART_LIFETIME_MS } from "./queries.ts";

export type { AbandonedCart } from "./abandoned-queries.ts";

/** How many open carts one call reads, at most: a filter may leave out many of them. */
const MAX_READ = 2000;

/** What a merchant looks for: hours and days since the last change of a cart; `min_value` in minor units. */
export interface AbandonedSearch {
  min_hours: number;
  max_days?: number | undefined;
  min_value?: number | undefined;
  /** Whether the cart belongs to an account. */
  with_contact?: boolean | undefined;
  /** False: orders of guests are not compared with the accounts of carts, because a guessed number would take a cart away. */
  seesPeople: boolean;
}

/** A page of abandoned carts. */
export interface AbandonedPage {
  /** Up to `limit` + 1; `created_at` is the key of the list's order. */
  carts: (AbandonedCart & Cursor)[];
  /** Of all pages; partial when more than MAX_READ open carts match the times. */
  total: { count: number; isPartial: boolean };
  /** Minor units, of the carts that were counted. */
  value: number;
  /** Where the search goes on although the page is not full; null: nowhere. */
  lastRead: Cursor | null;
}

/**
 * Open carts with something that is published in them that were not changed for some time, the last changed first. Carts
 * whose account, or its phone number or e-mail, has ordered since are left out.
 */
export async function listAbandonedCarts(
  db: SiteDb,
  search: AbandonedSearch,
  { limit, after }: CursorPage,
): Promise<AbandonedPage> {
  const filters = filtersOf(db, search);
  const [carts, sum, lastCounted] = await Promise.all([
    findAbandonedCarts(db, filters, after, { limit: limit + 1, maxRead: MAX_READ }),
    sumAbandonedCarts(db, filters, MAX_READ),
    findLastRead(db, filters, null, MAX_READ + 1),
  ]);
  const lastRead = carts.length > limit ? undefined : await findLastRead(db, filters, after, MAX_READ);
  return {
    carts: carts.map((cart) => ({ ...cart, created_at: cart.expires_at })),
    total: { count: sum?.carts ?? 0, isPartial: lastCounted !== undefined },
    value: sum?.value ?? 0,
    lastRead: lastRead ? { id: lastRead.id, created_at: lastRead.expires_at } : null,
  };
}

const HOUR_MS = 3_600_000;

function filtersOf(
  db: SiteDb,
  { min_hours, max_days, min_value, with_contact, seesPeople }: AbandonedSearch,
): AbandonedFilters {
  const expiryAfter = (hours: number) =>
    new Date(Date.parse(db.now) + CART_LIFETIME_MS - hours * HOUR_MS).toISOString();
  const oldest = max_days === undefined ? db.now : expiryAfter(max_days * 24);
  return {
    expires_after: oldest > db.now ? oldest : db.now,
    expires_until: expiryAfter(min_hours),
    min_value: min_value ?? 0,
    has_account: with_contact,
    compares_contacts: seesPeople,
  };
}

/** Full hours since the last change of a cart. */
export const hoursSince = (db: SiteDb, { updated_at }: Pick<AbandonedCart, "updated_at">): number =>
  Math.floor((Date.parse(db.now) - Date.parse(updated_at)) / HOUR_MS);
