import { truncate } from "../core/text/truncate.ts";
import { sanitize } from "./sanitize.ts";

/** Characters of text in an answer that an agent can read at once. */
export const MAX_ANSWER_TEXT = 25_000;

/** The part of them that the rows of a page share; the sentence and what stands beside the rows get the rest. */
export const MAX_ROWS_TEXT = 23_500;

/** Something that did not fit: a text of so many characters, a list of so many entries. */
export interface Cut {
  /** Dotted: `variants`, `changes.0.before.description`. */
  path: string;
  /** Where what is shown begins. */
  from: number;
  shown: number;
  of: number;
}

/** A share below this shows nothing of use. */
const MIN_SHARE = 24;

/** Length of the value's JSON. Counting stops above `max`: the result is then some number greater than `max`. */
function lengthUpTo(value: unknown, max: number): number {
  if (typeof value === "string") return value.length > max ? value.length : JSON.stringify(value).length;
  if (typeof value !== "object" || value === null) return String(value).length;
  let length = 2;
  for (const name in value) {
    if (length > max) break;
    const inner = (value as Record<string, unknown>)[name];
    if (inner === undefined) continue;
    length += (Array.isArray(value) ? 1 : JSON.stringify(name).length + 2) + lengthUpTo(inner, max - length);
  }
  return length;
}

const isOver = (value: unknown, budget: number): boolean =>
  budget !== Number.POSITIVE_INFINITY && lengthUpTo(value, budget) > budget;

/**
 * The value as it is when its JSON has at most `budget` characters; else with its longest texts and lists cut: texts to
 * their beginning, lists between two entries. Each cut is noted.
 */
export function fitted(value: unknown, budget: number, path = "", cuts: Cut[] = []): unknown {
  if (!isOver(value, budget)) return value;
  if (typeof value === "string") return fittedText(value, budget, path, cuts);
  if (Array.isArray(value)) return fittedList(value, budget, path, cuts);
  if (typeof value === "object" && value !== null) return fittedObject(value, budget, path, cuts);
  return value;
}

function fittedText(text: string, budget: number, path: string, cuts: Cut[]): string {
  let shown = Math.max(0, Math.min(text.length, budget - 3)); // two quotes and the sign that it goes on
  while (shown > 0 && isOver(text.slice(0, shown), budget - 1)) shown = Math.floor(shown * 0.9);
  if (isHalf(text, shown)) shown--;
  cuts.push({ path, from: 0, shown, of: text.length });
  return `${text.slice(0, shown)}…`;
}

/** Whether a cut here would part the two halves of one character. */
const isHalf = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at - 1));

/** Keeps at least one entry, cut if it is too long, so that each page makes progress. */
function fittedList(list: unknown[], budget: number, path: string, cuts: Cut[]): unknown[] {
  const kept: unknown[] = [];
  let left = budget - 2;
  for (const entry of list) {
    const cost = lengthUpTo(entry, left) + 1;
    if (cost > left && kept.length > 0) break;
    kept.push(cost > left ? fitted(entry, left, `${path}.${kept.length}`, cuts) : entry);
    left -= cost;
  }
  if (kept.length < list.length) cuts.push({ path, from: 0, shown: kept.length, of: list.length });
  return kept;
}

/** Keeps short members whole; the longer ones share the remaining budget equally. */
function fittedObject(value: object, budget: number, path: string, cuts: Cut[]): object {
  const members = Object.entries(value).map(([name, inner]) => ({ name, inner, length: lengthUpTo(inner, budget) }));
  const costOf = (name: string) => JSON.stringify(name).length + 2;
  const shortFirst = [...members].sort((one, other) => one.length - other.length);
  const shares = new Map<string, number>();
  let left = budget - 2;
  for (const [i, { name, length }] of shortFirst.entries()) {
    const share = Math.floor(left / (shortFirst.length - i)) - costOf(name);
    if (share < Math.min(length, MIN_SHARE)) continue; // there are too many members
    shares.set(name, share);
    left -= costOf(name) + Math.min(length, share);
  }
  if (shares.size < members.length) cuts.push({ path, from: 0, shown: shares.size, of: members.length });
  return Object.fromEntries(
    members.flatMap(({ name, inner }) => {
      const share = shares.get(name);
      return share === undefined ? [] : [[name, fitted(inner, share, path ? `${path}.${name}` : name, cuts)]];
    }),
  );
}

