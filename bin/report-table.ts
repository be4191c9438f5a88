import { REPORT_NAMES, REPORTS_WITH, reportOf } from "../src/analytics/arguments.ts";
import type { ReportName } from "../src/analytics/reports.ts";

/** The reports with their columns and arguments, as a table of Markdown. */
export const reportTable = (): string =>
  [
    "| report | columns, for `sort` | arguments of its own |",
    "|---|---|---|",
    ...REPORT_NAMES.map(
      (name) => `| \`${name}\`: ${reportOf(name).about} | ${columnsOf(name)} | ${ownArgumentsOf(name)} |`,
    ),
  ].join("\n");

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

function columnsOf(report: ReportName): string {
  const { columns, by } = reportOf(report);
  return `${by?.means === "step" ? "the value of `by`, " : ""}${listed(Object.keys(columns))}`;
}

function ownArgumentsOf(report: ReportName): string {
  const own = Object.entries(REPORTS_WITH).filter(([, reports]) => reports.includes(report));
  const { values = [] } = reportOf(report).by ?? {};
  return own.map(([name]) => (name === "by" ? `\`by\`: ${listed(values)}` : `\`${name}\``)).join("; ");
}
