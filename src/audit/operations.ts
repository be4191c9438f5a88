import { type Static, Type } from "typebox";
import { Problem } from "../core/problem.ts";
import { hasScope, SEES_PEOPLE } from "../core/scopes.ts";
import { readEnd, readTime } from "../core/time/dates.ts";
import type { Zone } from "../core/time/zone.ts";
import { countText, cursorAnswer, cursorPage, offsetAnswer, offsetPage } from "../operations/cursor.ts";
import { From, Ref, searching, To } from "../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall, type OperationResult } from "../operations/operation.ts";
import { storeZone } from "../store/store.ts";
import { LoggedChanges } from "./admin-answers.ts";
import { areasSeen } from "./areas.ts";
import {
  type ChangeSearch,
  listCalls,
  listEntries,
  MAX_SUMMED,
  showCall,
  sumCalls,
  type UndoneNow,
} from "./changes.ts";
import { briefCall, briefEntry, briefRow, wholeCall, wholeEntry, wholeRow } from "./rows.ts";

/** Whether the answer may show, and search by, what is known of people. */
const maySeePeople = ({ merchant }: OperationCall): boolean => hasScope(merchant.scopes, SEES_PEOPLE);

export const auditOperations = (undoneNow: UndoneNow): Operation[] => [
  defineOperation({
    name: "changes_list",
    title: "List changes",
    description:
      "Who changed what, newest first: calls; of: one thing's history; change: one call. not_undoable: why changes_undo cannot.",
    area: "any",
    effect: "read",
    input: {
      of: Type.Optional(
        Ref("Product's id, slug, SKU or name; order or tracking number; customer's id, e-mail or phone; slug or code"),
      ),
      change: Type.Optional(Ref("change_id: its rows")),
      actor: Type.Optional(Ref("Id, name or prefix")),
      operation: Type.Optional(Ref()),
      from: From,
      to: To,
      summary: Type.Optional(Type.Boolean({ description: "Counts by day, key, operation" })),
      ...searching,
    },
    answers: LoggedChanges,
    refuses: ["change_not_found", "key_not_found"],
    example: { operation: "inventory_adjust", limit: 5 },
    run: async (call, { of, change, actor, operation, from, to, summary, response_format, ...rest }) => {
      const { db, maxRowsText } = call;
      const isDetailed = response_format === "detailed";
      const zone = storeZone(db);
      const areas = areasSeen(call.merchant.scopes);
      const seesPeople = maySeePeople(call);
      const times = { from: readTime("from", from, zone), to: readEnd("to", to, zone) };
      const search = { actor: actor?.trim(), operation: operation?.trim(), areas, seesPeople, ...times };
      if (summary) {
        refuseBeside("summary, which counts calls", { of, change });
        return summaryOf(call, search, rest, zone);
      }
      const page = cursorPage(rest, maxRowsText);
      if (change !== undefined) {
        refuseBeside("change, which shows one call", { of, actor, operation, from, to });
        const shown = await showCall(db, change.trim(), areas, page, seesPeople, undoneNow);
        const data = cursorAnswer(shown.entries, shown.total, page, (entry) =>
          (isDetailed ? wholeRow : briefRow)(entry),
        );
        const text = `${countText(shown.total)} changes in this call; ${data.data.length} shown.`;
        return { text, data: { change: wholeCall(shown.call, zone), ...data } };
      }
      if (of !== undefined) {
        const found = await listEntries(db, { of: of.trim(), ...search }, page);
        const show = isDetailed ? wholeEntry : briefEntry;
        const data = cursorAnswer(found.entries, found.total, page, (entry) => show(entry, zone, found.variantNames));
        return { text: `${countText(found.total)} changes; ${data.data.length} shown.`, data };
      }
      const { calls, total } = await listCalls(db, search, page, undoneNow);
      const room = Math.floor(maxRowsText / page.limit) - SEPARATORS;
      const data = cursorAnswer(calls, total, page, (one) =>
        isDetailed ? wholeCall(one, zone) : briefCall(one, zone, room),
      );
      return { text: `${countText(total)} calls; ${data.data.length} shown.`, data };
    },
  }),
];

/** Characters of JSON between two rows, as the page counts them. */
const SEPARATORS = 2;

/** Throws `invalid_value` for an argument that has no meaning beside another, which `what` names. */
function refuseBeside(what: string, filters: Record<string, unknown>): void {
  const [given] = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (!given) return;
  const message = `does not go with ${what}`;
  throw new Problem("invalid_value", `${given[0]} ${message}.`, { errors: [{ path: given[0], message }] });
}

/** The calls counted by day, actor and operation. */
async function summaryOf(
  { db, maxRowsText }: OperationCall,
  search: ChangeSearch,
  asked: { limit?: number; cursor?: string },
  zone: Zone,
): Promise<OperationResult<Static<typeof LoggedChanges>>> {
  const page = offsetPage(asked, maxRowsText);
  const sums = await sumCalls(db, search, zone);
  const calls = sums.reduce((sum, one) => sum + one.calls, 0);
  const rows = sums.slice(page.offset, page.offset + page.limit).map(({ actor_id: _, ...row }) => row);
  const isPartial = calls === MAX_SUMMED;
  const data = {
    calls,
    ...(isPartial && { total_is_partial: true as const }),
    ...offsetAnswer(rows, sums.length, page),
  };
  const which = isPartial ? `The newest ${calls}` : calls;
  return { text: `${which} calls in ${sums.length} rows; ${data.data.length} shown.`, data };
}
