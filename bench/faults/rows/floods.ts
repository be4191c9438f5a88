import type { Fault } from "../fault.ts";
import { embeddedFloods } from "./embedded-flood.ts";
import { expensiveSearches } from "./expensive-searches.ts";
import { halfSentRequests } from "./half-sent-requests.ts";
import { hugeArguments } from "./huge-arguments.ts";
import { inventedHosts } from "./invented-hosts.ts";
import { lockedRow } from "./locked-row.ts";
import { merchantFloods } from "./merchant-floods.ts";
import { preparedStatements } from "./prepared-statements.ts";
import { fileDescriptors } from "./process/file-descriptors.ts";
import { starvedProcess } from "./process/starved-process.ts";
import { signIns, staffSignIns } from "./sign-ins.ts";

/** Floods by one client, which must not stop the service for others, and what only looks like one. */
export const FLOODS: Fault[] = [
  expensiveSearches,
  ...embeddedFloods,
  merchantFloods,
  lockedRow,
  signIns,
  staffSignIns,
  halfSentRequests,
  fileDescriptors,
  hugeArguments,
  preparedStatements,
  inventedHosts,
  starvedProcess,
];
