import { existsSync } from "node:fs";
import { Mutex, PGlite, types } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { fuzzystrmatch } from "@electric-sql/pglite/contrib/fuzzystrmatch";
import type { Driver } from "../database.ts";
import { isConsequence } from "../failures.ts";
import { enterStore } from "../roles.ts";
import { parseInt8, parseTimestamp } from "../values.ts";
import { lockFolder } from "./folder-lock.ts";
import { requireOwnFiles } from "./own-files.ts";
import { Statements } from "./statements.ts";

/** PostgreSQL's own cache. PGlite would take 128 MB; its memory never shrinks. Pages beyond it come from the file cache. */
const SHARED_BUFFERS = "32MB";

/**
 * Opens PGlite, PostgreSQL inside this process, with its files in `folder` (undefined: in memory). It has one connection,
 * so statements run one after the other. Data survive a crash of the process, but not a loss of power. Throws FolderInUse
 * when another process uses the folder, OtherPostgres when another PostgreSQL wrote it. `log` receives a sentence before a new
 * database is made.
 */
export async function openPglite(folder?: string, log: (line: string) => void = () => {}): Promise<Driver> {
  if (folder) requireOwnFiles(folder);
  const unlock = folder ? lockFolder(folder) : () => {};
  if (folder && !existsSync(folder)) log(`Making a database in ${folder} …`);
  const pglite = await PGlite.create({
    ...(folder && { dataDir: folder }),
    parsers: { [types.INT8]: parseInt8, [types.TIMESTAMPTZ]: parseTimestamp },
    extensions: { btree_gin, fuzzystrmatch },
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
  });

  const statements = new Statements(pglite);
  const turns = new Mutex(); // statements that `Statements` sends do not wait for PGlite's own transactions

  const transaction: Driver["transaction"] = (work, siteId) =>
    turns.runExclusive(() =>
      pglite.transaction(async (connection) => {
        if (siteId !== undefined) await connection.exec(enterStore(siteId));
        const sent: Promise<unknown[]>[] = [];
        let firstError: unknown;
        let isOpen = true;
        const query: Driver["query"] = (...statement) => {
          if (!isOpen) return Promise.reject(new Error("the transaction has ended"));
          const rows = statements.run(...statement);
          sent.push(rows);
          rows.catch((error: unknown) => {
            firstError ??= error;
          });
          return rows;
        };
        try {
          const result = await work(driverOver(query, connection));
          await Promise.all(sent);
          return result;
        } catch (error) {
          await Promise.allSettled(sent); // none may run after the rollback
          throw isConsequence(error) ? firstError : error;
        } finally {
          isOpen = false;
        }
      }),
    );
  const driverOver = (query: Driver["query"], connection: Pick<PGlite, "exec">): Driver => ({
    query,
    read: query,
    reads: (work) => work(query),
    exec: async (script) => {
      await connection.exec(script);
    },
    transaction,
    readTransaction: (work, siteId) =>
      transaction(async (inside) => {
        await inside.exec("set transaction read only");
        return work(inside);
      }, siteId),
    close: async () => {
      await turns.runExclusive(() => pglite.close());
      unlock();
    },
  });
  const driver = driverOver((...statement) => turns.runExclusive(() => statements.run(...statement)), {
    exec: (script) => turns.runExclusive(() => pglite.exec(script)),
  });
  return folder ? { ...driver, atRest: (work) => turns.runExclusive(() => work(folder)) } : driver;
}
