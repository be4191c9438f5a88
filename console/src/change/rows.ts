import type { Difference } from "./run.ts";

/** One line of a difference: which field, and its value before and after; undefined where the thing, or the entry, does not exist. */
export interface Row {
  /** The names of the fields that lead to it, and between them what entries of lists are called. */
  path: readonly (string | { entry: string })[];
  before: unknown;
  after: unknown;
}

type Fields = Record<string, unknown>;

/** By what a person knows an entry of a list, the best first. */
const LABELS = ["label", "title", "name", "sku", "product_name", "slug", "order_number", "id"];
/** The server's title for the variant of a product without options. */
const ONLY_VARIANT = "Default";
const NO_NEWS = ["id", "position", "updated_at", "created_at"];

/** The lines of a difference. Of lists of things only the entries that differ are told, and of these only the fields that do. */
export const rowsOf = ({ before, after }: Pick<Difference, "before" | "after">): Row[] =>
  rowsOfFields([], before, after);

function rowsOfFields(path: Row["path"], before: Fields | null, after: Fields | null): Row[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => rowsOfValue([...path, name], before?.[name], after?.[name]));
}

function rowsOfValue(path: Row["path"], before: unknown, after: unknown): Row[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (path.at(-1) === "images") return [{ path, before: someOf(before), after: someOf(after) }]; // their order matters, too
  if (isThings(before) && isThings(after)) return rowsOfThings(path, before, after);
  if (isFields(before) && isFields(after)) return rowsOfFields(path, before, after);
  return [{ path, before, after }];
}

function rowsOfThings(path: Row["path"], before: Fields[], after: Fields[]): Row[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const was = before.find((one) => one.id === id);
    const is = after.find((one) => one.id === id);
    const entry = labelOf(is ?? was ?? {});
    const here = entry === ONLY_VARIANT ? path : [...path, { entry }];
    if (!was || !is) return [{ path: here, before: was && told(was), after: is && told(is) }];
    return rowsOfFields(here, told(was), told(is));
  });
}

const labelOf = (thing: Fields): string => String(LABELS.map((name) => thing[name]).find((value) => value) ?? "");

const told = (thing: Fields): Fields =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !NO_NEWS.includes(name)));

/** Only what differs is told: that there is nothing does not mean that there was nothing. */
const someOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? undefined : value);

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists whose entries are known by an id; others are told whole. */
const isThings = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isFields(one) && one.id !== undefined);
