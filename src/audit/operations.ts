import { Type } from "typebox";
import { Problem } from "../core/problem.ts";
import { hasScope, SEES_PEOPLE } from "../core/scopes.ts";
import { readEnd, readTime } from "../core/time/dates.ts";
import { countText, cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { From, Ref, searching, To } from "../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import { storeZone } from "../store/store.ts";
import { areasSeen } from "./areas.ts";
import { listCalls, listEntries, showCall, type UndoneNow } from "./changes.ts";
import { briefCall, briefEntry, briefRow, wholeCall, wholeEntry, wholeRow } from "./rows.ts";

/** Whether the answer may show, and search by, what is known of people. */
const maySeePeople = ({ key }: OperationCall): boolean => hasScope(key.scopes, SEES_PEOPLE);

export const auditOperations = (undoneNow: UndoneNow): Operation[] => [
  defineOperation({
    name: "changes_list",
    title: "List changes",
    description:
      "Who changed what, newest first: calls; of: the history of one thing; change: one call. not_undoable: why changes_undo cannot undo it.",
    area: "any",
    effect: "read",
    input: {
      of: Type.Optional(
        Ref("Product by id, slug, SKU or name; order number; customer by id, e-mail or phone; any slug or code"),
      ),
      change: Type.Optional(Ref("change_id: every row of that call")),
      key: Type.Optional(Ref("Id, name or prefix")),
      operation: Type.Optional(Ref()),
      from: From,
      to: To,
      ...searching,
    },
    example: { operation: "inventory_adjust", limit: 5 },
    run: async (call, { of, change, key, operation, from, to, response_format, ...rest }) => {
      const { db, maxRowsText } = call;
      const page = cursorPage(rest, maxRowsText);
      const isDetailed = response_format === "detailed";
      const zone = await storeZone(db);
      const areas = areasSeen(call.key.scopes);
      if (change !== undefined) {
        refuseFilters({ of, key, operation, from, to });
        const shown = await showCall(db, change.trim(), areas, page, maySeePeople(call), undoneNow);
        const data = cursorAnswer(shown.entries, shown.total, page, isDetailed ? wholeRow : briefRow);
        const text = `${countText(shown.total)} changes in this call; ${data.data.length} shown.`;
        return { text, data: { change: wholeCall(shown.call, zone), ...data } };
      }
      const times = { from: readTime("from", from, zone), to: readEnd("to", to, zone) };
      const search = { key: key?.trim(), operation: operation?.trim(), areas, ...times };
      if (of !== undefined) {
        const found = await listEntries(db, { of: of.trim(), ...search }, page, maySeePeople(call));
        const show = isDetailed ? wholeEntry : briefEntry;
        const data = cursorAnswer(found.entries, found.total, page, (entry) => show(entry, zone, found.variantNames));
        return { text: `${countText(found.total)} changes; ${data.data.length} shown.`, data };
      }
      const { calls, total } = await listCalls(db, search, page, undoneNow);
      const room = Math.floor(maxRowsText / page.limit) - SEPARATORS;
      const data = cursorAnswer(calls, total, page, (one): object =>
        isDetailed ? wholeCall(one, zone) : briefCall(one, zone, room),
      );
      return { text: `${countText(total)} calls; ${data.data.length} shown.`, data };
    },
  }),
];

/** Characters of JSON between two rows, as the page counts them. */
const SEPARATORS = 2;

/** Throws `invalid_value` for an argument that has no meaning beside `change`. */
function refuseFilters(filters: Record<string, unknown>): void {
  const [given] = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (!given) return;
  const message = "does not go with change, which shows one call";
  throw new Problem("invalid_value", `${given[0]} ${message}.`, { errors: [{ path: given[0], message }] });
}
