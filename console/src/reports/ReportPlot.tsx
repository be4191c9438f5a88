import { lazy, Suspense, useMemo } from "react";
import type { Step } from "../parts/plots/step.ts";
import { Ranks, Rates, Reasons } from "./Bars.tsx";
import type { ReportDefinition } from "./definitions.ts";
import classes from "./Report.module.css";

import type { Report, Row } from "./useReport.ts";

const TimePlot = lazy(async () => ({ default: (await import("../parts/plots/TimePlot.tsx")).TimePlot }));

interface ReportPlotProps {
  definition: ReportDefinition;
  report: Report;
  rows: readonly Row[];
  by: string | undefined;
  /** Whether the last step is not over. */
  isOpen: boolean;
}

/** The plot of a report. Over time it is drawn by a library that is loaded here; bars of shares are elements of the page. */
export function ReportPlot(props: ReportPlotProps) {
  const { definition, report, rows, by } = props;
  const { plot, columns } = definition;
  if (plot.kind === "time") return <OverTime {...props} of={plot.of} />;
  if (plot.kind === "rates") return <Rates rates={plot.of} totals={report.totals} />;
  const of = by !== undefined && columns.some(({ name }) => name === by) ? by : plot.of;
  const kind = columns.find(({ name }) => name === of)?.kind ?? "count";
  return (
    <div className={classes.beside}>
      <Ranks rows={rows} title={columns[0]} of={{ name: of, kind }} />
      <Reasons totals={report.totals} />
    </div>
  );
}

function OverTime({ definition, rows, by = "day", of, isOpen }: ReportPlotProps & { of: string }) {
  const steps = useMemo(() => stepsOf(rows, by, of), [rows, by, of]);
  if (steps.length < 2) return null;
  return (
    <Suspense fallback={<div className={classes.plotPlace} />}>
      <TimePlot steps={steps} by={by} isMoney={definition.figure.kind === "money"} isOpen={isOpen} />
    </Suspense>
  );
}

/** The rows as steps of time, from the oldest to the newest. */
const stepsOf = (rows: readonly Row[], by: string, of: string): Step[] =>
  rows
    .map((row) => ({
      day: String(row[by]),
      now: (row[of] as number | null) ?? 0,
      before: row.before?.[of] ?? null,
    }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
