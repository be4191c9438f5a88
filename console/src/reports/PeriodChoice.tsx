import { SegmentedControl, TextInput } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { valueWord } from "../messages/fields.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { inWords } from "../parts/writing/words.ts";
import type { ReportDefinition } from "./definitions.ts";
import { daysOf, PERIODS, type ReportSearch } from "./periods.ts";
import classes from "./Report.module.css";

interface PeriodChoiceProps {
  search: ReportSearch;
  definition: ReportDefinition;
  /** The day of the store. */
  today: string;
}

const route = getRouteApi("/stores/$store/reports");

/** The period as chips, one's own days, and the steps of time or what rows are sorted by. */
export function PeriodChoice({ search, definition, today }: PeriodChoiceProps) {
  const { reports, fields } = useTexts();
  const { store } = route.useParams();
  const navigate = route.useNavigate();
  const periods = definition.isOfAllTime ? (["all", ...PERIODS] as const) : PERIODS;
  const shown = daysOf(search, today);
  const { from: _, to: __, ...others } = search;
  const change = (part: Partial<ReportSearch>) => navigate({ search: { ...search, ...part }, replace: true });
  return (
    <div className={classes.choice}>
      <nav className={classes.chips} aria-label={reports.period}>
        {periods.map((period) => (
          <Link
            key={period}
            to="/stores/$store/reports"
            params={{ store }}
            // One's own period begins with the days that are shown.
            search={{ ...others, period, ...(period === "own" && (shown ?? { from: today, to: today })) }}
            activeProps={{}}
            aria-current={period === search.period ? "true" : undefined}
          >
            {reports.periods[period]}
          </Link>
        ))}
      </nav>
      {search.period === "own" && (
        <div className={classes.own}>
          <TextInput
            type="date"
            aria-label={fields.names.from ?? inWords("from")}
            value={search.from ?? ""}
            max={search.to}
            onChange={(event) => event.currentTarget.value && change({ from: event.currentTarget.value })}
          />
          <span aria-hidden="true">–</span>
          <TextInput
            type="date"
            aria-label={fields.names.to ?? inWords("to")}
            value={search.to ?? ""}
            min={search.from}
            onChange={(event) => event.currentTarget.value && change({ to: event.currentTarget.value })}
          />
        </div>
      )}
      {definition.by && (
        <SegmentedControl
          className={classes.by}
          aria-label={reports.by}
          value={search.by ?? ""}
          onChange={(by) => {
            const { sort: _, order: __, ...asked } = search;
            void navigate({ search: { ...asked, by }, replace: true });
          }}
          data={definition.by.map((by) => ({ value: by, label: valueWord(fields, "by", by) ?? inWords(by) }))}
        />
      )}
    </div>
  );
}
