import type { Fault } from "../fault.ts";
import { expensiveSearches } from "./expensive-searches.ts";
import { fileDescriptors } from "./file-descriptors.ts";
import { halfSentRequests } from "./half-sent-requests.ts";
import { hugeArguments } from "./huge-arguments.ts";
import { lockedRow } from "./locked-row.ts";
import { merchantFloods } from "./merchant-floods.ts";
import { preparedStatements } from "./prepared-statements.ts";
import { signIns } from "./sign-ins.ts";

/** Floods by one client, which must not stop the service for others. */
export const FLOODS: Fault[] = [
  expensiveSearches,
  merchantFloods,
  lockedRow,
  signIns,
  halfSentRequests,
  fileDescriptors,
  hugeArguments,
  preparedStatements,
];
