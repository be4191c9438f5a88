import { createHash } from "node:crypto";
import pg from "pg";
import type { Driver } from "../../src/db/database.ts";
import { valuesAsText } from "../../src/db/postgres/value-text.ts";
import { ROLES } from "../../src/db/roles.ts";
import { type Cost, costOf, type Explained, type TableReads } from "./plan.ts";
import { type Site, siteOnStack } from "./sites.ts";

/** A statement that was sent, and what it cost. */
export interface Sent {
  site: Site;
  text: string;
  /** The role of the database that it was sent as. */
  role: string;
  cost: Cost;
}

const STACK_FRAMES = 30;
/** Statements that control the session read no tables. */
const CONTROL = /^\s*(set|reset|begin|commit|rollback|savepoint|release|select set_config)\b/i;

/**
 * A driver that explains each statement just before it runs it: where it runs, as its role, within its transaction and
 * with what the transaction has written. What the explained run writes is rolled back. Statements run one at a time, so
 * that none slows another. `sites` are the known places of statements; a statement from elsewhere is an error. `isWarmed`:
 * explains each statement twice, so that its time is not that of reading tables for the first time. `isPrepared`: explains
 * statements of a fixed text as they run, prepared, and no others. `isKnown` says of which enough were explained.
 */
export function explainingDriver(
  driver: Driver,
  { sites, isWarmed = false, isPrepared = false, isKnown = () => false, note }: ExplainOptions,
): Driver {
  const inTurn = oneAtATime();

  const ask =
    (inside: Driver | undefined, isRead: boolean): Driver["query"] =>
    (text, values, hasFixedText) => {
      const isLeftOut = CONTROL.test(text) || (isPrepared && !hasFixedText) || isKnown(text);
      const site = isLeftOut ? undefined : siteOf(sites, text);
      return inTurn(async () => {
        if (site && inside) await explainInside(inside, site, text, values);
        else if (site) await explainOutside(isRead, site, text, values);
        return (inside ?? driver)[isRead ? "read" : "query"](text, values, hasFixedText);
      });
    };

  /** Plain reads run without a transaction; one is opened to explain them, as the role that they run as. */
  async function explainOutside(isRead: boolean, site: Site, text: string, values: unknown[]): Promise<void> {
    await driver
      .transaction(async (inside) => {
        if (isRead) await inside.exec(`set local role ${ROLES.reads}`);
        await explainInside(inside, site, text, values);
        throw new RollBack();
      })
      .catch(ignoreRollBack);
  }

  const explain = isPrepared ? explainPrepared : explainOnce;

  async function explainInside(inside: Driver, site: Site, text: string, values: unknown[]): Promise<void> {
    await inside.exec("savepoint before_explain");
    try {
      if (isWarmed) {
        await explain(inside, text, values);
        await inside.exec("rollback to savepoint before_explain");
      }
      const before = await countersOf(inside);
      const explained = await explain(inside, text, values);
      const after = await countersOf(inside);
      note({ site, text, role: after.role, cost: costOf(explained, readsBetween(before, after)) });
    } catch (error) {
      if (!("code" in (error as object))) throw error;
      // The statement itself fails in the same way, and its caller knows what that means.
    } finally {
      await inside.exec("rollback to savepoint before_explain; release savepoint before_explain");
    }
  }

  /** None of the statements is left to the commit, which would overtake it here. */
  const within =
    <T>(work: (driver: Driver) => Promise<T>) =>
    async (inside: Driver): Promise<T> => {
      const result = await work({ ...inside, query: ask(inside, false), read: ask(inside, true) });
      await inTurn(async () => {});
      return result;
    };
  return {
    ...driver,
    query: ask(undefined, false),
    read: ask(undefined, true),
    reads: (work) => work(ask(undefined, true)),
    transaction: (work, siteId) => driver.transaction(within(work), siteId),
    readTransaction: (work, siteId) => driver.readTransaction(within(work), siteId),
  };
}

class RollBack extends Error {}

function ignoreRollBack(error: unknown): void {
  if (!(error instanceof RollBack)) throw error;
}

/** Returns a function that runs each given work when the previous one has ended. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

function siteOf(sites: Site[], text: string): Site {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_FRAMES;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  const site = siteOnStack(sites, stack);
  if (!site) throw new Error(`a statement from an unknown place:\n${text}\n${stack}`);
  return site;
}

interface ExplainOptions {
  sites: Site[];
  isWarmed?: boolean;
  isPrepared?: boolean;
  isKnown?: (text: string) => boolean;
  note: (sent: Sent) => void;
}

/** Prepares the statement in the session, once for each role, and explains its run. */
async function explainPrepared(inside: Driver, text: string, values: unknown[]): Promise<Explained> {
  const [{ role = "" } = {}] = (await inside.query("select current_user as role", [])) as { role?: string }[];
  const name = `p${createHash("sha1").update(`${role} ${text}`).digest("hex")}`;
  const known = await inside.query("select from pg_prepared_statements where name = $1", [name]);
  if (known.length === 0) await inside.query(`prepare ${name} as ${text}`, []);
  const given = valuesAsText(values).map(literalOf);
  return explainOnce(inside, `execute ${name}${given.length > 0 ? `(${given.join(", ")})` : ""}`, []);
}

function literalOf(value: unknown): string {
  if (value === null) return "null";
  return pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : String(value));
}

async function explainOnce(inside: Driver, text: string, values: unknown[]): Promise<Explained> {
  const [row] = await inside.query(`explain (analyze, buffers, timing off, format json) ${text}`, values);
  const [explained] = (row as { "QUERY PLAN": Explained[] })["QUERY PLAN"];
  if (!explained) throw new Error(`no plan of ${text}`);
  return explained;
}

interface Counters {
  role: string;
  tables: TableReads[];
}

const COUNTERS = `
  select current_user as role, relname as table, coalesce(seq_tup_read, 0)::integer as seq, coalesce(idx_tup_fetch, 0)::integer as idx
  from pg_stat_xact_user_tables
`;

async function countersOf(inside: Driver): Promise<Counters> {
  const rows = (await inside.query(COUNTERS, [], true)) as { role: string; table: string; seq: number; idx: number }[];
  return {
    role: rows[0]?.role ?? "",
    tables: rows.map(({ table, seq, idx }) => ({ table, bySequentialScan: seq, byIndex: idx })),
  };
}

function readsBetween(before: Counters, after: Counters): TableReads[] {
  const earlier = new Map(before.tables.map((reads) => [reads.table, reads]));
  return after.tables.map(({ table, bySequentialScan, byIndex }) => ({
    table,
    bySequentialScan: bySequentialScan - (earlier.get(table)?.bySequentialScan ?? 0),
    byIndex: byIndex - (earlier.get(table)?.byIndex ?? 0),
  }));
}
