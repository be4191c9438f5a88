import { useStore } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { currencySign, numberText, percentText } from "../parts/numbers.ts";
import { type Bar, BarList } from "../parts/plots/BarList.tsx";
import { inWords } from "../parts/writing/words.ts";
import type { Column } from "./definitions.ts";
import classes from "./Report.module.css";
import { type Figures, numberAt, type Report, type Row } from "./useReport.ts";

const MAX_BARS = 8;

/** The rows that have most of something. */
export function Ranks({ rows, title, of }: { rows: readonly Row[]; title: Column | undefined; of: Column }) {
  const { texts } = useLanguage();
  const { currency } = useStore();
  const bars = rows
    .map((row, index): Bar => {
      const value = Number(row[of.name] ?? 0);
      const name = row[title?.name ?? ""];
      const variant = typeof row.variant === "string" ? ` · ${row.variant}` : "";
      return {
        key: String(index),
        label: `${name ?? texts.reports.unnamed}${variant}`,
        value,
        text: numberText(value),
      };
    })
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .slice(0, MAX_BARS);
  if (bars.length < 2) return null;
  const unit = of.kind === "money" ? `, ${currencySign(currency)}` : "";
  return (
    <BarList
      title={`${texts.reports.columns[of.name] ?? inWords(of.name)}${unit}`}
      bars={bars}
      whole={Math.max(...bars.map(({ value }) => value))}
    />
  );
}

/** Rates, each with how many of how many. */
export function Rates({
  rates,
  totals,
}: {
  rates: readonly { rate: string; part: string; whole: string }[];
  totals: Report["totals"];
}) {
  const { texts } = useLanguage();
  const { reports } = texts;
  const bars = rates.map(({ rate, part, whole }): Bar => {
    const value = numberAt(totals, rate);
    return {
      key: rate,
      label: reports.rates[rate] ?? inWords(rate),
      value: value ?? 0,
      text: value === null ? "—" : percentText(value),
      about: reports.partOf(numberAt(totals, part) ?? 0, numberAt(totals, whole) ?? 0, whole),
    };
  });
  return (
    <div className={classes.beside}>
      <BarList title={reports.ratesTitle} bars={bars} whole={1} />
      <Reasons totals={totals} />
    </div>
  );
}

/** The counts by reason or outcome among the totals. */
export function Reasons({ totals }: { totals: Report["totals"] }) {
  const { texts } = useLanguage();
  const lists = Object.entries(totals).filter(
    (entry): entry is [string, Figures] => typeof entry[1] === "object" && entry[1] !== null,
  );
  return lists.map(([name, counts]) => {
    const bars = Object.entries(counts)
      .filter(([, count]) => (count ?? 0) > 0)
      .sort(([, one], [, other]) => (other ?? 0) - (one ?? 0))
      .map(
        ([reason, count]): Bar => ({
          key: reason,
          label: valueWord(texts.fields, name, reason) ?? inWords(reason),
          value: count ?? 0,
          text: numberText(count ?? 0),
        }),
      );
    if (bars.length === 0) return null;
    return (
      <BarList
        key={name}
        title={texts.reports.reasons[name] ?? inWords(name)}
        bars={bars}
        whole={bars.reduce((sum, { value }) => sum + value, 0)}
      />
    );
  });
}
