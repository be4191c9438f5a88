import type { Worker } from "node:cluster";
import type { ToWorker } from "./messages.ts";

/** A worker that is ending may not listen any more. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
