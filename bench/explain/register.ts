import type { Client } from "pg";
import { Database } from "../../src/db/database.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { openApp } from "../harness/app.ts";
import { EXCEPTIONS, type Exception, UNREACHED } from "./exceptions.ts";
import type { FilledStore } from "./fill/fill.ts";
import type { Cost } from "./plan.ts";
import { explainingDriver, type Sent } from "./record.ts";
import { USES } from "./requests/requests.ts";
import { openFilledScene } from "./scene.ts";
import { findSites, nameOfSite } from "./sites.ts";

/** A statement that was sent, by which use of which store. */
export interface Entry extends Sent {
  store: string;
  use: string;
}

/** What is wrong with a statement: it reads more than it should. */
export interface Finding {
  site: string;
  /** `scan`: a sequential scan of a large table; `rows`: more than 20 rows read for each that is returned. */
  kind: Exception["kind"];
  /** "a sequential scan of products", "4,000 rows read for 20". */
  what: string;
  use: string;
  store: string;
}

export interface Register {
  entries: Entry[];
  /** Uses that did not end as they should. */
  failures: string[];
  /** Sites that no use reached, by name. */
  unreached: string[];
  /** Of the last store. */
  findings: Finding[];
}

/** A table above this may not be read by a sequential scan. */
const LARGE_TABLE = 10_000;
const MAX_READ_PER_RETURNED = 20;
/** A statement that reads no more than the longest page of a list is cheap, whatever it returns. */
const FEW_ROWS = 250;

/** A use that repeats a statement learns nothing new by explaining it again and again. */
const EXPLAINED_PER_USE = 3;

const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Runs every use on each of the stores, and explains every statement. The last store should be the largest: a scan of a
 * small one is right. `isWarmed`: see
 * `explainingDriver`. `onUse` is told before each use.
 */
export async function makeRegister(
  url: string,
  owner: Client,
  stores: FilledStore[],
  { isWarmed = false, onUse = () => {} }: { isWarmed?: boolean; onUse?: (use: string) => void } = {},
): Promise<Register> {
  const sites = findSites();
  const entries: Entry[] = [];
  const failures: string[] = [];
  let current = { store: "", use: "" };
  let explained = new Map<string, number>();
  const driver = openPostgres(url, {
    poolSize: 4,
    statementTimeout: STATEMENT_TIMEOUT_MS,
    idleInTransactionTimeout: STATEMENT_TIMEOUT_MS,
  });
  const database = new Database(
    explainingDriver(driver, {
      sites,
      isWarmed,
      isKnown: (text) => (explained.get(text) ?? 0) >= EXPLAINED_PER_USE,
      note: (sent) => {
        explained.set(sent.text, (explained.get(sent.text) ?? 0) + 1);
        entries.push({ ...sent, ...current });
      },
    }),
    { checks: false },
  );
  const app = await openApp(database);
  try {
    for (const store of stores) {
      const scene = await openFilledScene(app, database, owner, store);
      for (const [use, run] of Object.entries(USES)) {
        current = { store: store.slug, use };
        explained = new Map();
        onUse(use);
        await run(scene).catch((error: Error) => failures.push(`"${use}" failed in ${store.slug}: ${error.message}`));
      }
    }
  } finally {
    await app.close();
    await driver.close();
  }
  const reached = new Set(entries.map(({ site }) => nameOfSite(site)));
  return {
    entries,
    failures,
    unreached: sites.map(nameOfSite).filter((name) => !reached.has(name)),
    findings: findingsIn(
      entries.filter(({ store }) => store === stores.at(-1)?.slug),
      await largeTables(owner),
    ),
  };
}

async function largeTables(owner: Client): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > $1",
    [LARGE_TABLE],
  );
  return new Set(rows.map(({ name }) => name));
}

/** What statements read more than they should; `large` are the tables that may not be scanned. */
export const findingsIn = (entries: Entry[], large: Set<string>): Finding[] =>
  entries.flatMap(({ site, cost, use, store }) => {
    const about = { site: nameOfSite(site), use, store };
    const scanned = cost.scanned.filter((table) => large.has(table));
    return [
      ...(scanned.length > 0
        ? [{ ...about, kind: "scan" as const, what: `a sequential scan of ${scanned.join(", ")}` }]
        : []),
      ...(readsTooMuch(cost) ? [{ ...about, kind: "rows" as const, what: readsOf(cost) }] : []),
    ];
  });

const readsTooMuch = ({ rowsRead, rowsReturned }: Cost): boolean =>
  rowsRead > FEW_ROWS && rowsRead > MAX_READ_PER_RETURNED * rowsReturned;

const readsOf = ({ rowsRead, rowsReturned }: Cost): string => `${rowsRead} rows read for ${rowsReturned}`;

/** What is against the rules: failed uses, findings without an exception, general or one of `more`, and unreached sites. */
export function faultsOf({ failures, findings, unreached }: Register, more: Exception[] = []): string[] {
  const exceptions = [...EXCEPTIONS, ...more];
  const unexpected = firstOfEach(findings.filter((finding) => !exceptions.some((one) => isExcused(finding, one))));
  return [
    ...failures,
    ...unexpected.map(({ site, what, use, store }) => `${site}: ${what} ("${use}", ${store})`),
    ...unreached.filter((name) => !UNREACHED.has(name)).map((name) => `${name}: no use reaches it`),
  ];
}

/** "orders_search: by name" is one of the uses "orders_search". */
const isExcused = ({ site, kind, use }: Finding, exception: Exception): boolean =>
  exception.site === site &&
  exception.kind === kind &&
  exception.uses.some((excused) => excused === "*" || excused === use.split(":")[0]);

/** The exceptions that nothing needs any more. */
export const needlessExceptions = ({ findings, unreached }: Register): string[] => [
  ...EXCEPTIONS.flatMap(({ site, kind, uses }) =>
    uses
      .filter((use) => !findings.some((one) => isExcused(one, { site, kind, uses: [use], reason: "" })))
      .map((use) => `${site}: ${kind} in ${use}`),
  ),
  ...[...UNREACHED.keys()].filter((name) => !unreached.includes(name)),
];

/** One finding for each site and kind. */
export const firstOfEach = (findings: Finding[]): Finding[] =>
  [
    ...new Map(findings.toReversed().map((finding) => [`${finding.site} ${finding.kind}`, finding])).values(),
  ].toReversed();
