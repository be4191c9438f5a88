import type { Changed } from "../core/changes.ts";
import { newId } from "../core/ids.ts";
import { invalidPhone, invalidValue } from "../core/problem.ts";
import type { BoundedCount, CursorPage } from "../core/shapes.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import {
  type BlockedPhoneRow,
  countBlockedPhones,
  deleteBlockedPhones,
  findBlockedPhonePolicy,
  findBlockedPhones,
  searchBlockedPhones,
  upsertBlockedPhones,
} from "./blocked-queries.ts";

/** A number of the block list as merchants see it. */
export type BlockedPhone = Omit<BlockedPhoneRow, "phone_key">;

/** What happened to a number. `before` and `after` are equal when nothing changed, and null for one that was not blocked. */
export type PhoneChange = Changed<BlockedPhone>;

/** A store blocks at most so many numbers, because lists of them are searched without an index. */
const MAX_BLOCKED = 10_000;

/**
 * Blocks numbers, or unblocks them. `note` replaces the notes of those that are blocked already, unless it is undefined;
 * an empty one removes them. Returns each number once, however often and in which spellings it was given. Throws
 * `invalid_value` for a text that is no phone number, and for more than MAX_BLOCKED numbers.
 */
export async function saveBlockedPhones(
  db: SiteDb,
  given: { phones: string[]; note?: string | undefined; is_blocked: boolean },
): Promise<PhoneChange[]> {
  const phones = new Map(given.phones.map((text, i) => readPhone(db, text, `phones.${i}`)));
  await lockForTransaction(db, "blocked phones"); // a number that is not blocked yet has no row to lock
  const found = await findBlockedPhones(db, [...phones.keys()]);
  const current = new Map(found.map((row) => [row.phone_key, row]));
  const rows = [...phones].map(([phone_key, phone]) => {
    const before = current.get(phone_key) ?? null;
    const note = given.note === undefined ? (before?.note ?? null) : given.note.trim() || null;
    const blocked = { ...(before ?? { id: newId(), phone_key, phone, created_at: db.now }), note };
    return { before, after: given.is_blocked ? blocked : null };
  });
  if (given.is_blocked)
    await block(
      db,
      rows.flatMap(({ after }) => after ?? []),
      rows.length - found.length,
    );
  else await unblock(db, found);
  return rows.map(({ before, after }) => ({ before: before && shown(before), after: after && shown(after) }));
}

/** The number as it is stored, by its digits. */
function readPhone(db: SiteDb, text: string, path: string): [key: string, phone: string] {
  const phone = normalisePhone(text, db.country);
  if (phone === undefined) throw invalidPhone(path);
  return [phone.replace(/\D/g, ""), phone];
}

async function block(db: SiteDb, rows: BlockedPhoneRow[], added: number): Promise<void> {
  const { count } = added > 0 ? await countBlockedPhones(db, "") : { count: 0 };
  if (count + added > MAX_BLOCKED) {
    throw invalidValue(
      "phones",
      `would be more than ${MAX_BLOCKED} blocked numbers; unblock some with is_blocked: false`,
    );
  }
  await db.recording.remember(
    "blocked_phones",
    "id",
    rows.map(({ id }) => id),
  );
  await upsertBlockedPhones(db, rows);
}

async function unblock(db: SiteDb, rows: BlockedPhoneRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await db.recording.remember("blocked_phones", "id", ids);
  await deleteBlockedPhones(db, ids);
}

/** Removes the numbers of these digits from the block list for an erased person, and returns the entries that were there. */
export async function eraseBlockedPhones(db: SiteDb, keys: string[]): Promise<BlockedPhone[]> {
  const found = keys.length > 0 ? await findBlockedPhones(db, keys) : [];
  if (found.length > 0)
    await deleteBlockedPhones(
      db,
      found.map(({ id }) => id),
    );
  return found.map(shown);
}

/**
 * The blocked numbers that contain the digits of a text, newest first, with the total up to a bound. A number with its country or its
 * leading zero is found, too. Returns up to `limit` + 1, so that the caller sees whether another page follows.
 */
export async function listBlockedPhones(
  db: SiteDb,
  query: string,
  { limit, after }: CursorPage,
): Promise<{ phones: BlockedPhone[]; total: BoundedCount }> {
  const digits = (normalisePhone(query, db.country) ?? query).replace(/\D/g, "").replace(/^0+/, "");
  if (query.trim() !== "" && digits === "") throw invalidValue("query", "must be a phone number or some of its digits");
  const [rows, total] = await Promise.all([
    searchBlockedPhones(db, digits, after, limit + 1),
    countBlockedPhones(db, digits),
  ]);
  return { phones: rows.map(shown), total };
}

/** Whether the storefront refuses orders of blocked numbers. */
export const refusesBlockedPhones = async (db: SiteDb): Promise<boolean> =>
  (await findBlockedPhonePolicy(db))?.blocked_phone_policy === "refuse";

const shown = ({ id, phone, note, created_at }: BlockedPhoneRow): BlockedPhone => ({ id, phone, note, created_at });
