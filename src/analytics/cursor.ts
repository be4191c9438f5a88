import { invalidValue, type Problem } from "../core/problem.ts";
import { requireStorable } from "../core/text/storable-text.ts";
import { type Cell, isCellOf, isTime, type SortTerm } from "./columns.ts";

/** Characters of a report's cursor: it holds arguments, numbers, and the beginning of a text. */
export const MAX_REPORT_CURSOR = 2000;

/** The arguments that all pages of a report have in common. */
const PAGED = ["report", "from", "to", "time_zone", "by", "threshold", "sort", "order"] as const;
export type PagedArguments = { readonly [name in (typeof PAGED)[number]]?: string | number | undefined };

/** What a cursor holds: whose pages it continues, the time of the first page (ISO 8601), and its last row's position. */
export interface ReportCursor {
  args: PagedArguments;
  at: string;
  after: readonly Cell[];
}

/** The text of a cursor. */
export const cursorText = ({ args, at, after }: ReportCursor): string =>
  Buffer.from(JSON.stringify({ args: PAGED.map((name) => args[name] ?? null), at, after })).toString("base64url");

const invalidCursor = (): Problem =>
  invalidValue("cursor", "is not of a report: send the next_cursor of its last answer unchanged, or leave cursor out");

/** Reads a cursor. Throws `invalid_value` for one that no answer contained, or that continues other arguments than these. */
export function readReportCursor(text: string, args: PagedArguments): Pick<ReportCursor, "at"> & { after: unknown[] } {
  const { args: ofCursor, at, after } = parsed(text);
  if (!Array.isArray(ofCursor) || !isTime(at) || !Array.isArray(after)) throw invalidCursor();
  const others = PAGED.filter((name, i) => (args[name] ?? null) !== (ofCursor[i] ?? null));
  if (others.length === 0) return { at, after };
  const message = `is of an answer with another ${others.join(", ")}: send the same arguments, or leave cursor out`;
  throw invalidValue("cursor", message);
}

/** The position in a cursor, for rows in this order. Throws `invalid_value`. */
export function requirePosition(after: unknown[], terms: readonly SortTerm[]): Cell[] {
  requireStorable({ cursor: after });
  const cells = terms.map(({ kind }, i) => {
    const cell = after[i];
    if (!isCellOf(kind, cell)) throw invalidCursor();
    return cell;
  });
  if (after.length !== cells.length || cells.at(-1) === null) throw invalidCursor();
  return cells;
}

function parsed(text: string): { args?: unknown; at?: unknown; after?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
