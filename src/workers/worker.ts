import cluster from "node:cluster";
import closeWithGrace from "close-with-grace";
import type { Settings } from "../config.ts";
import { once } from "../core/once.ts";
import { OperatorError } from "../core/operator-error.ts";
import type { Server } from "../main.ts";
import type { ToPrimary, ToWorker } from "./messages.ts";
import { settingsOf, type WorkerPlace } from "./shares.ts";
import { WorkerChanges } from "./worker-changes.ts";

/** The signals that the primary process handles. Terminals and process managers send them to workers, too. */
const OF_PRIMARY = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Serves as one of several workers, until the primary process says stop. `settings`: those of the whole server. */
export async function runWorker(settings: Settings, place: WorkerPlace): Promise<void> {
  for (const signal of OF_PRIMARY) process.on(signal, () => {});
  let server: Server | undefined;
  let changes: WorkerChanges | undefined;
  const delay = (settings.SHUTDOWN_DELAY_SECONDS + settings.SHUTDOWN_GRACE_SECONDS) * 1000;
  const closing = closeWithGrace({ delay, logger: false, skip: [...OF_PRIMARY] }, async ({ err }) => {
    if (err) console.error(err);
    await server?.stop();
    await tellMetrics();
  });
  const tellMetrics = async (): Promise<void> => {
    const metrics = await server?.metrics?.();
    if (metrics) await tell({ type: "metrics", metrics });
  };
  const stop = once(() => closing.close());
  const drain = once(async () => {
    await server?.drain();
    await stop();
  });
  process.on("message", (message: ToWorker) => {
    if (message.type === "stop") void stop();
    else if (message.type === "drain") void drain();
    else if (message.type === "metrics") void tellMetrics();
    else changes?.receive(message.changes);
  });
  try {
    const { startServer } = await import("../main.ts");
    server = await startServer(settingsOf(settings, place), () => {}, {
      wrapChanges: (feed) => {
        changes = new WorkerChanges(feed, (told) => void tell({ type: "changes", changes: told }));
        return changes;
      },
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    await tell({ type: "failed", message: error.message });
    process.exit(1);
  }
  const { url, storefrontUrl, demo, demoLink, hasStores } = server;
  await tell({ type: "ready", server: { url, storefrontUrl, demo, demoLink, hasStores } });
}

/** Resolves when the message is sent. A primary process that has ended gets none. */
const tell = (message: ToPrimary): Promise<void> =>
  new Promise((resolve) => {
    if (cluster.worker?.isConnected()) cluster.worker.send(message, () => resolve());
    else resolve();
  });
