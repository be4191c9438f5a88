import { Type } from "typebox";
import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { type Area, hasScope } from "../core/scopes.ts";
import { Refs } from "../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall, scopesOf } from "../operations/operation.ts";
import { insufficientScope } from "../operations/people.ts";
import { describedConflicts, entriesOf } from "./entries.ts";
import type { PlannedRow } from "./plan.ts";
import { AREA_OF } from "./rules.ts";
import { type ChangeRow, lastChangeOf, type Undone, undoChanges } from "./undo.ts";

const MAX_CONFLICTS = 50;

/** `keysChanged`: what this process knows of stores and keys must be read again. */
export const undoOperations = (keysChanged: () => void): Operation[] => [
  defineOperation({
    name: "changes_undo",
    title: "Undo changes",
    description:
      "Puts back what calls changed, by their change ids: all or, when something changed since, nothing. An undo can be undone.",
    area: "any",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      changes: { ...Refs("change_id of answers and changes_list; last: the last of this key"), minItems: 1 },
      skip_changed: Type.Optional(Type.Boolean({ description: "Undo the rest, and leave what changed since" })),
    },
    example: { changes: ["last"], dry_run: true },
    run: async (call, { changes: ids, skip_changed = false }) => {
      const named = await Promise.all(ids.map((id) => readId(call, id)));
      const { undone, leftOut } = await undoChanges(call.db, [...new Set(named)], {
        actor: call.actor,
        skipsConflicts: skip_changed,
        allow: (change, areas) => requireScopesFor(call, change, areas),
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
      call.undid(
        undone.filter(({ rows }) => rows.length > 0).map(({ change }) => change),
        areaOf(written),
      );
      if (written.some(({ table }) => table === "sites")) call.db.afterCommit(keysChanged);
      const data = {
        undone: undone.map(({ change, rows }) => ({
          change_id: change.id,
          operation: change.operation,
          rows: rows.length,
        })),
        conflicts: conflicts.slice(0, MAX_CONFLICTS),
      };
      const text = `${sentenceOf(undone)} ${countOf(entries.length)} put back.${leftText(conflicts.length)}`;
      return { text, data, inDryRun: data };
    },
  }),
];

const countOf = (things: number): string => (things === 1 ? "1 thing" : `${things} things`);

const leftText = (left: number): string => (left === 0 ? "" : ` Not undone: ${countOf(left)}; conflicts says why.`);

function sentenceOf(undone: Undone[]): string {
  const done = undone.filter(({ rows }) => rows.length > 0);
  if (done.length === 0) return "Undid nothing:";
  return `Undid ${done.map(({ change }) => `${change.operation} by ${change.key_name}`).join(", ")}:`;
}

/** The id of a change; of `last`, that of the key's last change. Throws `change_not_found`. */
async function readId({ db, key }: OperationCall, id: string): Promise<string> {
  if (isId(id)) return id.toLowerCase();
  const last = id.trim().toLowerCase() === "last" ? await lastChangeOf(db, key.id) : undefined;
  if (last) return last;
  const why = id.trim().toLowerCase() === "last" ? "This key has changed nothing yet" : `"${id}" is no change id`;
  throw new Problem("change_not_found", `${why}; changes_list finds changes.`);
}

/** Throws `insufficient_scope` for a change of areas of which the key may not write all. */
function requireScopesFor({ key }: OperationCall, { id, operation }: ChangeRow, areas: readonly Area[]): void {
  for (const area of areas) {
    const scopes = scopesOf({ area, effect: "write" });
    if (scopes.some((scope) => hasScope(key.scopes, scope))) continue;
    throw insufficientScope(
      `This key may not undo the change ${id} by ${operation}: it needs the scope ${scopes.join(" or ")}.`,
      scopes,
    );
  }
}

/** The area of rows; of several areas those who may read the settings see them, as they see all changes. */
function areaOf(rows: PlannedRow[]): Area {
  const [first = "settings", ...others] = new Set(rows.map(({ table }) => AREA_OF[table]));
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
