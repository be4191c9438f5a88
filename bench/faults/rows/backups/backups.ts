import type { Fault } from "../../fault.ts";
import { embeddedRestored } from "./embedded-restored.ts";
import { pointInTime } from "./point-in-time.ts";
import { storeMoved } from "./store-moved.ts";

/** What is brought back, or to another server. */
export const BACKUPS: Fault[] = [embeddedRestored, pointInTime, storeMoved];
