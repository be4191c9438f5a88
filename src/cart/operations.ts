import { Type } from "typebox";
import { toMajor } from "../core/money.ts";
import { withoutNulls } from "../core/objects.ts";
import { readAmount } from "../core/read-amount.ts";
import { hasScope, SEES_PEOPLE } from "../core/scopes.ts";
import { countText, cursorAnswer, cursorOf, cursorPage } from "../operations/cursor.ts";
import { Limit, Price, SearchCursor } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { type AbandonedCart, hoursSince, listAbandonedCarts } from "./abandoned.ts";
import { AbandonedCarts } from "./admin-answers.ts";

const optional = Type.Optional;

export const cartOperations: Operation[] = [
  defineOperation({
    name: "carts_abandoned",
    title: "List abandoned carts",
    description:
      "Open carts that nobody ordered, the last changed first, at today's prices. The contact is that of the account; guests leave none.",
    area: "orders",
    effect: "read",
    input: {
      min_hours: optional(Type.Integer({ minimum: 0, maximum: 720, description: "Since the last change; default 1" })),
      max_days: optional(Type.Integer({ minimum: 1, maximum: 30 })),
      min_value: optional(Price()),
      with_contact: optional(Type.Boolean()),
      limit: Limit,
      cursor: SearchCursor,
    },
    answers: AbandonedCarts,
    example: { min_hours: 3, with_contact: true },
    run: async ({ db, merchant, maxRowsText }, { limit, cursor, min_hours = 1, min_value, ...rest }) => {
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const least = min_value === undefined ? undefined : readAmount("min_value", min_value, db.currency);
      const search = { ...rest, min_hours, min_value: least, seesPeople: hasScope(merchant.scopes, SEES_PEOPLE) };
      const { carts, total, value, lastRead } = await listAbandonedCarts(db, search, page);
      const show = (cart: AbandonedCart) => {
        const { updated_at, expires_at, lines, units, items, customer_name, customer_phone, customer_email } = cart;
        return withoutNulls({
          updated_at,
          hours: hoursSince(db, { updated_at }),
          value: toMajor(cart.value, db.currency),
          ...sanitize({ lines, units, customer_name, customer_phone, customer_email, items }),
          expires_at,
        });
      };
      const rows = cursorAnswer(carts, total, page, show);
      const next_cursor = rows.next_cursor ?? (lastRead && cursorOf(lastRead));
      const worth = `${toMajor(value, db.currency)} ${db.currency}`;
      return {
        text: `${countText(total)} abandoned carts, ${total.isPartial ? "those counted " : ""}worth ${worth}; ${rows.data.length} shown.`,
        data: { currency: db.currency, total_value: toMajor(value, db.currency), ...rows, next_cursor },
      };
    },
  }),
];
