import { isDeepStrictEqual } from "node:util";
import type { Change } from "./operation.ts";

type Fields = Record<string, unknown>;
type Identified = { id: string; title?: unknown } & Fields;

/** Fields that say when, and change whenever anything does. */
const TIMESTAMPS = new Set(["updated_at"]);

/** The change without what stayed the same; undefined when nothing differs. */
export function difference({ before, after, ...rest }: Change): Change | undefined {
  if (before === null || after === null) return { ...rest, before, after };
  const [was, is] = changedOnly(before as Fields, after as Fields);
  return Object.keys(is).length > 0 ? { ...rest, before: was, after: is } : undefined;
}

/** The fields of two objects that differ, as they were and as they are. */
function changedOnly(before: Fields, after: Fields): [Fields, Fields] {
  const [was, is]: [Fields, Fields] = [{}, {}];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, current] = [before[name] ?? null, after[name] ?? null];
    if (TIMESTAMPS.has(name) || isDeepStrictEqual(old, current)) continue;
    [was[name], is[name]] = isIdentified(old) && isIdentified(current) ? changedEntries(old, current) : [old, current];
  }
  return [was, is];
}

const isIdentified = (value: unknown): value is Identified[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one?.id === "string");

/** Of two lists the entries that differ: a product has hundreds of variants, and one price changed. */
function changedEntries(old: Identified[], current: Identified[]): [unknown[], unknown[]] {
  const [was, is]: [unknown[], unknown[]] = [[], []];
  const earlier = new Map(old.map((entry) => [entry.id, entry]));
  for (const entry of current) {
    const before = earlier.get(entry.id);
    earlier.delete(entry.id);
    if (!before) is.push(entry);
    else if (!isDeepStrictEqual(before, entry)) {
      const [from, to] = changedOnly(before, entry);
      was.push({ ...nameOf(before), ...from });
      is.push({ ...nameOf(entry), ...to });
    }
  }
  was.push(...earlier.values());
  const isOnlyOrder = was.length === 0 && is.length === 0;
  return isOnlyOrder ? [old.map(nameOf), current.map(nameOf)] : [was, is];
}

/** What an entry is known by: a picture by its address. */
const nameOf = ({ id, title, option_values, url }: Identified) => ({
  id,
  ...(title === undefined ? {} : { title }),
  ...(option_values === undefined ? {} : { option_values }),
  ...(url === undefined ? {} : { url }),
});
