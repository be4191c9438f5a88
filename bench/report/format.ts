import { type Goal, isMet, type Row, type SideResult, type Spread } from "./row.ts";

/** The texts of the cells, the same for the terminal and for Markdown. */

export const HEAD = [
  "work",
  "server",
  "yardstick",
  "figure",
  "goal",
  "verdict",
  "CPU server",
  "CPU yardstick",
  "PostgreSQL",
  "generator",
];

/** Returns the cells of a row. CPU is in milliseconds for one unit of work; the generator's is in cores. */
export function cellsOf(row: Row): string[] {
  const { name, unit, server, yardstick } = row;
  return [
    name,
    `${number(server.median)} ${unit}`,
    yardstick ? `${number(yardstick.median)} ${unit} (${yardstick.name})` : "",
    figureText(row),
    row.goal ? goalText(row.goal) : "",
    verdictOf(row),
    milliseconds(server.cpuMs),
    milliseconds(yardstick?.cpuMs),
    postgresCell(server, yardstick),
    cores(server),
  ];
}

function postgresCell(server: SideResult, yardstick: SideResult | undefined): string {
  const cells = [server, yardstick].map((side) => milliseconds(side?.postgresCpuMs));
  return cells.every((cell) => cell === "" || cell === "0") ? "" : cells.join(" / ");
}

/** The median with the lowest and the highest value of the rounds. */
export const figureText = ({ figure, yardstick }: Pick<Row, "figure" | "yardstick">): string =>
  spreadText(figure, yardstick ? (value) => value.toFixed(2) : number);

function spreadText({ median, low, high }: Spread, format: (value: number) => string): string {
  return low === high ? format(median) : `${format(median)} (${format(low)} to ${format(high)})`;
}

const SIGNS = { "at least": "≥", "at most": "≤", below: "<" } as const;

export const goalText = ({ kind, value }: Goal): string => `${SIGNS[kind]} ${value}`;

/** Returns "met", "missed", or nothing for a row without a goal. */
export function verdictOf(row: Pick<Row, "figure" | "goal">): string {
  const met = isMet(row);
  if (met === undefined) return "";
  return met ? "met" : "missed";
}

/** Three significant digits, and no decimals from 100 on. */
export function number(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toPrecision(3);
}

/** Two significant digits; the clock of processes is too coarse for less than 0.01 ms. */
function milliseconds(value: number | undefined): string {
  if (value === undefined) return "";
  return value < 0.005 ? "0" : `${value.toPrecision(2)} ms`;
}
const cores = ({ generatorCpu }: SideResult): string => (generatorCpu === undefined ? "" : generatorCpu.toFixed(2));
