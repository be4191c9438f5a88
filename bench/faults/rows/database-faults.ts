import type { Fault } from "../fault.ts";
import { clockOff } from "./clock.ts";
import { databaseKilled } from "./database-killed.ts";
import { diskFull, diskFullOfChanges } from "./disk-full.ts";
import { failOver } from "./fail-over.ts";
import { migrationUnderLoad, tenMigrations } from "./migrations.ts";
import { pgbouncer } from "./pgbouncer.ts";
import { processKilled, sigterm, twoServersOneFolder } from "./processes.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { connectionsSilent, databaseFrozen } from "./unresponsive-database.ts";

/** Failures of the database or of a server process. */
export const DATABASE_FAULTS: Fault[] = [
  databaseKilled,
  databaseFrozen,
  connectionsSilent,
  failOver,
  diskFull,
  diskFullOfChanges,
  sigterm,
  processKilled,
  rollingRestart,
  twoServersOneFolder,
  tenMigrations,
  migrationUnderLoad,
  clockOff,
  pgbouncer,
];
