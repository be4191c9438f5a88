import uPlot from "uplot";
import { numberText } from "../numbers.ts";
import type { Step } from "./step.ts";

type Point = [x: number, y: number];

const RING = 4;

/** Draws a line through the steps, above a dashed one through what they were before. The way to a step that is not over is dotted. */
export function drawLines(
  plot: uPlot,
  steps: readonly Step[],
  isOpen: boolean,
  colour: (name: string) => string,
): void {
  const { ctx } = plot;
  const ratio = uPlot.pxRatio;
  const at = (index: number, value: number): Point => [
    plot.valToPos(index, "x", true),
    plot.valToPos(value, "y", true),
  ];
  const line = (points: readonly Point[], name: string, width: number, dashes: number[] = []) => {
    ctx.strokeStyle = colour(name);
    ctx.lineWidth = width * ratio;
    ctx.setLineDash(dashes.map((dash) => dash * ratio));
    ctx.stroke(pathOf(points));
  };
  const points = steps.map(({ now }, index) => at(index, now));
  const before = steps.flatMap(({ before: value }, index) => (value === null ? [] : [at(index, value)]));
  const over = isOpen ? points.slice(0, -1) : points;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  const floor = plot.valToPos(0, "y", true);
  ctx.save();
  ctx.lineJoin = "round";
  ctx.fillStyle = colour("--accent-tint");
  ctx.globalAlpha = 0.6;
  ctx.fill(pathOf([[first[0], floor], ...points, [last[0], floor]]));
  ctx.globalAlpha = 1;
  line(before, "--control", 1.25, [3, 3]);
  line(over, "--accent", 2);
  line(points.slice(over.length - 1), "--accent", 2, [2, 3]);
  drawNewest(plot, last, steps.at(-1)?.now ?? 0, colour);
  ctx.restore();
}

function pathOf(points: readonly Point[]): Path2D {
  const path = new Path2D();
  for (const [x, y] of points) path.lineTo(x, y);
  return path;
}

/** The newest step: a ring with its figure. */
function drawNewest({ ctx }: uPlot, [x, y]: Point, value: number, colour: (name: string) => string): void {
  const ratio = uPlot.pxRatio;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(x, y, RING * ratio, 0, 2 * Math.PI);
  ctx.fillStyle = colour("--surface");
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colour("--ink");
  ctx.font = `600 ${Number.parseInt(colour("--fs-1"), 10) * ratio}px ${colour("--font")}`;
  ctx.textAlign = "right";
  const [left, down] = y > 24 * ratio ? [-RING, -10] : [10, 5]; // above it, or beside it where there is no room
  ctx.fillText(numberText(value), x - left * ratio, y + down * ratio);
}
