import { circumstances, markdownTable, terminalTable } from "../harness/tables.ts";
import { EXCEPTIONS, LARGE_STORE_EXCEPTIONS, UNREACHED } from "./exceptions.ts";
import type { FillOptions, StoreSize } from "./fill/fill.ts";
import type { Cost } from "./plan.ts";
import { type Entry, type Finding, firstOfEach, type Register } from "./register.ts";
import { nameOfSite } from "./sites.ts";

/** A site with what it costs in its slowest use of each store. */
interface Row {
  site: string;
  roles: string[];
  /** The slowest use of the larger store. */
  use: string;
  small: Cost | undefined;
  large: Cost | undefined;
}

const HEAVIEST = 40;

export interface ReportOptions {
  /** What was filled, by slug: first a small store, last a large one. */
  stores: FillOptions["stores"];
  /** What `select version()` answers. */
  postgres: string;
}

/** A row for every site, in the order of files. */
function rowsOf({ entries }: Register, { stores }: ReportOptions): Row[] {
  const slugs = Object.keys(stores);
  const [small = "", large = ""] = [slugs.at(0), slugs.at(-1)];
  const sites = [...new Set(entries.map(({ site }) => nameOfSite(site)))].sort();
  return sites.map((site) => {
    const sent = entries.filter((entry) => nameOfSite(entry.site) === site);
    const slowest = slowestOf(sent, large) ?? slowestOf(sent, small);
    return {
      site,
      roles: [...new Set(sent.map(({ role }) => role))].sort(),
      use: slowest?.use ?? "",
      small: slowestOf(sent, small)?.cost,
      large: slowestOf(sent, large)?.cost,
    };
  });
}

const slowestOf = (entries: Entry[], store: string): Entry | undefined =>
  entries
    .filter((entry) => entry.store === store)
    .reduce<Entry | undefined>(
      (slowest, one) => (slowest && timeOf(slowest.cost) >= timeOf(one.cost) ? slowest : one),
      undefined,
    );

const timeOf = (cost: Cost | undefined): number => cost?.milliseconds ?? 0;

const HEAD = ["statement", "role", "slowest use", "plan", "rows read / returned", "buffers", "ms, small", "ms, large"];

const COLUMN_WIDTHS = [44, 15, 28, 40, 18, 11, 9, 9];

/** The table of all statements, for a terminal. */
export const asTable = (register: Register, options: ReportOptions): string =>
  terminalTable(HEAD, rowsOf(register, options).map(cellsOf), { colWidths: COLUMN_WIDTHS, wordWrap: true });

/** The cells of a row, under `HEAD`. */
const cellsOf = ({ site, roles, use, small, large }: Row): string[] => {
  const cost = large ?? small;
  return [
    withoutSrc(site),
    roles.join(", "),
    use,
    cost?.node ?? "",
    cost ? `${thousands(cost.rowsRead)} / ${thousands(cost.rowsReturned)}` : "",
    thousands(cost?.buffers ?? 0),
    small ? milliseconds(small) : "–",
    large ? milliseconds(large) : "–",
  ];
};

const thousands = (count: number): string => count.toLocaleString("en");
const milliseconds = (cost: Cost): string =>
  cost.milliseconds < 10 ? cost.milliseconds.toFixed(2) : cost.milliseconds.toFixed(0);

/** The document: summary, the heaviest statements, what is excepted and why. */
export function asMarkdown(register: Register, options: ReportOptions): string {
  const rows = rowsOf(register, options);
  const heaviest = rows.toSorted((one, other) => timeOf(other.large) - timeOf(one.large)).slice(0, HEAVIEST);
  const { date, machine } = circumstances();
  return [
    "# Queries",
    "",
    "`npm run explain` wrote this file. It sent every statement of the server to two stores, and explained each one",
    "(`explain (analyze, buffers)`) where it runs: as its role, in its transaction. Both stores stood in one database, beside",
    "a thousand small ones.",
    "",
    ...Object.entries(options.stores).map(([slug, size]) => `- \`${slug}\` has ${holds(size)}.`),
    "",
    `Measured on ${date.slice(0, 10)} with ${options.postgres.split(",")[0]} on ${machine}.`,
    "",
    "## Summary",
    "",
    ...summaryOf(register, rows),
    "",
    "## The forty heaviest",
    "",
    "Times are of planning and execution, of the slowest use of the statement in each store. Rows read are rows of tables,",
    "filtered out ones included; rows returned are those that the statement answered or wrote.",
    "",
    ...markdownTable(HEAD, heaviest.map(cellsOf)),
    "",
    "## Exceptions",
    "",
    "`test/whole/queries.postgres.test.ts` fails on a sequential scan of a table above 10,000 rows, and on more than 20 rows",
    "read for each that is returned, where more than 250 are read. These statements are excepted:",
    "",
    ...markdownTable(
      ["statement", "use", "why"],
      [...EXCEPTIONS, ...LARGE_STORE_EXCEPTIONS].map(({ site, uses, reason }) => [
        withoutSrc(site),
        uses.join("; "),
        reason,
      ]),
    ),
    "",
    ...unreachedLines(),
  ].join("\n");
}

const holds = ({ products, orders, customers, auditRows }: StoreSize): string =>
  `${thousands(products)} products, ${thousands(orders)} orders, ${thousands(customers)} customers and ${thousands(auditRows)} entries of the audit log`;

const withoutSrc = (site: string): string => site.replace(/^src\//, "");

const LIMITS_MS = [1, 10, 50, 250];

function summaryOf({ entries, findings }: Register, rows: Row[]): string[] {
  const roles = [...new Set(rows.flatMap((row) => row.roles))].sort();
  const slowerThan = (limit: number, size: "small" | "large") => rows.filter((row) => timeOf(row[size]) > limit).length;
  const found = (kind: Finding["kind"]) => firstOfEach(findings).filter((one) => one.kind === kind).length;
  return markdownTable(
    ["", ""],
    [
      ["places in the code that send a statement", String(rows.length)],
      ...roles.map((role) => [`sent as \`${role}\``, String(rows.filter((row) => row.roles.includes(role)).length)]),
      ["statements explained", thousands(entries.length)],
      ...LIMITS_MS.map((limit) => [
        `slower than ${limit} ms in the small store, in the large store`,
        `${slowerThan(limit, "small")}, ${slowerThan(limit, "large")}`,
      ]),
      ["scan a table above 10,000 rows in one use or more", String(found("scan"))],
      ["read more than 20 rows for each they return in one use or more", String(found("rows"))],
    ],
  );
}

const unreachedLines = (): string[] =>
  UNREACHED.size === 0
    ? []
    : [
        "Statements that no use of the register sends:",
        "",
        ...markdownTable(
          ["statement", "why"],
          [...UNREACHED].map(([site, reason]) => [withoutSrc(site), reason]),
        ),
        "",
      ];