const MAX_NOTES = 10;
const NOTES_TEXT = 1500;
/** Of a note's path: names of members may be long. */
const PATH_TEXT = 100;

/** As many of the cuts as there is room for, those of whole members first. */
function notesOf(cuts: Cut[]): Cut[] {
  const notes: Cut[] = [];
  let left = NOTES_TEXT - '"cut":[],'.length;
  const topFirst = [...cuts].sort((one, other) => one.path.length - other.path.length);
  for (const cut of topFirst.slice(0, MAX_NOTES)) {
    const note = { ...cut, path: truncate(cut.path, PATH_TEXT) };
    left -= lengthUpTo(note, left) + 1;
    if (left < 0) break;
    notes.push(note);
  }
  return notes;
}

/** What a row that is too long for a page says of what it leaves out. */
function fittedRow<T>(row: T, budget: number): T {
  if (!isOver(row, budget)) return row;
  const cuts: Cut[] = [];
  const kept = fitted(row, budget - NOTES_TEXT, "", cuts);
  return { ...(kept as T), cut: notesOf(cuts) };
}

/** As many of the first rows as have room in `budget` characters; at least one, cut itself when it is too long. */
export function fittingRows<R, T>(rows: R[], show: (row: R) => T, budget: number): T[] {
  if (budget === Number.POSITIVE_INFINITY) return rows.map(show);
  const shown: T[] = [];
  let left = budget;
  for (const row of rows) {
    const one = show(row);
    const cost = lengthUpTo(one, left) + 1;
    if (cost > left && shown.length > 0) break;
    shown.push(fittedRow(one, budget));
    left -= cost;
  }
  return shown;
}

/**
 * Where the next page continues: for each of its members the entry or character that follows, `{ changes: 50 }`; or, within
 * one entry that is too long for a page, the character of its JSON, `{ "changes.50": 20000 }`.
 */
export type ContinuationPoints = Record<string, number>;

/** An answer that fits, its cuts, and the points where the next page continues; undefined when nothing follows. */
export interface Fitted {
  data: Record<string, unknown>;
  cut: Cut[];
  next: ContinuationPoints | undefined;
}

/**
 * The part of an answer that fits into `budget` characters, from these points on. The first page contains all members;
 * later pages contain the rest of the texts and lists that were cut, and short values. An object that is too long becomes
 * the text of its JSON. A list entry that is too long for a page is cut; the next pages contain the text of its JSON.
 * Such JSON is sanitized; the texts of `multilineFields` keep their lines in it.
 */
export function fittedAnswer(
  data: Record<string, unknown>,
  budget: number,
  points: ContinuationPoints | undefined,
  multilineFields?: ReadonlySet<string>,
): Fitted {
  const jsonOf: ToJson = (name, value) => sanitizedJson(name, value, multilineFields);
  const rest = points === undefined ? data : restOf(data, points, jsonOf);
  if (points === undefined && !isOver(rest, budget)) return { data, cut: [], next: undefined };
  const cuts: Cut[] = [];
  const room = budget - NOTES_TEXT;
  const whole = isOver(rest, room) ? withoutLongObjects(rest, jsonOf) : rest;
  const kept = fitted(whole, room, "", cuts) as Record<string, unknown>;
  const positioned = cuts.map((cut) => {
    const before = pointOf(points, cut.path);
    return { ...cut, from: before, of: before + cut.of };
  });
  const goingOn = nextPoints(positioned, whole, points);
  const ended = Object.keys(points ?? {}).filter((place) => !Object.hasOwn(goingOn, place));
  const waiting = followingEntries(data, ended);
  const next = { ...Object.fromEntries(waiting.map(({ path, from }) => [path, from])), ...goingOn };
  return {
    data: kept,
    cut: notesOf([...positioned, ...waiting]),
    next: Object.keys(next).length > 0 ? next : undefined,
  };
}

