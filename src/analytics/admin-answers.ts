import { type TProperties, type TSchema, Type } from "typebox";
import { Currency, NullableText } from "../core/shapes.ts";
import { REPORT_NAMES, reportOf } from "./arguments.ts";
import type { Cell, ColumnKind } from "./columns.ts";

/** What `analytics_report` answers. Amounts are in major units. */

const Figures = Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]));
const FiguresOrCounts = (description: string) =>
  Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null(), Figures]), { description });

const TYPES: Record<ColumnKind, string> = {
  ...{ id: "string", text: "string", date: "string", time: "string", flag: "boolean" },
  ...{ count: "number", amount: "number", average: "number", level: "number" },
};

/** The columns of all reports and steps of time: each row has those of its report. */
function columnsOfAll(): TProperties {
  const reports = REPORT_NAMES.map(reportOf);
  const columns = reports.flatMap(({ columns, by }) => [
    ...Object.entries(columns),
    ...(by?.means === "step" ? by.values.map((step) => [step, "date"] as const) : []),
  ]);
  return Object.fromEntries(columns.map(([name, kind]) => [name, Type.Optional(cell(kind))]));
}

const cell = (kind: ColumnKind): TSchema => Type.Unsafe<Cell>({ type: [TYPES[kind], "null"] });

type Row = Record<string, unknown>;
const Row = Type.Unsafe<Row>(
  Type.Object({
    ...columnsOfAll(),
    before: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "The figures of the period before." }),
    ),
    change_percent: Type.Optional(Figures),
  }),
);

export const Report = Type.Object({
  report: Type.Enum(REPORT_NAMES),
  from: Type.String(),
  to: Type.String(),
  time_zone: Type.String(),
  currency: Currency,
  totals: FiguresOrCounts("Of the whole report, whatever rows are asked for."),
  from_before: Type.Optional(Type.String({ description: "The period before, with `compare`." })),
  to_before: Type.Optional(Type.String()),
  totals_before: Type.Optional(FiguresOrCounts("Of the period before.")),
  totals_change_percent: Type.Optional(FiguresOrCounts("To one decimal; null where there is nothing to compare.")),
  data: Type.Array(Row, { description: "Rows with the columns of the report." }),
  next_cursor: NullableText("Send it as `cursor` for the next rows; null: these are the last ones."),
});
