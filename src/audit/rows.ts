import { withoutNulls } from "../core/objects.ts";
import { truncate } from "../core/text/truncate.ts";
import type { Zone } from "../core/time/zone.ts";
import type { Call } from "./changes.ts";
import type { EntryRow } from "./queries.ts";
import { callSentence, entrySentence, entryText, type VariantNames } from "./sentences.ts";

/** A call as it is answered. */
export function wholeCall(call: Call, zone: Zone) {
  const { id, actor_id, actor, operation, area, not_undoable, undone_by, created_at } = call;
  const sentence = callSentence(call, zone);
  return { change_id: id, created_at, actor_id, actor, operation, area, sentence, not_undoable, undone_by };
}

const SHORTEST_REASON = 30;
const SHORTEST_SENTENCE = 60;

/** A call in short, in at most `room` characters of JSON if that leaves a sentence, which says who, when and what. */
export function briefCall(call: Call, zone: Zone, room: number) {
  const { change_id, sentence, not_undoable, undone_by } = wholeCall(call, zone);
  const row = withoutNulls({ change_id, sentence, not_undoable, undone_by });
  const reason = row.not_undoable && shortened(row.not_undoable, excessOf(row, room), SHORTEST_REASON);
  const shorter = { ...row, ...(reason && { not_undoable: reason }) };
  return { ...shorter, sentence: shortened(sentence, excessOf(shorter, room), SHORTEST_SENTENCE) };
}

const excessOf = (row: object, room: number): number => JSON.stringify(row).length - room;

const shortened = (text: string, excess: number, shortest: number): string =>
  excess <= 0 ? text : truncate(text, Math.max(shortest, text.length - excess - 1));

/** An entry about a thing. */
export function wholeEntry(entry: EntryRow, zone: Zone, names: VariantNames) {
  const { change_id, created_at, actor_id, actor, operation, entity, entity_id, label, before, after } = entry;
  const sentence = entrySentence(entry, zone, names);
  return { change_id, created_at, actor_id, actor, operation, entity, entity_id, label, sentence, before, after };
}

/** The same in short. */
export function briefEntry(entry: EntryRow, zone: Zone, names: VariantNames) {
  const { change_id, created_at, actor, operation, sentence } = wholeEntry(entry, zone, names);
  return withoutNulls({ change_id, created_at, actor, operation, sentence, ...briefValues(entry) });
}

/** An entry of one call. */
export function wholeRow(entry: EntryRow) {
  const { entity, entity_id, label, before, after } = entry;
  return { entity, id: entity_id, label, sentence: entryText(entry, new Map()), before, after };
}

/** The same in short. */
export function briefRow(entry: EntryRow) {
  const { before: _, after: __, ...row } = wholeRow(entry);
  return withoutNulls({ ...row, ...briefValues(entry) });
}

const MAX_VALUE = 300;

/** The values before and after, with "(long)" for long ones; of a thing that was created or deleted, without its empty fields. */
function briefValues({ before, after }: Pick<EntryRow, "before" | "after">) {
  const isWhole = before === null || after === null;
  const brief = (fields: EntryRow["before"]) =>
    fields &&
    Object.fromEntries(
      Object.entries(isWhole ? withoutNulls(fields) : fields).map(([name, value]) => [
        name,
        JSON.stringify(value).length > MAX_VALUE ? "(long)" : value,
      ]),
    );
  return { before: brief(before), after: brief(after) };
}
