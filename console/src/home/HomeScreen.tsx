import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo } from "react";
import { useApi, useStore } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island } from "../parts/Island.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { shortDateText } from "../parts/numbers.ts";
import { openSearch } from "../parts/openSearch.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { weekdayText } from "../parts/writing/ago.ts";
import { seesReports } from "./asked.ts";
import { type SalesRow, stepsOf, useDay, useReport } from "./day.ts";
import { Figures } from "./Figures.tsx";
import { type BestSeller, BestSellers, type LowStock, RunsOut, type WilayaRow, Wilayas } from "./Goods.tsx";
import classes from "./Home.module.css";
import { Lacks } from "./Lacks.tsx";
import { Rates } from "./Rates.tsx";
import { usePictures } from "./usePictures.ts";
import { useWaiting } from "./useWaiting.ts";

const TimePlot = lazy(async () => ({ default: (await import("../parts/plots/TimePlot.tsx")).TimePlot }));

/** The first screen of a store: what today is like, what waits, and how the last 30 days went. What a role may not see is left out. */
export function HomeScreen() {
  const { language, texts } = useLanguage();
  const { home } = texts;
  const api = useApi();
  const store = useStore();
  const { today, weekBefore, hour } = useDay();
  const { data: operations, isError } = useQuery(operationsQuery(api));
  const may = (name: string) => operations?.some((operation) => operation.name === name) ?? false;
  const waiting = useWaiting(may("orders_search"));
  const hasReports = seesReports(store);
  const isBelowDrawn = useBelow(operations !== undefined || isError);
  const date = `${weekdayText(today, language)} ${shortDateText(today, language)}`;
  const about = (
    <>
      {date} · <Island>{hour}</Island>
      {hasReports && (
        <span className="mantine-visible-from-sm">
          {" · "}
          {home.comparedTo(`${weekdayText(weekBefore, language)} ${shortDateText(weekBefore, language)}`)}
        </span>
      )}
    </>
  );
  return (
    <>
      <PageHead
        title={home.title}
        about={about}
        actions={
          <>
            {may("orders_create") && (
              <Button
                variant="default"
                visibleFrom="sm"
                leftSection={<Icon name="plus" size={18} />}
                component={Link}
                to={`/stores/${api.store}/orders/new`}
              >
                {home.create}
              </Button>
            )}
            {waiting && waiting.count > 0 && may("orders_log_call") && (
              <Button
                visibleFrom="sm"
                leftSection={<Icon name="phone" size={18} />}
                component={Link}
                to={`/stores/${api.store}/calls`}
              >
                {callText(home, waiting)}
              </Button>
            )}
            <ActionIcon hiddenFrom="sm" aria-label={texts.frame.search} onClick={openSearch}>
              <Icon name="search" />
            </ActionIcon>
          </>
        }
      />
      {waiting && waiting.count > 0 && may("orders_log_call") && (
        <div className={`${classes.callPlace} mantine-hidden-from-sm`}>
          <Button
            fullWidth
            leftSection={<Icon name="phone" size={20} />}
            component={Link}
            to={`/stores/${api.store}/calls`}
          >
            {callText(home, waiting)}
          </Button>
        </div>
      )}
      {operations && <Figures seesReports={hasReports} waiting={waiting} />}
      {isBelowDrawn && hasReports && <LastDays seesProducts={may("products_get")} />}
      {isBelowDrawn && operations && <Lacks may={may} />}
      {operations && !hasReports && <p className={classes.notSeen}>{home.notSeen}</p>}
    </>
  );
}

let wasDrawn = false;

/** Whether to draw what stands below the figures: at first a step after them, so that they are there sooner; at once when one comes back to a place. */
function useBelow(areFiguresDrawn: boolean): boolean {
  useEffect(() => {
    wasDrawn ||= areFiguresDrawn;
  }, [areFiguresDrawn]);
  return useDeferredValue(areFiguresDrawn || wasDrawn, wasDrawn);
}

const callText = (
  home: ReturnType<typeof useTexts>["home"],
  { count, text }: { count: number; text: string },
): string => (text === String(count) ? home.call(count) : home.callMany(text));

/** How the last 30 days went. */
function LastDays({ seesProducts }: { seesProducts: boolean }) {
  const { home } = useTexts();
  const { reports } = useDay();
  const sales = useReport<SalesRow>(reports.sales, true);
  const rates = useReport(reports.rates, true);
  const wilayas = useReport<WilayaRow>(reports.wilayas, true);
  const best = useReport<BestSeller>(reports.best, true);
  const low = useReport<LowStock>(reports.low, true);
  const pictures = usePictures(
    [...(best.data?.data ?? []), ...(low.data?.data ?? [])].map(({ slug }) => slug),
    seesProducts,
  );
  const steps = useMemo(() => stepsOf(sales.data?.data ?? []), [sales.data]);
  const failed = [sales, rates, wilayas, best, low].find(({ error, data }) => error && !data);
  if (failed) return <Problem error={failed.error} onRetry={failed.refetch} />;
  return (
    <>
      <div className={classes.days}>
        <section className={classes.part}>
          <header>
            <h2>{home.perDay}</h2>
          </header>
          <div className={classes.plot}>
            {sales.data && (
              <Suspense>
                <TimePlot steps={steps} by="day" isMoney={false} isOpen shape="lines" />
              </Suspense>
            )}
          </div>
        </section>
        {rates.data ? <Rates report={rates.data} /> : <LoadingRows rows={3} />}
      </div>
      <div className={classes.goodsPlace}>
        {wilayas.data && <Wilayas rows={wilayas.data.data.filter(({ orders }) => orders > 0)} />}
        {best.data && <BestSellers rows={best.data.data} pictures={pictures} />}
        {low.data && <RunsOut report={low.data} pictures={pictures} />}
      </div>
    </>
  );
}
