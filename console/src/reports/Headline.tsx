import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Island } from "../parts/Island.tsx";
import { changeText, dateText, moneyText, numberText } from "../parts/numbers.ts";
import type { ReportDefinition } from "./definitions.ts";
import { type Days, lengthOf } from "./periods.ts";
import classes from "./Report.module.css";
import { numberAt, type Report } from "./useReport.ts";

interface HeadlineProps {
  name: string;
  definition: ReportDefinition;
  report: Report;
  days: Days | undefined;
}

/** The main figure of a report, of which days it is, and what it was in as many days before. */
export function Headline({ name, definition: { figure }, report, days }: HeadlineProps) {
  const { language, texts } = useLanguage();
  const { currency } = useStore();
  const { reports } = texts;
  const written = (value: number) => (figure.kind === "money" ? moneyText(value, currency) : numberText(value));
  const value = numberAt(report.totals, figure.name) ?? 0;
  const before = numberAt(report.totals_before, figure.name);
  const change = numberAt(report.totals_change_percent, figure.name);
  const dayText = (day: string) => dateText(day, language, "UTC");
  return (
    <div className={classes.headline}>
      <p>
        {reports.figures[name]}
        {days && (
          <>
            {" · "}
            {days.from === days.to ? dayText(days.to) : reports.fromTo(dayText(days.from), dayText(days.to))}
          </>
        )}
      </p>
      <p className={classes.figure}>
        <Island>{written(value)}</Island>
      </p>
      {days && before !== null && (
        <p>
          {change !== null && (
            <>
              <Island>{changeText(change)}</Island>{" "}
            </>
          )}
          {reports.comparedTo(lengthOf(days))} <Island>{written(before)}</Island>
        </p>
      )}
    </div>
  );
}
