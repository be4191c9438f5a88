import type { Fault } from "../fault.ts";

/** The database is ill, or a process is. */
export const ILL_DATABASE: Fault[] = [];
