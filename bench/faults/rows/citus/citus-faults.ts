import type { Fault } from "../../fault.ts";
import { storeMoved } from "./store-moved.ts";
import { workerKilled } from "./worker-killed.ts";

/** Failures and moves that only a cluster has. */
export const CITUS_FAULTS: Fault[] = [workerKilled, storeMoved];
