import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi, useStore } from "../api/api.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Island } from "../parts/Island.tsx";
import { changeText, currencySign, moneyText, numberText } from "../parts/numbers.ts";
import { lastedText, weekdayText } from "../parts/writing/ago.ts";
import { figureOf, placedOf, useDay, useReport } from "./day.ts";
import classes from "./Home.module.css";
import type { Waiting } from "./useWaiting.ts";

interface FiguresProps {
  seesReports: boolean;
  /** Undefined: not known, or not to be seen. */
  waiting: Waiting | undefined;
}

/** The figures of today, each compared in words with the same weekday before, to the same hour. Each leads to its list. */
export function Figures({ seesReports, waiting }: FiguresProps) {
  const { language, texts } = useLanguage();
  const { home } = texts;
  const { store } = useApi();
  const { weekBefore, hour, reports } = useDay();
  const { data: now } = useReport(reports.now, seesReports);
  const { data: before } = useReport(
    reports.before,
    seesReports && hour !== "00:00", // at midnight nothing can be compared
  );
  const [placed, placedBefore] = [placedOf(now), placedOf(before)];
  const params = { store };
  const sales: LinkProps = { to: "/stores/$store/reports", params, search: { report: "sales", period: "today" } };
  return (
    <div className={classes.figures}>
      {seesReports && (
        <Figure
          label={home.orders}
          to={{ to: "/stores/$store/orders", params, search: { period: "today" } }}
          value={placed}
        >
          {placed !== null && placedBefore !== null && (
            <MoreOrFewer by={placed - placedBefore} day={weekdayText(weekBefore, language)} />
          )}
        </Figure>
      )}
      {waiting && (
        <Figure
          label={home.toConfirm}
          to={{ to: "/stores/$store/orders", params, search: { view: "to_confirm" } }}
          value={waiting.text}
          isWaiting={waiting.oldest !== undefined}
        >
          {waiting.oldest && home.oldestWaits(lastedText(waiting.oldest, language))}
          {waiting.count === 0 && home.noneWaits}
        </Figure>
      )}
      {seesReports && (
        <>
          <Amount label={home.revenue} to={sales} now={figureOf(now, "total")} before={figureOf(before, "total")} />
          <Amount
            label={home.basket}
            to={sales}
            now={figureOf(now, "average_order")}
            before={figureOf(before, "average_order")}
          />
        </>
      )}
    </div>
  );
}

function MoreOrFewer({ by, day }: { by: number; day: string }) {
  const { home } = useTexts();
  if (by === 0) return home.same(day);
  return by > 0 ? home.more(by, day) : home.fewer(-by, day);
}

interface FigureProps {
  label: string;
  to: LinkProps;
  value: number | string | null;
  /** Of the currency. */
  sign?: string;
  isWaiting?: boolean;
  children?: ReactNode;
}

function Figure({ label, to, value, sign, isWaiting, children }: FigureProps) {
  return (
    <Link {...to} className={classes.figure}>
      <span>{label}</span>
      <strong>
        {value === null ? (
          "…"
        ) : (
          <Island>
            {typeof value === "number" ? numberText(value) : value}
            {sign && <small> {sign}</small>}
          </Island>
        )}
      </strong>
      <span className={classes.compared} data-waiting={isWaiting || undefined}>
        {children || "\u00a0"}
      </span>
    </Link>
  );
}

function Amount({
  label,
  to,
  now,
  before,
}: {
  label: string;
  to: LinkProps;
  now: number | null;
  before: number | null;
}) {
  const { home } = useTexts();
  const { currency } = useStore();
  const change = now && before ? Math.round(((now - before) / before) * 100) : null;
  return (
    <Figure label={label} to={to} value={now} sign={currencySign(currency)}>
      {before !== null &&
        (change === null
          ? home.wasOnly(moneyText(before, currency))
          : home.was(changeText(change), moneyText(before, currency)))}
    </Figure>
  );
}
