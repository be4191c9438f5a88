import { readSettings } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { printJson } from "./output.ts";

export async function migrate({ json }: { json?: boolean }): Promise<void> {
  const { driver, migrated } = await openDatabase(readSettings(), { log: console.error });
  await driver.close();
  if (json) return printJson({ applied: migrated });
  console.log(migrated.length > 0 ? `Applied: ${migrated.join(", ")}.` : "The database is up to date.");
}
