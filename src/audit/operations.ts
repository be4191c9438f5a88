import { Type } from "typebox";
import { readEnd, readTime } from "../core/time/dates.ts";
import { countText, cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { From, Ref, searching, To } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { storeZone } from "../store/store.ts";
import { type EntryRow, searchAudit } from "./audit.ts";

/** An entry with the names of the changed fields only: values can be long. */
const concise = ({ id: _, before, after, key_id: _key, ...entry }: EntryRow) => ({
  ...entry,
  did: before === null ? "made" : after === null ? "deleted" : "changed",
  fields: Object.keys(after ?? before ?? {}),
});

export const auditOperations: Operation[] = [
  defineOperation({
    name: "audit_log_search",
    title: "Search the audit log",
    description: "Who changed what, with which tool. Newest first. detailed: old and new values.",
    area: "settings",
    effect: "read",
    input: {
      tool: Type.Optional(Ref("Tool name")),
      key: Type.Optional(Ref("Key id, name or prefix")),
      entity: Type.Optional(Ref("product, order, promotion, …")),
      of: Type.Optional(Ref("Id, slug, SKU or order number")),
      from: From,
      to: To,
      ...searching,
    },
    example: { entity: "order", limit: 5 },
    run: async ({ db, maxRowsText }, { tool, key, entity, of, from, to, response_format, ...rest }) => {
      const page = cursorPage(rest, maxRowsText);
      const zone = await storeZone(db);
      const times = { from: readTime("from", from, zone), to: readEnd("to", to, zone) };
      const filters = { tool, key: key?.trim(), entity, of: of?.trim(), ...times };
      const { entries, total } = await searchAudit(db, filters, page);
      const data = cursorAnswer(entries, total, page, (entry): object =>
        response_format === "detailed" ? entry : concise(entry),
      );
      return { text: `${countText(total)} entries; ${data.data.length} shown.`, data };
    },
  }),
];
