/**
 * A process that imports a product, and is killed between the commit and the notice to other processes. Arguments: the
 * address of the database, the store's id, its currency, the text of the file.
 */
import { Readable } from "node:stream";
import { asStored } from "../../../src/core/media.ts";
import type { ChangeFeed } from "../../../src/db/changes.ts";
import { Database } from "../../../src/db/database.ts";
import { openPostgres } from "../../../src/db/postgres/postgres.ts";
import { importShopifyCsv } from "../../../src/imports/imports.ts";

const [url = "", siteId = "", currency = "", csv = ""] = process.argv.slice(2);
const changes: ChangeFeed = {
  isCurrent: true,
  publish: () => process.kill(process.pid, "SIGKILL"),
  receive: () => {},
  listen: () => {},
};
const database = new Database(openPostgres(url, { poolSize: 1, statementTimeout: 10_000 }), { checks: true, changes });
const tenant = {
  siteId,
  currency,
  country: "DZ",
  locale: "en",
  timeZone: null,
  now: new Date().toISOString(),
  mediaUrl: asStored,
};
for await (const outcome of importShopifyCsv(database, tenant, Readable.from([csv]), { dryRun: false })) {
  console.log(outcome);
}
