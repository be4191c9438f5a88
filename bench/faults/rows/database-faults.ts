import type { Fault } from "../fault.ts";
import { clockOff } from "./clock.ts";
import { databaseKilled } from "./database-killed.ts";
import { diskFull, diskFullOfChanges } from "./disk-full.ts";
import { failOver } from "./fail-over.ts";
import { migrationUnderLoad, tenMigrations } from "./migrations.ts";
import { pgbouncer } from "./pgbouncer.ts";
import { eventsTold } from "./process/events-told.ts";
import { jobsCounted } from "./process/jobs-counted.ts";
import { staffLinksKilled } from "./process/staff-links-killed.ts";
import { uploadsKilled } from "./process/uploads-killed.ts";
import { processKilled, sigterm, twoServersOneFolder } from "./processes.ts";
import { rollingRestart } from "./restarts/rolling-restart.ts";
import { workersReplaced } from "./restarts/workers-replaced.ts";
import { connectionsSilent, databaseFrozen } from "./unresponsive-database.ts";
import { streamsOpen } from "./webhooks/streams-open.ts";
import { webhooksApart } from "./webhooks/webhooks-apart.ts";
import { webhooksDelivered } from "./webhooks/webhooks-delivered.ts";

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
  eventsTold,
  jobsCounted,
  staffLinksKilled,
  uploadsKilled,
  webhooksDelivered,
  webhooksApart,
  streamsOpen,
  rollingRestart,
  workersReplaced,
  twoServersOneFolder,
  tenMigrations,
  migrationUnderLoad,
  clockOff,
  pgbouncer,
];
