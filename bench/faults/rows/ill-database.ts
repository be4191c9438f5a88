import type { Fault } from "../fault.ts";
import { databaseKilled } from "./database-killed.ts";
import { diskFull, diskFullOfChanges } from "./disk-full.ts";
import { failOver } from "./fail-over.ts";
import { processKilled, sigterm, twoServersOneFolder } from "./processes.ts";
import { connectionsSilent, databaseFrozen } from "./silence.ts";

/** The database is ill, or a process is. */
export const ILL_DATABASE: Fault[] = [
  databaseKilled,
  databaseFrozen,
  connectionsSilent,
  failOver,
  diskFull,
  diskFullOfChanges,
  sigterm,
  processKilled,
  twoServersOneFolder,
];
