import type { NewEntry } from "./queries.ts";

type Entry = Pick<NewEntry, "entity" | "label" | "before" | "after">;

const MAX_LABELS = 3;

/** What a call did, as the predicate of a sentence: "changed 12 products: kilim-aures, vase, theiere and others". */
export function summaryOf(entries: Entry[]): string {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = `${didOf(entry)} ${entry.entity}`;
    const same = groups.get(group);
    if (same) same.push(entry);
    else groups.set(group, [entry]);
  }
  return [...groups.values()].map(groupText).join("; ");
}

/** What happened to the thing of an entry. */
export const didOf = ({ before, after }: Pick<Entry, "before" | "after">): "created" | "changed" | "deleted" =>
  before === null ? "created" : after === null ? "deleted" : "changed";

function groupText(entries: Entry[]): string {
  const [first] = entries as [Entry];
  const noun = first.entity.replaceAll("_", " ");
  const labels = [...new Set(entries.map(({ label }) => label).filter(Boolean))];
  const named = labels.slice(0, MAX_LABELS).join(", ");
  const more = labels.length > MAX_LABELS ? " and others" : "";
  const about = named ? `${entries.length === 1 ? "" : ":"} ${named}${more}` : "";
  return `${didOf(first)} ${entries.length === 1 ? `the ${noun}` : `${entries.length} ${pluralOf(noun)}`}${about}`;
}

const pluralOf = (noun: string): string => (noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`);
