import { Type } from "typebox";
import { hasScope, SEES_PEOPLE } from "../core/scopes.ts";
import { fittingRows } from "../operations/fit.ts";
import { From, Limit, To } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { Report } from "./admin-answers.ts";
import { makeReport } from "./analytics.ts";
import { BY_TEXT, BY_VALUES, isPersonalColumn, REPORT_NAMES } from "./arguments.ts";
import { MAX_REPORT_CURSOR } from "./cursor.ts";

export const analyticsOperations: Operation[] = [
  defineOperation({
    name: "analytics_report",
    title: "Report on the shop",
    description:
      "Reports on a period, by default the last 30 days. Cancelled and returned orders do not count as sales. low_stock: products running out, with units sold; rates: confirmation, delivery, returns, calls; wilayas, carriers: returns with reasons; carrier_debts: cash that carriers owe.",
    area: "reports",
    scopes: ["reports:read", "orders:money"],
    effect: "read",
    input: {
      report: Type.Enum(REPORT_NAMES),
      from: From,
      to: To,
      by: Type.Optional(Type.Enum(BY_VALUES, { description: BY_TEXT })),
      threshold: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: "low_stock; default 5" })),
      time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: "IANA; default the shop's" })),
      sort: Type.Optional(Type.String({ maxLength: 40, description: "A column" })),
      order: Type.Optional(Type.Enum(["asc", "desc"])),
      compare: Type.Optional(Type.Boolean({ description: "With the period before" })),
      limit: Type.Optional(Type.Integer({ ...Limit, description: "Default 20; sales: all its steps" })),
      cursor: Type.Optional(
        Type.String({ maxLength: MAX_REPORT_CURSOR, description: "next_cursor of the last answer" }),
      ),
    },
    needs: {
      report: {
        scope: "reports:read",
        unless: { is: "carrier_debts", test: (report) => report === "carrier_debts" },
        instead: "carrier_debts says what carriers owe.",
      },
      sort: {
        scope: SEES_PEOPLE,
        unless: {
          is: "an impersonal column",
          test: (sort, _store, { report }) => !isPersonalColumn(String(report), String(sort)),
        },
        instead: "Sort by another column than customer_name or customer_phone.",
      },
    },
    answers: Report,
    example: { report: "sales", by: "week", compare: true },
    run: async ({ db, merchant, maxRowsText }, input) => {
      const { text, head, rows, cursorAfter } = await makeReport(db, input, hasScope(merchant.scopes, SEES_PEOPLE));
      const room = maxRowsText - JSON.stringify(head).length - MAX_REPORT_CURSOR;
      const data = fittingRows(rows, (row) => sanitize(row), room);
      const next_cursor = cursorAfter(data.length);
      const more = next_cursor === null ? "" : " More rows follow: send next_cursor as cursor.";
      return { text: `${text}${more}`, data: { ...head, data, next_cursor } };
    },
  }),
];
