import type { Work } from "../work.ts";
import { cart, order } from "./carts.ts";
import { constant } from "./constant.ts";
import { contention } from "./contention.ts";
import { idleMemory, memoryGrowth } from "./memory.ts";
import { operationByHttp, operationByMcp } from "./operations.ts";
import { reads } from "./reads.ts";
import { size } from "./size.ts";
import { help, start } from "./starting.ts";
import { warmReads } from "./warm-reads.ts";

/** All works, in the order in which they run. */
export const WORKS: Work[] = [
  constant,
  ...reads,
  ...warmReads,
  cart,
  order,
  contention,
  operationByMcp,
  operationByHttp,
  start,
  help,
  idleMemory,
  size,
  memoryGrowth,
];
