import type { SubjectImage } from "./call-list-queries.ts";
import type { EntryRow } from "./queries.ts";

type Fields = Record<string, unknown>;

/** What the log has in place of a value about a person. */
export const PERSONAL = "(personal)";

/**
 * Fields whose values are not logged, only that they changed: the log must not keep data of an erased person. `text` is that
 * of a note on an order.
 */
const PERSONAL_FIELDS = new Set([
  "customer_name",
  "customer_phone",
  "customer_email",
  "customer_wilaya", // free text
  "customer_commune",
  "customer_notes",
  "shipping_address",
  "email",
  "full_name",
  "phone",
  "notes",
  "text",
  "addresses",
]);

export function withoutPersonalData(fields: object | null): object | null {
  if (fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      PERSONAL_FIELDS.has(name) && value !== null ? PERSONAL : value,
    ]),
  );
}

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
      value === PERSONAL ? (valueIn(images, side, name, fields) ?? value) : value,
    ]),
  );
}

/** The value of a field in the images of the row that an entry is about; undefined when they do not have it. */
function valueIn(images: readonly SubjectImage[], side: Side, name: string, entry: Fields): unknown {
  const notes = images.filter(({ table }) => table === "order_notes");
  if (name === "notes" && notes.length > 0) return notes.flatMap((note) => shownNote(note[side]));
  if (name === "text") return notes.find((note) => note[side]?.sequence === entry.sequence)?.[side]?.text;
  return images.find(({ table }) => table === "orders" || table === "customers")?.[side]?.[name];
}

const shownNote = (note: Fields | null): Fields[] =>
  note ? [{ outcome: note.outcome, text: note.text, call_again_at: note.call_again_at }] : [];
