import { PERSONAL } from "../core/columns/masking.ts";
import type { SubjectImage } from "./call-list-queries.ts";
import type { EntryRow } from "./queries.ts";

type Fields = Record<string, unknown>;

/** The entry with values of persons, where the images of the same call still have them. */
export function withPersonalValues(entry: EntryRow, images: readonly SubjectImage[]): EntryRow {
  const own = images.filter(({ subject_id }) => subject_id === entry.entity_id);
  if (own.length === 0) return entry;
  return { ...entry, before: filled(entry.before, own, "before"), after: filled(entry.after, own, "after") };
}

type Side = "before" | "after";

function filled(fields: Fields | null, images: readonly SubjectImage[], side: Side): Fields | null {
  if (fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === PERSONAL ? (valueIn(images, side, name) ?? value) : value,
    ]),
  );
}

/** The tables whose rows are entries of the log about people. */
const WITH_PERSONS: ReadonlySet<string> = new Set(["orders", "customers", "blocked_phones"]);

/** The value of a field in the images of the row that an entry is about; undefined when they do not have it. */
function valueIn(images: readonly SubjectImage[], side: Side, name: string): unknown {
  const notes = images.filter(({ table }) => table === "order_notes");
  if (name === "notes" && notes.length > 0) return notes.flatMap((note) => shownNote(note[side]));
  return images.find(({ table }) => WITH_PERSONS.has(table))?.[side]?.[name];
}

const shownNote = (note: Fields | null): Fields[] =>
  note ? [{ outcome: note.outcome, text: note.text, call_again_at: note.call_again_at }] : [];
