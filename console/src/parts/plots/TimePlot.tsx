import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { useStore } from "../../api/api.ts";
import type { Language } from "../../messages/languages.ts";
import { useLanguage } from "../../messages/TextsContext.tsx";
import { Island } from "../Island.tsx";
import { currencySign, dateText, moneyText, numberText, shortDateText } from "../numbers.ts";
import { drawBars } from "./bars.ts";
import { drawLines } from "./lines.ts";
import type { Step } from "./step.ts";
import classes from "./TimePlot.module.css";

interface TimePlotProps {
  /** From the oldest to the newest. */
  steps: readonly Step[];
  by: string;
  isMoney: boolean;
  /** Whether the last step is not over: its bar is hatched, its line dotted. */
  isOpen: boolean;
  /** How it is drawn; default: bars. */
  shape?: "bars" | "lines";
}

const HEIGHT = 240;
/** The room that a label of a day takes. */
const LABEL = 64;
/** Below this width large figures are written in thousands or millions. */
const NARROW = 560;

/** A figure over time as bars or lines, with dashes at what it was before. Time runs from left to right in every language. */
export function TimePlot({ steps, by, isMoney, isOpen, shape = "bars" }: TimePlotProps) {
  const { language, texts } = useLanguage();
  const { reports } = texts;
  const { currency } = useStore();
  const scheme = useComputedColorScheme();
  const { ref: sizer, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const [touched, setTouched] = useState<number | null>(null);

  const top = niceTop(Math.max(...steps.flatMap(({ now, before }) => [now, before ?? 0])));
  const isNarrow = width < NARROW;
  const unit = unitFor(top, isNarrow);

  // biome-ignore lint/correctness/useExhaustiveDependencies(scheme): its colours are read when it is drawn
  useEffect(() => {
    if (!place.current || width === 0) return;
    const plot = new uPlot(
      optionsOf({ steps, by, isOpen, shape, top, unit: unitFor(top, isNarrow), width, language, setTouched }),
      dataOf(steps),
      place.current,
    );
    return () => plot.destroy();
  }, [steps, by, isOpen, shape, top, isNarrow, width, language, scheme]);

  const written = (value: number) => (isMoney ? moneyText(value, currency) : numberText(value));
  const step = touched === null ? undefined : steps[touched];
  return (
    <figure className={classes.plot} data-shape={shape}>
      <figcaption>
        {step ? (
          <span>
            {reports.stepNames[by]?.(dateText(step.day, language, "UTC"))}{" "}
            <strong>
              <Island>{written(step.now)}</Island>
            </strong>
            {step.before !== null && (
              <>
                {" · "}
                {reports.beforeWas} <Island>{written(step.before)}</Island>
              </>
            )}
          </span>
        ) : (
          <>
            <span data-key="now">{reports.thisPeriod}</span>
            {steps.some(({ before }) => before !== null) && <span data-key="before">{reports.periodBefore}</span>}
            {isOpen && shape === "bars" && <span data-key="open">{reports.notOver}</span>}
            {(unit.word || isMoney) && (
              <span>
                {[unit.word && reports.units[unit.word], isMoney && currencySign(currency)].filter(Boolean).join(" ")}
              </span>
            )}
          </>
        )}
      </figcaption>
      <div ref={sizer}>
        <div ref={place} dir="ltr" role="img" aria-label={reports.plotIsTable} />
      </div>
    </figure>
  );
}

const dataOf = (steps: readonly Step[]): uPlot.AlignedData => [
  steps.map((_, index) => index),
  steps.map(({ now }) => now),
  steps.map(({ before }) => before),
];

/** The smallest of 1, 1.6, 2, 3, 4, 5, 6, 8 times a power of ten that is not below the value: its half is round, too. */
function niceTop(value: number): number {
  if (value <= 0) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 1.6, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

interface Unit {
  size: number;
  word: "thousands" | "millions" | undefined;
}

const unitFor = (top: number, isNarrow: boolean): Unit => {
  if (isNarrow && top >= 1_000_000) return { size: 1_000_000, word: "millions" };
  if (isNarrow && top >= 100_000) return { size: 1_000, word: "thousands" };
  return { size: 1, word: undefined };
};

interface Drawn extends Required<Pick<TimePlotProps, "steps" | "by" | "isOpen" | "shape">> {
  top: number;
  unit: Unit;
  width: number;
  language: Language;
  setTouched: (index: number | null) => void;
}

function optionsOf({ steps, by, isOpen, shape, top, unit, width, language, setTouched }: Drawn): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `${colour("--fs-1")} ${colour("--font")}`;
  const every = Math.max(1, Math.ceil((steps.length * LABEL) / width));
  // Counted from the end, so that the newest has its day.
  const labelled = steps.map((_, index) => index).filter((index) => (steps.length - 1 - index) % every === 0);
  const label = (index: number) => {
    const { day = "" } = steps[index] ?? {};
    return by === "month" ? day.slice(0, 7).split("-").reverse().join("/") : shortDateText(day, language);
  };
  return {
    width,
    height: HEIGHT,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    scales: { x: { time: false, range: [-0.6, steps.length - 0.4] }, y: { range: [0, top] } },
    axes: [
      {
        font,
        stroke: colour("--ink-3"),
        grid: { show: false },
        ticks: { show: false },
        size: 28,
        splits: () => labelled,
        values: (_, splits) => splits.map(label),
      },
      {
        font,
        stroke: colour("--ink-3"),
        grid: { stroke: colour("--line"), width: 1 },
        ticks: { show: false },
        size: 16 + numberText(top / unit.size).length * 8,
        splits: () => [0, top / 2, top],
        values: (_, splits) => splits.map((value) => numberText(value / unit.size)),
      },
    ],
    series: [{}, { paths: () => null, points: { show: false } }, { paths: () => null, points: { show: false } }],
    hooks: {
      draw: [(plot) => (shape === "bars" ? drawBars : drawLines)(plot, steps, isOpen, colour)],
      setCursor: [(plot) => setTouched(plot.cursor.idx ?? null)],
    },
  };
}
