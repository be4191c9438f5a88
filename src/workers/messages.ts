import type { RecordedChanges } from "../db/changes.ts";
import type { ServerAddress } from "../main.ts";
import type { MetricsJson } from "../metrics/metrics.ts";

/** What the primary process tells a worker. */
export type ToWorker =
  /** Answer what has arrived, and end. */
  | { type: "stop" }
  /** Another worker has taken this one's place: accept no connection, and end when the open ones are closed. */
  | { type: "drain" }
  /** Another worker has changed what shoppers see. */
  | { type: "changes"; changes: RecordedChanges }
  /** Tell the metrics. */
  | { type: "metrics" };

/** What a worker tells the primary process. */
export type ToPrimary =
  | { type: "ready"; server: ServerAddress }
  /** The worker could not start. The message is one sentence for the operator. */
  | { type: "failed"; message: string }
  | { type: "changes"; changes: RecordedChanges }
  /** When it was asked, and before it ends. */
  | { type: "metrics"; metrics: MetricsJson };
