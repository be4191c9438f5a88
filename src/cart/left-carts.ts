import { toMajor } from "../core/money.ts";
import type { Database, SiteDb } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import { findLeftCarts, findStoresWithLeftCarts, lockLeftCarts, markLeftCarts } from "./abandoned-queries.ts";

/** How long after its last change a cart is told of. */
const LEFT_MS = 24 * 3_600_000;
const CARTS_AT_ONCE = 100;
const MAX_STORES = 100;

/**
 * Tells of carts of accounts that nobody changed for 24 hours and that have something in them, each once; those whose account has ordered
 * since are left out. Stops when the signal is aborted. What is left, the next call finds.
 */
export async function tellOfLeftCarts(database: Database, now: string, signal: AbortSignal): Promise<void> {
  const until = new Date(Date.parse(now) - LEFT_MS).toISOString();
  const stores = await findStoresWithLeftCarts(database.keyDirectory, until, MAX_STORES);
  for (const store of stores) {
    if (signal.aborted) return;
    await database.transact(tenantOf(store, now), (db) => tellOfSome(db, until));
  }
}

async function tellOfSome(db: SiteDb, until: string): Promise<void> {
  const ids = await lockLeftCarts(db, until, CARTS_AT_ONCE);
  if (ids.length === 0) return;
  const filters = {
    expires_after: db.now,
    expires_until: until,
    min_value: 0,
    has_account: true,
    compares_contacts: true,
  };
  const abandoned = (await findLeftCarts(db, ids, filters)).filter((cart) => cart.is_abandoned);
  const told = abandoned.map(({ id }) => id);
  markLeftCarts(db, ids, told);
  for (const { id, customer_id, updated_at, lines, units, value } of abandoned) {
    const { currency } = db;
    const data = { id, customer_id, value: toMajor(value, currency), currency, lines, units, updated_at };
    db.happened({ type: "carts.abandoned", thing: { kind: "cart", id }, actor: "server", data });
  }
}
