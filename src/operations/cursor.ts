import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { BoundedCount, Cursor, CursorPage } from "../core/shapes.ts";
import { type ContinuationPoints, fittedAnswer, fittingRows } from "./fit.ts";

interface Asked {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const invalidCursor = () =>
  new Problem("invalid_value", "cursor is not valid: send the next_cursor of the last answer unchanged.", {
    errors: [{ path: "cursor", message: "is not a next_cursor" }],
  });

/** The page that a search asks for, and the room that its rows have (see `OperationCall.maxRowsText`). */
export interface RowsPage extends CursorPage {
  maxRowsText: number;
}

/** The page that a search asks for. Throws `invalid_value` for a cursor that no answer contained. */
export function cursorPage({ limit = 20, cursor }: Asked, maxRowsText: number): RowsPage {
  return { limit, after: cursor === undefined ? null : readCursor(cursor), maxRowsText };
}

const isOurTime = (text: string): boolean =>
  /^[12]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

function readCursor(cursor: string): Cursor {
  const [created_at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (!isId(id) || !isOurTime(created_at)) throw invalidCursor();
  return { created_at, id };
}

/**
 * The answer of a search, with as many rows as there is room for. `rows` may be one more than asked for: then more
 * follow. `total_is_partial` says that more match than were counted.
 */
export function cursorAnswer<R extends Cursor, T>(
  rows: R[],
  total: number | BoundedCount,
  { limit, maxRowsText }: RowsPage,
  show: (row: R) => T,
): { data: T[]; total: number; total_is_partial?: true; next_cursor: string | null } {
  const data = fittingRows(rows.slice(0, limit), show, maxRowsText);
  const last = rows[data.length - 1];
  const more = rows.length > data.length && last !== undefined;
  const { count, isPartial } = typeof total === "number" ? { count: total, isPartial: false } : total;
  return {
    data,
    total: count,
    ...(isPartial && { total_is_partial: true }),
    next_cursor: more ? cursorOf(last) : null,
  };
}

/** The cursor of the page after this row. */
export const cursorOf = ({ created_at, id }: Cursor): string =>
  Buffer.from(`${created_at} ${id}`).toString("base64url");

/** A bounded count in a sentence. */
export const countText = ({ count, isPartial }: BoundedCount): string => `${isPartial ? "more than " : ""}${count}`;

/** The same for short lists that have an order of their own: the cursor counts. Throws `invalid_value`. */
export function offsetPage(
  { limit = 20, cursor }: Asked,
  maxRowsText: number,
): { limit: number; offset: number; maxRowsText: number } {
  if (cursor === undefined) return { limit, offset: 0, maxRowsText };
  const [, offset] = /^at (\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (offset === undefined) throw invalidCursor();
  return { limit, offset: Number(offset), maxRowsText };
}

/** The answer of such a list, with as many rows as there is room for. */
export function offsetAnswer<T>(
  rows: T[],
  total: number,
  { offset, maxRowsText }: { offset: number; maxRowsText: number },
) {
  const data = fittingRows(rows, (row) => row, maxRowsText);
  const end = offset + data.length;
  return { data, total, next_cursor: end < total ? Buffer.from(`at ${end}`).toString("base64url") : null };
}

/**
 * The answer of a search for one thing by its name. If it is too long, the cursor continues within it. Throws
 * `invalid_value`.
 */
export function pagedOne<T extends object>(thing: T, cursor: string | undefined, maxRowsText: number) {
  const { data, cut, next } = fittedAnswer({ ...thing } as Record<string, unknown>, maxRowsText, readPoints(cursor));
  const row = (cut.length > 0 ? { ...data, cut } : data) as T; // over HTTP, where nothing is cut
  return { data: [row], total: 1, next_cursor: next ? cursorOfPoints(next) : null };
}

const inBase64 = (text: string): string => Buffer.from(text).toString("base64url");

/** How the cursors of answers that were cut begin. */
export const PARTS_CURSOR = inBase64("parts ");

/** The cursor of an answer that was cut, with the points where the next page continues. */
export const cursorOfPoints = (points: ContinuationPoints): string => inBase64(`parts ${JSON.stringify(points)}`);

/** The points that such a cursor contains. Throws `invalid_value`. */
export function readPoints(cursor: string | undefined): ContinuationPoints | undefined {
  if (cursor === undefined) return undefined;
  const [, json = ""] = /^parts (\{.*\})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const points = parsed(json);
  const isOurs = points.length > 0 && points.every(([, from]) => Number.isSafeInteger(from) && Number(from) >= 0);
  if (!isOurs) throw invalidCursor();
  return Object.fromEntries(points) as ContinuationPoints;
}

function parsed(json: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(json));
  } catch {
    return [];
  }
}
