import { fieldLine } from "../core/columns/fields.ts";
import { type FieldError, invalidValue, Problem } from "../core/problem.ts";
import type { Columns } from "./columns.ts";
import type { By, ReportDefinition } from "./report.ts";
import { REPORTS, type ReportName } from "./reports.ts";

export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[];

export const reportOf = (name: ReportName): ReportDefinition => REPORTS[name];

/** The arguments that only some reports take, with those reports. All reports take all other arguments. */
export const REPORTS_WITH = {
  by: REPORT_NAMES.filter((name) => reportOf(name).by),
  threshold: REPORT_NAMES.filter((name) => reportOf(name).hasThreshold),
} as const;

type SpecialArgument = keyof typeof REPORTS_WITH;

/** The values of `by`, of all reports. */
export const BY_VALUES: By[] = REPORT_NAMES.flatMap((name) => [...(reportOf(name).by?.values ?? [])]);

/** The values of `by` in words, by report. */
export const BY_TEXT = REPORTS_WITH.by
  .map(
    (name) =>
      `${name}: ${reportOf(name)
        .by?.values.map((value, i) => (i ? value : `${value} (default)`))
        .join(", ")}`,
  )
  .join("; ");

/** Throws `invalid_value` naming the arguments that the report does not take, and the reports that take them. */
export function requireTaken(report: ReportName, given: Partial<Record<SpecialArgument | "sort", unknown>>): void {
  const errors: FieldError[] = (Object.keys(REPORTS_WITH) as SpecialArgument[])
    .filter((path) => given[path] !== undefined && !REPORTS_WITH[path].includes(report))
    .map((path) => ({
      path,
      message: `is not for ${report}, only for ${REPORTS_WITH[path].join(", ")}: leave it out`,
    }));
  if (given.by !== undefined && given.sort !== undefined && reportOf(report).by?.means === "sort") {
    errors.push({ path: "by", message: `is for ${report} another way to sort: leave by or sort out` });
  }
  if (errors.length === 0) return;
  const detail = errors.map(({ path, message }) => `${path} ${message}.`).join(" ");
  throw new Problem("invalid_value", detail, { errors });
}

/** Whether a report has a column of this name that says who a person is: its order would tell names in parts. */
export const isPersonalColumn = (report: string, column: string): boolean =>
  REPORT_NAMES.some((name) => name === report && column in reportOf(name).columns) &&
  fieldLine(column)?.merchants !== "any";

/** What `by` says, else its default; undefined for a report without. Throws `invalid_value`. */
export function readBy(report: ReportName, by: By | undefined): By | undefined {
  const { values = [] } = reportOf(report).by ?? {};
  if (by !== undefined && !values.includes(by)) throw invalidValue("by", `must be one of: ${values.join(", ")}`);
  return by ?? values[0];
}

/** The columns of a report's rows; steps of time are the first. */
export function columnsOf(report: ReportName, by: By | undefined): Columns {
  const { columns, by: steps } = reportOf(report);
  return steps?.means === "step" && by !== undefined ? { [by]: "date", ...columns } : columns;
}
