import { Type } from "typebox";
import { withoutNulls } from "../core/objects.ts";
import { ListPage } from "../operations/answers.ts";
import { offsetAnswer, offsetPage } from "../operations/cursor.ts";
import { PriceOrNull, Ref, searching, TextOrNull } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { listCarriers, saveCarrier } from "./admin.ts";
import { AdminCarrier, ListedCarrier } from "./admin-answers.ts";
import { type ParcelColumn, ParcelColumns } from "./parcel-columns.ts";

const optional = Type.Optional;

export const carrierOperations: Operation[] = [
  defineOperation({
    name: "carriers_list",
    title: "List carriers",
    description: "Where they deliver, what they cost the shop, their tracking address.",
    area: "settings",
    scopes: ["settings:read", "orders:write"], // who ships chooses a carrier
    effect: "read",
    input: { limit: searching.limit, cursor: searching.cursor },
    answers: ListPage(ListedCarrier),
    example: {},
    run: async ({ db, maxRowsText }, asked) => {
      const span = offsetPage(asked, maxRowsText);
      const { carriers, total } = await listCarriers(db, span);
      const data = offsetAnswer(
        carriers.map((carrier) => withoutNulls(carrier)),
        total,
        span,
      );
      return { text: `${total} carriers; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "carriers_save",
    title: "Create or change a carrier",
    description:
      "Without carrier: a new one. Orders that name a carrier of the store show its tracking link to shoppers.",
    area: "settings",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      carrier: optional(Ref("Name or id of the one to change")),
      name: optional(Type.String({ minLength: 1, maxLength: 100 })),
      tracking_url: optional(TextOrNull(500, "https, with {tracking_number}")),
      regions: optional(
        Type.Unsafe<string[] | null>({
          type: ["array", "null"],
          items: Ref(),
          minItems: 1,
          maxItems: 100,
          description: "Wilayas it serves; null: all",
        }),
      ),
      methods: optional(Type.Array(Type.Enum(["home", "desk"]), { minItems: 1, maxItems: 2 })),
      home_cost: optional(PriceOrNull("What the shop pays, for any wilaya")),
      desk_cost: optional(PriceOrNull()),
      return_cost: optional(PriceOrNull()),
      parcel_columns: optional(
        Type.Unsafe<ParcelColumn[] | null>({
          ...ParcelColumns,
          type: ["array", "null"],
          description: "Of parcels_export",
        }),
      ),
      is_active: optional(Type.Boolean()),
    },
    answers: AdminCarrier,
    refuses: ["carrier_not_found"],
    example: { carrier: "Rapide Express", regions: ["Alger", "Blida"], home_cost: 350, dry_run: true },
    run: async (call, { carrier: ref, ...given }) => {
      const { before, after } = await saveCarrier(call.db, ref, given);
      call.changed({ entity: "carrier", id: after.id, label: after.name, before, after, snapshot: after });
      return { text: `${before ? "Changed" : "Created"} the carrier ${after.name}.`, data: withoutNulls(after) };
    },
  }),
];
