import { Type } from "typebox";
import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { Refs } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { describedConflicts, entriesOf } from "./entries.ts";
import { undoChanges } from "./undo.ts";

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
      changes: Refs("change_id of answers and changes_list"),
      skip_changed: Type.Optional(Type.Boolean({ description: "Undo the rest, and leave what changed since" })),
    },
    example: { changes: ["0198c5de-7c5e-7d5c-9f4a-3f0f6f2b9a10"], dry_run: true },
    run: async (call, { changes: ids, skip_changed = false }) => {
      const undone = await undoChanges(call.db, requireIds(ids), skip_changed);
      const conflicts = await describedConflicts(
        call.db,
        undone.flatMap(({ conflicts: found }) => found),
      );
      if (conflicts.length > 0 && !skip_changed) throw undoConflict(conflicts);
      const entries = await entriesOf(
        call.db,
        undone.flatMap(({ rows }) => rows),
      );
      for (const entry of entries) call.changed(entry);
      call.undid(undone.map(({ change }) => change.id));
      if (undone.some(({ rows }) => rows.some(({ table }) => table === "sites" || table === "api_keys"))) {
        call.db.afterCommit(keysChanged);
      }
      const left = conflicts.length > 0 ? ` ${conflicts.length} things stay, because they changed since.` : "";
      return {
        text: `Undid ${undone.map(({ change }) => `${change.operation} by ${change.key_name}`).join(", ")}: ${entries.length} things put back.${left}`,
        data: {
          undone: undone.map(({ change, rows }) => ({
            change_id: change.id,
            operation: change.operation,
            rows: rows.length,
          })),
          conflicts: conflicts.slice(0, MAX_CONFLICTS),
        },
      };
    },
  }),
];

function requireIds(ids: string[]): string[] {
  const unknown = ids.filter((id) => !isId(id));
  if (unknown.length === 0) return [...new Set(ids.map((id) => id.toLowerCase()))];
  throw new Problem("change_not_found", `"${unknown[0]}" is no change id; changes_list finds them.`);
}

function undoConflict(conflicts: Awaited<ReturnType<typeof describedConflicts>>): Problem {
  const [first] = conflicts;
  const about = first ? ` ${first.entity} ${first.label}: ${first.reason}.` : "";
  return new Problem(
    "undo_conflict",
    `Nothing was undone, because ${conflicts.length} things changed since.${about} With skip_changed: true the rest is undone.`,
    { extra: { conflicts: conflicts.slice(0, MAX_CONFLICTS), conflicts_count: conflicts.length } },
  );
}
