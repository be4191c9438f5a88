import type { Fault } from "../fault.ts";
import { expensiveSearches } from "./expensive-searches.ts";
import { lockedRow } from "./locked-row.ts";
import { merchantFloods } from "./merchant-floods.ts";
import { signIns } from "./sign-ins.ts";

/** One shopper must not stop everybody. */
export const FLOODS: Fault[] = [expensiveSearches, merchantFloods, lockedRow, signIns];