const pointOf = (points: ContinuationPoints | undefined, name: string): number =>
  points && Object.hasOwn(points, name) ? (points[name] ?? 0) : 0;

/** Where to go on after these cuts of what was `shown`. */
function nextPoints(
  cuts: Cut[],
  shown: Record<string, unknown>,
  points: ContinuationPoints | undefined,
): ContinuationPoints {
  const ends = cuts.filter(({ path }) => hasParts(shown[path])).map(({ path, from, shown }) => [path, from + shown]);
  const next: ContinuationPoints = Object.fromEntries(ends);
  for (const { path } of cuts.filter((cut) => cut.path !== "" && !Object.hasOwn(shown, cut.path))) {
    const [name = ""] = path.split(".");
    if (Array.isArray(shown[name])) {
      delete next[name]; // only the first entry of a page is cut, and it goes on before the others
      next[`${name}.${pointOf(points, name)}`] = 0;
    } else if (isObject(shown[name])) next[name] = 0;
  }
  return next;
}

const IN_ENTRY = /^([^.]+)\.(\d+)$/;

/** The entry of a list that such a place is within, and how many entries the list has. */
function entryAt(
  data: Record<string, unknown>,
  place: string,
): { name: string; index: number; list: unknown[] } | null {
  const [, name = "", index = ""] = IN_ENTRY.exec(place) ?? [];
  const list = Object.hasOwn(data, name) ? data[name] : undefined;
  return Array.isArray(list) && Number(index) < list.length ? { name, index: Number(index), list } : null;
}

/** The entries after those whose last part was shown. */
function followingEntries(data: Record<string, unknown>, ended: string[]): Cut[] {
  return ended.flatMap((place) => {
    const entry = entryAt(data, place);
    if (!entry || entry.index + 1 >= entry.list.length) return [];
    return { path: entry.name, from: entry.index + 1, shown: 0, of: entry.list.length };
  });
}

const hasParts = (value: unknown): value is string | unknown[] => typeof value === "string" || Array.isArray(value);
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object that is longer than this is not shown in part, which would look whole, but as text. */
const LONG_OBJECT = 4000;

/** JSON of a member of this name. */
type ToJson = (name: string, value: unknown) => string;

/** The value is sanitized first, because JSON escapes the characters that sanitizing removes. */
const sanitizedJson = (name: string, value: unknown, multilineFields: ReadonlySet<string> | undefined): string =>
  JSON.stringify(sanitize({ [name]: value }, multilineFields)[name]);

const withoutLongObjects = (data: Record<string, unknown>, jsonOf: ToJson): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      isObject(value) && isOver(value, LONG_OBJECT) ? jsonOf(name, value) : value,
    ]),
  );

const SHORT = 200;
const isShort = (value: unknown): boolean =>
  value === null || (typeof value === "string" ? value.length <= SHORT : typeof value !== "object");

/** The values from these points on, and the short values, which every page repeats. */
function restOf(data: Record<string, unknown>, points: ContinuationPoints, jsonOf: ToJson): Record<string, unknown> {
  const members = Object.entries(data).flatMap(([name, value]) => {
    if (!Object.hasOwn(points, name)) return isShort(value) ? [[name, value]] : [];
    const parts = isObject(value) ? jsonOf(name, value) : value;
    return hasParts(parts) ? [[name, parts.slice(points[name])]] : [];
  });
  const inEntries = Object.keys(points).flatMap((place) => {
    const entry = entryAt(data, place);
    return entry ? [[place, jsonOf(entry.name, entry.list[entry.index]).slice(points[place])]] : [];
  });
  return Object.fromEntries([...members, ...inEntries]);
}
