import { Command } from "commander";
import { readSettings } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { printJson } from "./output.ts";

export const migrateCommand = () =>
  new Command("migrate")
    .description("Apply pending database migrations. The server also does this when it starts.")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://hanout@localhost/hanout hanout migrate")
    .action(migrate);

async function migrate({ json }: { json?: boolean }): Promise<void> {
  const { driver, migrated } = await openDatabase(readSettings());
  await driver.close();
  if (json) return printJson({ applied: migrated });
  console.log(migrated.length > 0 ? `Applied: ${migrated.join(", ")}.` : "The database is up to date.");
}
