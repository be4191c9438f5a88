import { isDeepStrictEqual } from "node:util";
import type { Change } from "./tool.ts";

/** Fields that say when, and change whenever anything does. */
const CLOCKS = new Set(["updated_at"]);

/** The change without what stayed the same; undefined when nothing differs. */
export function difference({ before, after, ...rest }: Change): Change | undefined {
  if (before === null || after === null) return { ...rest, before, after };
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const changed = names.filter((name) => !CLOCKS.has(name) && !isDeepStrictEqual(was.get(name), is.get(name)));
  if (changed.length === 0) return undefined;
  const only = (fields: Map<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, fields.get(name) ?? null]));
  return { ...rest, before: only(was), after: only(is) };
}
