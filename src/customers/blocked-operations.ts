import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import { maskPhone } from "../core/columns/line.ts";
import { withoutNulls } from "../core/objects.ts";
import { SearchPage } from "../operations/answers.ts";
import { countText, cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Query, Refs, searching, Text } from "../operations/inputs.ts";
import { type Change, defineOperation, type Operation } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { type BlockedPhone, listBlockedPhones, refusesBlockedPhones, saveBlockedPhones } from "./blocked.ts";
import { ListedPhone, SavedPhones } from "./schema.ts";

const optional = Type.Optional;

/** The block list of phone numbers. */
export const blockedPhoneOperations: Operation[] = [
  defineOperation({
    name: "blocked_phones_list",
    title: "List blocked phones",
    description: "Newest first.",
    area: "customers",
    effect: "read",
    input: { query: optional(Query("Some digits")), limit: searching.limit, cursor: searching.cursor },
    answers: SearchPage(ListedPhone),
    example: {},
    run: async ({ db, maxRowsText }, { query = "", ...asked }) => {
      const page = cursorPage(asked, maxRowsText);
      const { phones, total } = await listBlockedPhones(db, query, page);
      const data = cursorAnswer(phones, total, page, ({ id: _, ...phone }) => withoutNulls(phone));
      return { text: `${countText(total)} blocked phones; ${data.data.length} shown.`, data: sanitize(data) };
    },
  }),
  defineOperation({
    name: "blocked_phones_save",
    title: "Block phones",
    description:
      "Marks orders of these numbers as is_blocked; with blocked_phone_policy refuse (store_update) checkout refuses them.",
    area: "customers",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      phones: { ...Refs(), minItems: 1 },
      note: optional(Text(500)),
      is_blocked: optional(Type.Boolean({ description: "false unblocks" })),
    },
    answers: SavedPhones,
    example: { phones: ["0550 12 34 56"], note: "Refused four parcels", dry_run: true },
    run: async (call, { is_blocked = true, ...given }) => {
      const changes = await saveBlockedPhones(call.db, { ...given, is_blocked });
      const changed = changes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
      for (const { before, after } of changed) call.changed(blockedPhoneChange(before, after));
      const refuses = await refusesBlockedPhones(call.db);
      const phones = changes.flatMap(({ before, after }) => after ?? before ?? []);
      const effect = refuses
        ? " Checkout refuses their orders."
        : " Checkout still takes their orders; store_update with blocked_phone_policy: refuse changes that.";
      return {
        text: `${changed.length} of ${changes.length} ${is_blocked ? `blocked.${effect}` : "unblocked."}`,
        data: sanitize({ is_blocked, phones: phones.map(({ id, phone }) => ({ id, phone })), changed: changed.length }),
      };
    },
  }),
];

/** A change of the block list for the log, which names numbers with stars. */
export function blockedPhoneChange(before: BlockedPhone | null, after: BlockedPhone | null): Change {
  const { id, phone } = (after ?? before) as BlockedPhone;
  const entry = (one: BlockedPhone | null) => one && sanitize({ phone: one.phone, note: one.note });
  return { entity: "blocked_phone", id, label: maskPhone(phone), before: entry(before), after: entry(after) };
}
