import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { Cursor, CursorPage } from "../core/shapes.ts";
import { fittedAnswer, fittingRows, type Places } from "./fit.ts";

interface Asked {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const notOurs = () =>
  new Problem("invalid_value", "cursor is not one of ours: send the next_cursor of the last answer as it is.", {
    errors: [{ path: "cursor", message: "is not a next_cursor" }],
  });

/** The page that a search asks for, and the room that its rows have (see `OperationCall.maxRowsText`). */
export interface RowsPage extends CursorPage {
  maxRowsText: number;
}

/** What a search asks for. Throws `invalid_value` for a cursor that none of our answers held. */
export function pageOf({ limit = 20, cursor }: Asked, maxRowsText: number): RowsPage {
  return { limit, after: cursor === undefined ? null : placeOf(cursor), maxRowsText };
}

const isOurTime = (text: string): boolean =>
  /^[12]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

function placeOf(cursor: string): Cursor {
  const [created_at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (!isId(id) || !isOurTime(created_at)) throw notOurs();
  return { created_at, id };
}

/**
 * The answer of a search, with as many rows as there is room for. `rows` may be one more than asked for: then more
 * follow.
 */
export function paged<R extends Cursor, T>(
  rows: R[],
  total: number,
  { limit, maxRowsText }: RowsPage,
  show: (row: R) => T,
): { data: T[]; total: number; next_cursor: string | null } {
  const data = fittingRows(rows.slice(0, limit), show, maxRowsText);
  const last = rows[data.length - 1];
  const more = rows.length > data.length && last !== undefined;
  return {
    data,
    total,
    next_cursor: more ? Buffer.from(`${last.created_at} ${last.id}`).toString("base64url") : null,
  };
}

/** The same for short lists that have an order of their own: the cursor counts. Throws `invalid_value`. */
export function spanPageOf(
  { limit = 20, cursor }: Asked,
  maxRowsText: number,
): { limit: number; offset: number; maxRowsText: number } {
  if (cursor === undefined) return { limit, offset: 0, maxRowsText };
  const [, offset] = /^at (\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (offset === undefined) throw notOurs();
  return { limit, offset: Number(offset), maxRowsText };
}

/** The answer of such a list, with as many rows as there is room for. */
export function spanned<T>(rows: T[], total: number, { offset, maxRowsText }: { offset: number; maxRowsText: number }) {
  const data = fittingRows(rows, (row) => row, maxRowsText);
  const end = offset + data.length;
  return { data, total, next_cursor: end < total ? Buffer.from(`at ${end}`).toString("base64url") : null };
}

/**
 * The answer of a search for one thing by its name: when there is no room for it, the cursor goes on within it. Throws
 * `invalid_value`.
 */
export function pagedOne(thing: object, cursor: string | undefined, maxRowsText: number) {
  const { data, cut, next } = fittedAnswer({ ...thing }, maxRowsText, placesOf(cursor));
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
