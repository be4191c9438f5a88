import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Database, type Driver } from "../../src/db/database.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { openApp } from "../harness/app.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import type { Program, Recording, Statement, Step } from "./program.ts";

const STATEMENT_TIMEOUT_MS = 60_000;
const NEXT_MILLISECOND = 2;

/** Sends a request to the application, whose statements are recorded. Throws when the status is not 2xx. */
export type SendRecorded = (request: LoadedRequest) => Promise<string>;

/**
 * Records the statements of some units of work. Each unit is a function that sends its requests to the application,
 * which runs in this process on the same database. The look-up of the key is not recorded, because the server makes it
 * about once a second. Throws when a request fails.
 */
export async function recordPrograms(
  databaseUrl: string,
  headers: Record<string, string>,
  units: ((send: SendRecorded) => Promise<unknown>)[],
): Promise<Recording> {
  await pause(NEXT_MILLISECOND); // ids made until now are older than `recordedFrom`
  const recordedFrom = Date.now();
  let steps: Step[] = [];
  const driver = openPostgres(databaseUrl, { poolSize: 2, statementTimeout: STATEMENT_TIMEOUT_MS });
  const recorded = recordingDriver(driver, (step) => steps.push(step));
  const [database, keys] = [recorded, driver].map((one) => new Database(one, { checks: false })) as [
    Database,
    Database,
  ];
  const app = await openApp(database, { CACHE_BYTES: 0 }, keys);
  const send: SendRecorded = async ({ method, path, body }) => {
    const payload = body === undefined ? {} : { payload: body as object };
    const reply = await app.inject({ method, url: path, headers, ...payload });
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`);
    return reply.body;
  };
  try {
    const programs: Program[] = [];
    for (const unit of units) {
      steps = [];
      await unit(send);
      programs.push(steps);
    }
    return { programs, recordedFrom };
  } finally {
    await app.close();
    await driver.close();
  }
}

/** Returns the driver, so that each statement outside a transaction and each transaction is reported as a step. */
function recordingDriver(driver: Driver, onStep: (step: Step) => void): Driver {
  const alone =
    (pool: Step["pool"], query: Driver["query"]): Driver["query"] =>
    (text, values, isFixed) => {
      const step: Step = { pool, statements: [] };
      onStep(step);
      return recordInto(step, query)(text, values, isFixed);
    };
  const inTransaction =
    (pool: Step["pool"], transaction: Driver["transaction"]): Driver["transaction"] =>
    (work, siteId) => {
      const step: Step = { pool, transaction: { siteId }, statements: [] };
      onStep(step);
      return transaction((inner) => {
        const query = recordInto(step, inner.query);
        return work({ ...inner, query, read: query });
      }, siteId);
    };
  return {
    ...driver,
    query: alone("writes", driver.query),
    read: alone("reads", driver.read),
    reads: (work) => driver.reads((read) => work(alone("reads", read))),
    transaction: inTransaction("writes", driver.transaction),
    readTransaction: inTransaction("reads", (work, siteId) => driver.readTransaction(work, siteId ?? "")),
  };
}

const recordInto =
  (step: Step, query: Driver["query"]): Driver["query"] =>
  async (text, values, isFixed) => {
    const statement: Statement = { text, values: [...values], name: isFixed ? nameOf(text) : undefined, rows: 0 };
    step.statements.push(statement);
    const rows = await query(text, values, isFixed);
    statement.rows = rows.length;
    return rows;
  };

/** The name that the server gives to a statement that it prepares. */
const nameOf = (text: string): string => createHash("sha1").update(text).digest("base64url");
