// Writes docs/openapi.json, the API's description as it is reviewed and released; a test compares it with the server's.
import { writeFileSync } from "node:fs";
import { buildApp } from "../src/app.ts";
import { readSettings } from "../src/config.ts";
import { CustomerTokens } from "../src/customers/customers.ts";
import { Database } from "../src/db/database.ts";
import { openPglite } from "../src/db/pglite/pglite.ts";
import { Keyring } from "../src/keys/keys.ts";

const driver = await openPglite();
const database = new Database(driver, { checks: false });
const settings = { ...readSettings({}), LOG_LEVEL: "silent" as const };
const tokens = new CustomerTokens(["signs nothing"]);
const app = await buildApp({
  settings,
  database,
  keyring: new Keyring(database),
  tokens,
  readiness: async () => ({ reads: true, writes: true }),
});
await app.ready();

writeFileSync("docs/openapi.json", `${JSON.stringify(app.swagger(), null, 1)}\n`);
await app.close();
await driver.close();
