import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { Cursor, CursorPage } from "../core/shapes.ts";
import { fittedAnswer, fittingRows, MAX_ROWS_TEXT, type Places } from "./fit.ts";

interface Asked {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const notOurs = () =>
  new Problem("invalid_value", "cursor is not one of ours: send the next_cursor of the last answer as it is.", {
    errors: [{ path: "cursor", message: "is not a next_cursor" }],
  });

/** What a search asks for. Throws `invalid_value` for a cursor that none of our answers held. */
export function pageOf({ limit = 20, cursor }: Asked): CursorPage {
  return { limit, after: cursor === undefined ? null : placeOf(cursor) };
}

const isOurTime = (text: string): boolean =>
  /^[12]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

function placeOf(cursor: string): Cursor {
  const [created_at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (!isId(id) || !isOurTime(created_at)) throw notOurs();
  return { created_at, id };
}

/**
 * The answer of a search, with as many rows as a page of text holds. `rows` may be one more than asked for: then more
 * follow.
 */
export function paged<R extends Cursor, T>(
  rows: R[],
  total: number,
  { limit }: CursorPage,
  show: (row: R) => T,
): { data: T[]; total: number; next_cursor: string | null } {
  const data = fittingRows(rows.slice(0, limit), show);
  const last = rows[data.length - 1];
  const more = rows.length > data.length && last !== undefined;
  return {
    data,
    total,
    next_cursor: more ? Buffer.from(`${last.created_at} ${last.id}`).toString("base64url") : null,
  };
}

/** The same for short lists that have an order of their own: the cursor counts. Throws `invalid_value`. */
export function spanPageOf({ limit = 20, cursor }: Asked): { limit: number; offset: number } {
  if (cursor === undefined) return { limit, offset: 0 };
  const [, offset] = /^at (\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (offset === undefined) throw notOurs();
  return { limit, offset: Number(offset) };
}

/** The answer of such a list, with as many rows as a page of text holds. */
export function spanned<T>(rows: T[], total: number, { offset }: { offset: number }) {
  const data = fittingRows(rows, (row) => row);
  const end = offset + data.length;
  return { data, total, next_cursor: end < total ? Buffer.from(`at ${end}`).toString("base64url") : null };
}

/**
 * The answer of a search for one thing by its name: when it is longer than a page, the cursor goes on within it. Throws
 * `invalid_value`.
 */
export function pagedOne(thing: object, cursor: string | undefined) {
  const { data, cut, next } = fittedAnswer({ ...thing }, MAX_ROWS_TEXT, placesOf(cursor));
  const row = cut.length > 0 ? { ...data, cut } : data;
  return { data: [row], total: 1, next_cursor: next ? cursorOfPlaces(next) : null };
}

/** The cursor of an answer that was cut: what of it goes on, and where. */
export const cursorOfPlaces = (places: Places): string =>
  Buffer.from(`parts ${JSON.stringify(places)}`).toString("base64url");

/** Where such a cursor goes on. Throws `invalid_value`. */
export function placesOf(cursor: string | undefined): Places | undefined {
  if (cursor === undefined) return undefined;
  const [, json = ""] = /^parts (\{.*\})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const places = parsed(json);
  const isOurs = places.length > 0 && places.every(([, from]) => Number.isSafeInteger(from) && Number(from) >= 0);
  if (!isOurs) throw notOurs();
  return Object.fromEntries(places) as Places;
}

function parsed(json: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(json));
  } catch {
    return [];
  }
}
