import { Type } from "typebox";
import { ListPage } from "../operations/answers.ts";
import { offsetAnswer, offsetPage } from "../operations/cursor.ts";
import { Fields, PriceOrNull, Ref, searching } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { changeRates, ratesForAdmin } from "./admin.ts";
import { EVERYWHERE } from "./regions.ts";
import { ShippingRate } from "./schema.ts";

const optional = Type.Optional;
const Region = Ref("Wilaya code or name, or * for everywhere else");

export const shippingOperations: Operation[] = [
  defineOperation({
    name: "shipping_rates_list",
    title: "List delivery rates",
    description: "By region and method. A region without a rate uses the rate of *.",
    area: "settings",
    effect: "read",
    input: { region: optional(Region), limit: searching.limit, cursor: searching.cursor },
    answers: ListPage(ShippingRate),
    example: { region: "Alger" },
    run: async ({ db, maxRowsText }, { region, ...rest }) => {
      const span = offsetPage(rest, maxRowsText);
      const { rates, total } = await ratesForAdmin(db, region, span);
      const data = offsetAnswer(rates, total, span);
      return { text: `${total} rates; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "shipping_rates_set",
    title: "Set delivery rates",
    description: "Rates that are not sent stay. Above 20 rates, or to remove the rate of *: dry_run first.",
    area: "settings",
    effect: "write",
    takes: ["dry_run", "confirm_token"],
    input: {
      rates: Type.Array(
        Fields({
          region: Region,
          method: Type.Enum(["home", "desk"]),
          price: PriceOrNull("Null removes the rate"),
          free_above: optional(PriceOrNull("Free from this subtotal on")),
        }),
        { minItems: 1, maxItems: 200 },
      ),
    },
    answers: Type.Object({
      rates: Type.Array(ShippingRate, { description: "Those that were set." }),
      removed: Type.Array(Type.String(), { description: "Region and method of those that were removed." }),
    }),
    example: { rates: [{ region: "Alger", method: "home", price: 400, free_above: 8000 }], dry_run: true },
    run: async (call, { rates }) => {
      const changes = await changeRates(call.db, rates);
      for (const { label, before, after } of changes) {
        if (before?.region === EVERYWHERE && !after) call.mustBeConfirmed();
        if (before || after)
          call.changed({ entity: "shipping_rate", id: label, label, before, after, snapshot: after });
      }
      const set = changes.flatMap(({ after }) => after ?? []);
      const removed = changes.filter(({ before, after }) => before && !after).map(({ label }) => label);
      return { text: `${set.length} rates set, ${removed.length} removed.`, data: { rates: set, removed } };
    },
  }),
];
