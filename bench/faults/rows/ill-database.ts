import type { Fault } from "../fault.ts";
import { databaseKilled } from "./database-killed.ts";
import { connectionsSilent, databaseFrozen } from "./silence.ts";

/** The database is ill, or a process is. */
export const ILL_DATABASE: Fault[] = [databaseKilled, databaseFrozen, connectionsSilent];
