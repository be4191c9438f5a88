import { figureText, goalText } from "./format.ts";
import type { Results } from "./results.ts";
import type { Row } from "./row.ts";

/** A plot of all rows with a goal: how much of its goal each figure reaches, beside the last committed run. */

const WIDTH = 900;
const LEFT = 170;
const RIGHT = 230;
const TOP = 64;
const ROW_HEIGHT = 30;
const BAR_HEIGHT = 10;
/** The right end of the scale, in goals. A longer bar is cut off. */
const SCALE_END = 2;
const COLOURS = { met: "#15803d", missed: "#b91c1c", before: "#cbd5e1", text: "#0f172a", lines: "#94a3b8" };

/** Returns how much of its goal a row reaches: 1 is the goal, more is better. Undefined without a goal. */
export function shareOfGoal({ figure, goal }: Pick<Row, "figure" | "goal">): number | undefined {
  if (!goal) return undefined;
  return goal.kind === "at least" ? figure.median / goal.value : goal.value / figure.median;
}

/** Returns the plot as SVG. */
export function asSvg(results: Results, before: Results | undefined): string {
  const rows = results.rows.filter(({ goal }) => goal);
  const height = TOP + rows.length * ROW_HEIGHT + 24;
  const old = new Map(before?.rows.map((row) => [row.name, row]));
  const beforeText = before ? `grey: committed run of ${before.date.slice(0, 10)}` : "no committed run before";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    "<title>How much of its goal each figure reaches</title>",
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    text(16, 22, `Share of the goal, ${results.date.slice(0, 10)}`, 'font-size="15" font-weight="bold"'),
    text(16, 42, `green: met, red: missed, ${beforeText}`),
    ...[0.5, 1, 1.5, SCALE_END].map((share) => gridLine(share, height)),
    ...rows.flatMap((row, index) => barsOf(row, old.get(row.name), TOP + index * ROW_HEIGHT)),
    "</svg>",
    "",
  ].join("\n");
}

const xOf = (share: number): number =>
  LEFT + Math.round((Math.min(share, SCALE_END) / SCALE_END) * (WIDTH - LEFT - RIGHT));

function gridLine(share: number, height: number): string {
  const x = xOf(share);
  const stroke = share === 1 ? `stroke="${COLOURS.text}"` : `stroke="${COLOURS.lines}" stroke-dasharray="2 4"`;
  return `<line x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${height - 20}" ${stroke}/>${text(x - 8, height - 6, `${share}`)}`;
}

function barsOf(row: Row, before: Row | undefined, top: number): string[] {
  const share = shareOfGoal(row) ?? 0;
  const earlier = before && shareOfGoal({ figure: before.figure, goal: row.goal });
  const label = `${figureText(row)}, goal ${row.goal ? goalText(row.goal) : ""}`;
  return [
    text(LEFT - 10, top + 13, row.name, 'text-anchor="end"'),
    bar(top + BAR_HEIGHT + 1, earlier, COLOURS.before),
    bar(top, share, share >= 1 ? COLOURS.met : COLOURS.missed),
    text(WIDTH - RIGHT + 10, top + 13, label),
  ];
}

function bar(y: number, share: number | undefined, colour: string): string {
  if (share === undefined) return "";
  return `<rect x="${LEFT}" y="${y}" width="${xOf(share) - LEFT}" height="${BAR_HEIGHT}" fill="${colour}"/>`;
}

function text(x: number, y: number, content: string, attributes = ""): string {
  const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" fill="${COLOURS.text}" ${attributes}>${escaped}</text>`;
}
