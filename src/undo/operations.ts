import { Type } from "typebox";
import { nameOfActor } from "../core/actor.ts";
import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { Area } from "../core/scopes.ts";
import { Refs } from "../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import { withNames } from "../staff/staff.ts";
import { describedConflicts, entriesOf } from "./entries.ts";
import { type ChangeRow, lastChangeOf, undoChanges } from "./undo.ts";

const MAX_CONFLICTS = 50;

const Undone = Type.Object({
  undone: Type.Array(
    Type.Object({
      change_id: Type.String(),
      operation: Type.String({ description: "Which was undone." }),
      rows: Type.Integer({ description: "How many rows were put back." }),
    }),
  ),
  conflicts: Type.Array(
    Type.Object({
      entity: Type.String(),
      label: Type.String(),
      fields: Type.Optional(Type.Array(Type.String())),
      reason: Type.String(),
    }),
    { description: "What was not undone, and why." },
  ),
});

/** `keysChanged`: what this process knows of stores and keys must be read again. */
export const undoOperations = (keysChanged: () => void): Operation[] => [
  defineOperation({
    name: "changes_undo",
    title: "Undo changes",
    description: "Puts back what calls changed: all or, when something changed since, nothing. Undos can be undone.",
    area: "any",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      changes: { ...Refs("change_id of answers and changes_list; last: your last"), minItems: 1 },
      skip_changed: Type.Optional(Type.Boolean({ description: "Undo the rest" })),
    },
    answers: Undone,
    inDryRun: Undone,
    refuses: ["change_not_found", "not_undoable", "undo_conflict"],
    example: { changes: ["last"], dry_run: true },
    run: async (call, { changes: ids, skip_changed = false }) => {
      const named = await Promise.all(ids.map((id) => readId(call, id)));
      const { undone, leftOut } = await undoChanges(call.db, [...new Set(named)], {
        actor: call.merchant.actor,
        skipsConflicts: skip_changed,
        allow: (change) => requireScopes(call, change),
      });
      const found = await describedConflicts(
        call.db,
        undone.flatMap(({ conflicts }) => conflicts),
        undone.map(({ change }) => change.id),
      );
      if (found.length > 0 && !skip_changed) throw undoConflict(found);
      const conflicts = [...leftOut.map(({ id, reason }) => ({ entity: "change", label: id, reason })), ...found];
      const written = undone.flatMap(({ rows }) => rows);
      const entries = await entriesOf(call.db, written);
      if (written.length > 0 && entries.length === 0) throw nothingToPutBack();
      for (const entry of entries) call.changed(entry);
      const done = undone.filter(({ rows }) => rows.length > 0).map(({ change }) => change);
      call.undid(done, areaOf(done));
      if (written.some(({ table }) => table === "sites")) call.db.afterCommit(keysChanged);
      const data = {
        undone: undone.map(({ change, rows }) => ({
          change_id: change.id,
          operation: change.operation,
          rows: rows.length,
        })),
        conflicts: conflicts.slice(0, MAX_CONFLICTS),
      };
      const text = `${sentenceOf(await withNames(call.db, done))} ${countOf(entries.length)} put back.${leftText(conflicts.length)}`;
      return { text, textWhenIdle: text, data, inDryRun: data };
    },
  }),
];

const countOf = (things: number): string => (things === 1 ? "1 thing" : `${things} things`);

const leftText = (left: number): string => (left === 0 ? "" : ` Not undone: ${countOf(left)}; conflicts says why.`);

/** What was undone: each operation and key once, with the number of its calls. */
function sentenceOf(done: ChangeRow[]): string {
  const counts = new Map<string, number>();
  for (const { operation, actor } of done) {
    const what = `${operation} by ${nameOfActor(actor)}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const named = [...counts].map(([what, count]) => (count === 1 ? what : `${count} times ${what}`));
  return `Undid ${named.join(", ") || "nothing"}:`;
}

/** The id of a change; of `last`, that of the key's last change. Throws `change_not_found`. */
async function readId({ db, merchant }: OperationCall, id: string): Promise<string> {
  if (isId(id)) return id.toLowerCase();
  const last = id.trim().toLowerCase() === "last" ? await lastChangeOf(db, merchant.id) : undefined;
  if (last) return last;
  const why = id.trim().toLowerCase() === "last" ? "You have changed nothing yet" : `"${id}" is no change id`;
  throw new Problem("change_not_found", `${why}; changes_list finds changes.`);
}

/** An undo needs what the call needed. Throws `insufficient_scope`. */
function requireScopes({ requires }: OperationCall, { id, operation, scopes }: ChangeRow): void {
  for (const scope of scopes) requires({ scope, what: `The undo of the change ${id} by ${operation}` });
}

/** The area of changes; those of several areas are seen by those who may read the settings, as they see all changes. */
function areaOf(changes: ChangeRow[]): Area {
  const [first = "settings", ...others] = new Set(changes.map(({ area }) => area));
  return others.length === 0 ? first : "settings";
}

/** What is put back for one change is taken away again for another, because one made what the other deleted. */
const nothingToPutBack = () =>
  new Problem(
    "not_undoable",
    "There is nothing to put back: together, what can be undone of these changes left everything as it was.",
  );

function undoConflict(conflicts: Awaited<ReturnType<typeof describedConflicts>>): Problem {
  const [first] = conflicts;
  const about = first ? ` ${first.entity} ${first.label}: ${first.reason}.` : "";
  return new Problem(
    "undo_conflict",
    `Nothing was undone, because ${countOf(conflicts.length)} changed since.${about} With skip_changed: true the rest, if any, is undone.`,
    { extra: { conflicts: conflicts.slice(0, MAX_CONFLICTS), conflicts_count: conflicts.length } },
  );
}
