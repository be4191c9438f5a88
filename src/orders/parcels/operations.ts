import { Type } from "typebox";
import { ParcelColumns, requireKnownCarrier } from "../../carriers/carriers.ts";
import { toMajor } from "../../core/money.ts";
import { invalidValue } from "../../core/problem.ts";
import { NullableText } from "../../core/shapes.ts";
import { csvLine } from "../../core/text/csv-text.ts";
import { clockText } from "../../core/time/zone.ts";
import { cursorAnswer, cursorPage } from "../../operations/cursor.ts";
import { Ref, SearchCursor } from "../../operations/inputs.ts";
import { defineOperation, type Operation } from "../../operations/operation.ts";
import { storeZone } from "../../store/store.ts";
import { amountToCollect, cellsOf, PRESET_NAMES, PRESETS } from "./columns.ts";
import { listParcels } from "./parcels.ts";

const optional = Type.Optional;
const MAX_PARCELS = 1000;

/** The lists that a merchant hands to a carrier. They are people's addresses, so they need the scope of customers. */
export const parcelOperations: Operation[] = [
  defineOperation({
    name: "parcels_export",
    title: "Export a carrier's parcel list",
    description:
      "CSV of the orders shipped with a carrier on a day, or that are ready for it. Unverified presets were not tried with the carrier. The header is in the first page only.",
    area: "customers",
    effect: "read",
    input: {
      carrier: Ref("Name or id"),
      day: optional(Type.String({ maxLength: 10, description: "Default: today" })),
      ready: optional(Type.Boolean({ description: "Confirmed and processing orders, of it or of no carrier" })),
      preset: optional(Type.Enum(PRESET_NAMES)),
      columns: optional(ParcelColumns),
      limit: optional(Type.Integer({ minimum: 1, maximum: MAX_PARCELS, description: "Default 1000" })),
      cursor: SearchCursor,
    },
    needs: { carrier: { scope: "orders:read", instead: "customers_search shows customers without their orders." } },
    answers: Type.Object({
      csv: Type.String(),
      parcels: Type.Integer({ description: "How many are in `csv`." }),
      amount_to_collect: Type.Number(),
      next_cursor: NullableText("Send it as `cursor` for the next lines; null: these are the last ones."),
    }),
    refuses: ["carrier_not_found"],
    example: { carrier: "Rapide Express", ready: true, preset: "generic" },
    run: async (
      { db, maxRowsText },
      { carrier: ref, day, ready = false, preset, columns, limit = MAX_PARCELS, cursor },
    ) => {
      if (ready && day !== undefined) throw invalidValue("day", "is for shipped orders: leave it out with ready");
      const carrier = await requireKnownCarrier(db, ref);
      const chosen = columns ?? (preset && PRESETS[preset]) ?? carrier.parcel_columns ?? PRESETS.generic;
      const header = cursor === undefined ? csvLine(chosen.map((column) => column.header)) : "";
      const page = cursorPage({ limit, cursor }, maxRowsText - header.length);
      const today = clockText(Date.parse(db.now), storeZone(db)).slice(0, 10);
      const listed = await listParcels(db, carrier, ready ? "ready" : { day: day ?? today }, page);
      const { data: lines, next_cursor } = cursorAnswer(listed, 0, page, ({ parcel }) => ({
        text: parcel ? csvLine(cellsOf(parcel, chosen)) : "",
      }));
      const parcels = listed.slice(0, lines.length).flatMap(({ parcel }) => parcel ?? []);
      const collected = parcels.reduce((sum, parcel) => sum + amountToCollect(parcel), 0);
      const amount_to_collect = toMajor(collected, db.currency);
      const when = ready ? "ready" : `shipped on ${day ?? today}`;
      return {
        text: `${parcels.length} parcels of ${carrier.name}, ${when}; ${amount_to_collect} ${db.currency} to collect.`,
        data: {
          csv: header + lines.map(({ text }) => text).join(""),
          parcels: parcels.length,
          amount_to_collect,
          next_cursor,
        },
      };
    },
  }),
];
