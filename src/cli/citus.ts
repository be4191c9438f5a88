import type { Settings } from "../config.ts";
import { PENDING } from "../db/citus/check.ts";
import { type Address, type CheckResult, checkCluster } from "../db/citus/check-cluster.ts";
import { distributionSql } from "../db/citus/distribution-sql.ts";
import { readSchema } from "../db/citus/schema.ts";
import { isMigrated } from "../db/migrate.ts";
import { openOwner } from "../db/open.ts";
import { type Call, CommandError, type Screen } from "./call.ts";
import { printJson } from "./screen/output.ts";

interface Options {
  check?: boolean;
  json?: boolean;
}

export function citus({ screen, settings }: Call, { check, json }: Options): Promise<number> | Promise<void> {
  if (!settings.DATABASE_URL) {
    throw new CommandError(
      "Citus needs PostgreSQL; this is the embedded database. Set DATABASE_URL to the coordinator.",
    );
  }
  return check ? printCheck(screen, settings, json) : printDistribution(screen, settings, json);
}

async function printDistribution(screen: Screen, settings: Settings, json = false): Promise<void> {
  const driver = await openOwner(settings);
  try {
    if (!(await isMigrated(driver))) throw new CommandError(PENDING);
    const schema = await readSchema(driver);
    const sql = distributionSql(schema, settings.DATABASE_LOCK_TIMEOUT_SECONDS);
    if (json) printJson(screen, { sql, tables: schema.tables.map(({ name, kind }) => ({ name, kind })) });
    else screen.print(sql.trimEnd());
  } finally {
    await driver.close();
  }
}

async function printCheck(screen: Screen, settings: Settings, json = false): Promise<number> {
  const result = await checkCluster(...addressesOf(settings), settings.DATABASE_LOCK_TIMEOUT_SECONDS);
  if (json) printJson(screen, result);
  else screen.print(textOf(result));
  return result.faults.length > 0 ? 1 : 0;
}

/** The address of the owner of the tables, and those that the server uses besides. */
function addressesOf(settings: Settings): [Address, Address[]] {
  const address = (setting: "DATABASE_URL" | "DATABASE_READ_URL" | "DATABASE_MIGRATION_URL"): Address => ({
    setting,
    writes: setting === "DATABASE_URL",
    open: () => openOwner(settings, settings[setting]),
  });
  const owner = settings.DATABASE_MIGRATION_URL ? "DATABASE_MIGRATION_URL" : "DATABASE_URL";
  const others = (["DATABASE_URL", "DATABASE_READ_URL"] as const).filter((name) => name !== owner && settings[name]);
  return [address(owner), others.map(address)];
}

function textOf({ faults, unseen, workers }: CheckResult): string {
  const notes = unseen.map((what) => `Not checked: ${what}`);
  const counted = workers === 1 ? "1 worker" : `${workers} workers`;
  const lines = faults.length > 0 ? faults : [`The cluster is as it should be, with ${counted}.`];
  return [...lines, ...notes].join("\n");
}
