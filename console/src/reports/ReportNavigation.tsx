import { getRouteApi, Link } from "@tanstack/react-router";
import { valueWord } from "../messages/fields.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import tabs from "../parts/lists/Tabs.module.css";
import { inWords } from "../parts/writing/words.ts";
import { FIRST_REPORT, REPORTS } from "./definitions.ts";
import classes from "./Report.module.css";

const route = getRouteApi("/stores/$store/reports");

/** What a report is called. */
export function useReportName(): (name: string) => string {
  const { fields } = useTexts();
  return (name) => valueWord(fields, "report", name) ?? inWords(name);
}

/** Which report: tabs on desktops, chips on phones. The period stays. */
export function ReportNavigation() {
  const { frame } = useTexts();
  const { store } = route.useParams();
  const { report: chosen = FIRST_REPORT, period, from, to } = route.useSearch();
  const title = useReportName();
  return (
    <nav className={`${tabs.tabs} ${classes.tabs}`} aria-label={frame.reports}>
      {Object.entries(REPORTS).map(([report, { isOfAllTime }]) => (
        <Link
          key={report}
          to="/stores/$store/reports"
          params={{ store }}
          search={{
            report,
            ...(period && period !== "all" && !isOfAllTime && { period }),
            ...(from && !isOfAllTime && { from }),
            ...(to && !isOfAllTime && { to }),
          }}
          activeProps={{}}
          aria-current={report === chosen ? "page" : undefined}
        >
          {title(report)}
        </Link>
      ))}
    </nav>
  );
}
