import { Link } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Island } from "../parts/Island.tsx";
import { numberText, percentText } from "../parts/numbers.ts";
import { figureOf, type Report } from "./day.ts";
import classes from "./Home.module.css";

/** How orders fare: confirmed, delivered and returned, each with how many of how many. */
export function Rates({ report }: { report: Report<unknown> }) {
  const { home, fields } = useTexts();
  const at = (name: string) => numberText(figureOf(report, name) ?? 0);
  const reason = mostOf(report.totals.return_reasons);
  const before = figureOf({ totals: report.totals_before ?? {} }, "return_rate");
  const returns = [
    reason && home.mostly(valueWord(fields, "reason", reason) ?? reason),
    before !== null && home.before(whole(before)),
  ];
  return (
    <section className={classes.part}>
      <header>
        <h2>{home.in30Days}</h2>
      </header>
      <ul className={classes.rates}>
        <Rate label={home.confirmed} rate={figureOf(report, "confirmation_rate")}>
          {home.ofPlaced(at("confirmed"), at("placed"))}
        </Rate>
        <Rate label={home.delivered} rate={figureOf(report, "delivery_rate")}>
          {home.ofShipped(at("delivered"), at("shipped"))}
        </Rate>
        <Rate label={home.returned} rate={figureOf(report, "return_rate")}>
          {returns.some(Boolean) ? returns.filter(Boolean).join(" · ") : home.ofShipped(at("returned"), at("shipped"))}
        </Rate>
      </ul>
    </section>
  );
}

function Rate({ label, rate, children }: { label: string; rate: number | null; children: React.ReactNode }) {
  const { store } = useApi();
  return (
    <li>
      <Link to="/stores/$store/reports" params={{ store }} search={{ report: "rates" }} className={classes.rate}>
        <span>{label}</span>
        <strong>
          <Island>{rate === null ? "—" : whole(rate)}</Island>
        </strong>
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${(rate ?? 0) * 100}%` }} />
        </span>
        <small>{children}</small>
      </Link>
    </li>
  );
}

/** A rate without decimals. */
const whole = (rate: number): string => percentText(Math.round(rate * 100) / 100);

/** The name with the highest count. */
function mostOf(counts: Report<unknown>["totals"][string] | undefined): string | undefined {
  if (typeof counts !== "object" || counts === null) return undefined;
  return Object.entries(counts).sort(([, one], [, other]) => other - one)[0]?.[0];
}
