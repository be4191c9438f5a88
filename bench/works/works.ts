import type { Work } from "../work.ts";
import { eventsBesideMany, jobsBesideMany } from "./beside/beside-many.ts";
import { sixteenStores } from "./beside/sixteen-stores.ts";
import { pictureBytes, uploadsBeside } from "./beside/uploads.ts";
import { cart, order } from "./carts.ts";
import { checkoutWithCache } from "./checkout-with-cache.ts";
import { coldReads } from "./cold-reads.ts";
import { constant } from "./constant/constant.ts";
import { contention } from "./contention.ts";
import { idleMemory, memoryGrowth } from "./memory.ts";
import { metrics } from "./metrics.ts";
import { operationByHttp, operationByMcp } from "./operations.ts";
import { reads } from "./reads.ts";
import { oneIn100, selling } from "./selling-while-reading.ts";
import { size } from "./size.ts";
import { firstMinutes, help, start } from "./starting.ts";
import { warmReads } from "./warm-reads.ts";
import { workers } from "./workers.ts";

/** All works, in the order in which they run. */
export const WORKS: Work[] = [
  constant,
  ...reads,
  ...warmReads,
  selling,
  oneIn100,
  coldReads,
  cart,
  order,
  checkoutWithCache,
  sixteenStores,
  workers,
  metrics,
  contention,
  eventsBesideMany,
  jobsBesideMany,
  uploadsBeside,
  pictureBytes,
  operationByMcp,
  operationByHttp,
  start,
  help,
  idleMemory,
  size,
  memoryGrowth,
  firstMinutes,
];
