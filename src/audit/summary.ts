import { changedFields, didOf, type LoggedChange } from "./sentences.ts";

type Entry = LoggedChange;

const MAX_LABELS = 3;
const MAX_FIELDS = 5;

/**
 * What a call did, as the predicate of a sentence: "changed 12 products: price of vase 2500 → 2700; price of theiere 900 → 950 and others". `undone`: the
 * operations of the calls that it undid: "undid prices_bulk_update: changed …".
 */
export function summaryOf(entries: Entry[], undone: readonly string[] = []): string {
  const did = groupsOf(entries).map(groupText).join("; ");
  if (undone.length === 0) return did;
  return `undid ${undone.length === 1 ? "" : `${undone.length} changes by `}${namedOf(undone)}: ${did}`;
}

function groupsOf(entries: Entry[]): Entry[][] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = `${didOf(entry)} ${entry.entity}`;
    const same = groups.get(group);
    if (same) same.push(entry);
    else groups.set(group, [entry]);
  }
  return [...groups.values()];
}

function groupText(entries: Entry[]): string {
  const [first] = entries as [Entry];
  const noun = first.entity.replaceAll("_", " ");
  const fields = fieldsText(entries);
  if (fields) return entries.length === 1 ? fields : `changed ${entries.length} ${pluralOf(noun)}: ${fields}`;
  const named = namedOf(entries.map(({ label }) => label));
  const about = named ? `${entries.length === 1 ? "" : ":"} ${named}` : "";
  return `${didOf(first)} ${entries.length === 1 ? `the ${noun}` : `${entries.length} ${pluralOf(noun)}`}${about}`;
}

/** The first fields of these changes, with their values before and after. */
function fieldsText(entries: Entry[]): string {
  const first = entries.slice(0, MAX_LABELS).map((entry) => changedFields(entry, NO_NAMES));
  const fields = first.flat();
  const hasMore = fields.length > MAX_FIELDS || entries.length > MAX_LABELS;
  return `${fields.slice(0, MAX_FIELDS).join("; ")}${hasMore ? " and others" : ""}`;
}

const NO_NAMES = new Map<string, string>();

/** The first of these names, each once. */
function namedOf(all: readonly string[]): string {
  const names = [...new Set(all.filter(Boolean))];
  return `${names.slice(0, MAX_LABELS).join(", ")}${names.length > MAX_LABELS ? " and others" : ""}`;
}

const pluralOf = (noun: string): string => (noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`);
