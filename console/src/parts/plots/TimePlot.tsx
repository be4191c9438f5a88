import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { useStore } from "../api/api.ts";
import type { Language } from "../messages/languages.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Island } from "../parts/Island.tsx";
import { currencySign, dateText, moneyText, numberText, shortDateText } from "../parts/numbers.ts";
import classes from "./Report.module.css";

/** A step of time: its first day, its figure, and that of the same step in the period before. */
export interface Step {
  day: string;
  now: number;
  before: number | null;
}

interface TimePlotProps {
  /** From the oldest to the newest. */
  steps: readonly Step[];
  by: string;
  isMoney: boolean;
  /** Whether the last step is not over: its bar is hatched. */
  isOpen: boolean;
}

const HEIGHT = 240;
const BAR = 0.5;
const CAP = 3;
/** The room that a label of a day takes. */
const LABEL = 64;
/** Below this width large figures are written in thousands or millions. */
const NARROW = 560;

/** A figure over time as bars, with dashes at what it was before. Time runs from left to right in every language. */
export function TimePlot({ steps, by, isMoney, isOpen }: TimePlotProps) {
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
      optionsOf({ steps, by, isOpen, top, unit: unitFor(top, isNarrow), width, language, setTouched }),
      dataOf(steps),
      place.current,
    );
    return () => plot.destroy();
  }, [steps, by, isOpen, top, isNarrow, width, language, scheme]);

  const written = (value: number) => (isMoney ? moneyText(value, currency) : numberText(value));
  const step = touched === null ? undefined : steps[touched];
  return (
    <figure className={classes.plot}>
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
            {isOpen && <span data-key="open">{reports.notOver}</span>}
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
  if (value <= 0) return 1;
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

interface Drawn extends Pick<TimePlotProps, "steps" | "by" | "isOpen"> {
  top: number;
  unit: Unit;
  width: number;
  language: Language;
  setTouched: (index: number | null) => void;
}

function optionsOf({ steps, by, isOpen, top, unit, width, language, setTouched }: Drawn): uPlot.Options {
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
      draw: [(plot) => drawSteps(plot, steps, isOpen, colour)],
      setCursor: [(plot) => setTouched(plot.cursor.idx ?? null)],
    },
  };
}

function drawSteps(plot: uPlot, steps: readonly Step[], isOpen: boolean, colour: (name: string) => string): void {
  const { ctx } = plot;
  const ratio = uPlot.pxRatio;
  const width = Math.max(2 * ratio, (plot.bbox.width / (steps.length + 0.2)) * BAR);
  const floor = plot.valToPos(0, "y", true);
  ctx.save();
  for (const [index, { now, before }] of steps.entries()) {
    const left = plot.valToPos(index, "x", true) - width / 2;
    const height = plot.valToPos(now, "y", true);
    const isLastOpen = isOpen && index === steps.length - 1;
    ctx.fillStyle = colour("--accent-tint");
    if (isLastOpen) hatch(ctx, [left, height, width, floor - height], colour("--accent"), ratio);
    else ctx.fillRect(left, height, width, floor - height);
    ctx.fillStyle = colour("--accent");
    if (now > 0) ctx.fillRect(left, height - (CAP * ratio) / 2, width, CAP * ratio);
    if (!before) continue;
    ctx.strokeStyle = colour("--control");
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([3 * ratio, 2 * ratio]);
    const then = plot.valToPos(before, "y", true);
    const beyond = Math.min(width * 0.1, 6 * ratio);
    ctx.beginPath();
    ctx.moveTo(left - beyond, then);
    ctx.lineTo(left + width + beyond, then);
    ctx.stroke();
  }
  ctx.restore();
}

type Box = [left: number, top: number, width: number, height: number];

function hatch(ctx: CanvasRenderingContext2D, [left, top, width, height]: Box, colour: string, ratio: number): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.setLineDash([]);
  ctx.strokeStyle = colour;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  for (let x = left - height; x < left + width; x += 6 * ratio) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}
