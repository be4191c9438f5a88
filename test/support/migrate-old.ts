import { readdirSync, readFileSync } from "node:fs";
import type { Driver } from "../../src/db/database.ts";
import { statementsOf } from "../../src/db/migrate.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);
const files = readdirSync(FOLDER).sort();
const scriptOf = (file: string): string => readFileSync(new URL(file, FOLDER), "utf8");
/** A file that makes indexes concurrently runs one statement after another. */
const scriptsOf = (file: string): string[] =>
  file.endsWith("-concurrently.sql") ? statementsOf(scriptOf(file)) : [scriptOf(file)];

/** Applies the files to an empty database, with an old shop that is there before the one of this number. `shop` is SQL. */
export async function migrateOld(shop: string, number = "0002"): Promise<Driver> {
  const driver = await openPglite();
  await driver.exec("create table schema_version (version bigint primary key)");
  for (const file of files) {
    if (file.startsWith(number)) await driver.exec(shop);
    for (const script of scriptsOf(file)) await driver.exec(script);
  }
  return driver;
}
