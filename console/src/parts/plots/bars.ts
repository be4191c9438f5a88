import uPlot from "uplot";
import type { Step } from "./step.ts";

const BAR = 0.5;
const CAP = 3;

/** Draws a bar for each step, and a dash at what it was before. */
export function drawBars(plot: uPlot, steps: readonly Step[], isOpen: boolean, colour: (name: string) => string): void {
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
