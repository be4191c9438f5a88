import closeWithGrace from "close-with-grace";
import { readSettings, type Settings } from "../config.ts";
import { requireFreePort } from "../http/server/listening.ts";
import type { ServerAddress } from "../main.ts";
import type { Workers } from "../workers/primary.ts";
import { placeOfThisProcess, tooSmall, workerCount } from "../workers/shares.ts";
import { commandName } from "./command-name.ts";

/** Serves in this process, or in several workers that it starts (`WEB_CONCURRENCY`). */
export async function serve(): Promise<void> {
  const settings = readSettings();
  const place = placeOfThisProcess();
  if (place) return (await import("../workers/worker.ts")).runWorker(settings, place);
  await requireFreePort(settings);
  const workers = workerCount(settings);
  if (workers > 1 && settings.DATABASE_URL) return serveWithWorkers(settings, workers);
  const { startServer } = await import("../main.ts");
  const server = await startServer(settings, console.log);
  closeWithGrace({ delay: longestStopMs(settings), logger: false }, async ({ err }) => {
    if (err) console.error(err);
    await server.stop();
  });
  console.log(banner(settings, server, "1")); // last, because a script may stop the server as soon as it reads this
}

/** How much longer than its workers the primary process waits. */
const PRIMARY_GRACE_MS = 2000;

async function serveWithWorkers(settings: Settings, count: number): Promise<void> {
  for (const name of tooSmall(settings, count)) {
    console.log(`${name} is ${settings[name]}, less than one for each of ${count} workers: each has 1.`);
  }
  const { Workers } = await import("../workers/primary.ts");
  const workers = new Workers(count, { HOST: settings.HOST, PORT: String(settings.PORT) }, console.log);
  const delay = longestStopMs(settings) + PRIMARY_GRACE_MS;
  const stopping = closeWithGrace({ delay, logger: false, skip: ["SIGHUP"] }, async ({ err }) => {
    if (err) console.error(err);
    await workers.stop();
  });
  process.on("SIGHUP", () => void workers.replaceAll());
  let metrics: { close(): Promise<void> } | undefined;
  try {
    if (settings.METRICS_PORT !== 0) metrics = await serveMetricsOf(workers, settings);
    console.log(banner(settings, await workers.start(), `${count} workers`));
  } catch (error) {
    stopping.uninstall(); // it would end this process with 0
    await metrics?.close(); // it would keep this process
    await workers.stop();
    throw error;
  }
}

async function serveMetricsOf(workers: Workers, settings: Settings): Promise<{ close(): Promise<void> }> {
  const { serveMetrics } = await import("../metrics/server.ts");
  return serveMetrics(settings, () => workers.metrics());
}

const longestStopMs = ({ SHUTDOWN_DELAY_SECONDS, SHUTDOWN_GRACE_SECONDS }: Settings): number =>
  (SHUTDOWN_DELAY_SECONDS + SHUTDOWN_GRACE_SECONDS) * 1000;

const ONE_PROCESS = ": the embedded database is used by one process, so WEB_CONCURRENCY has no effect";

/** The text printed after the start. In production it contains no keys, because logs are stored and widely readable. */
function banner(
  { DATABASE_URL, DATA_DIR, NODE_ENV, WEB_CONCURRENCY }: Settings,
  { url, storefrontUrl, demo, demoLink, hasStores }: ServerAddress,
  processes: string,
): string {
  const stores = NODE_ENV === "production" ? [] : (demo?.stores ?? []);
  const [first] = stores;
  const database = DATABASE_URL
    ? "PostgreSQL"
    : `embedded, in ${DATA_DIR} (survives a crash of the process, not a loss of power)`;
  return [
    "",
    "Hanout is running.",
    `  Storefront API  ${storefrontUrl}`,
    `  API reference   ${url}/docs`,
    `  Console         ${url.replace("//127.0.0.1:", "//localhost:")}/console`,
    `  Database        ${database}`,
    ...(WEB_CONCURRENCY === "1" ? [] : [`  Processes       ${processes}${DATABASE_URL ? "" : ONE_PROCESS}`]),
    "",
    ...stores.flatMap((store) => [
      `  ${store.name} (${store.slug})`,
      `    publishable key  ${store.publishable_key}`,
      `    secret key       ${store.secret_key}`,
    ]),
    ...(demoLink ? ["", "  Sign in to the demo (once):", `  ${demoLink}`] : []),
    ...(first
      ? ["", "Try it:", `  curl -H "x-api-key: ${first.publishable_key}" "${storefrontUrl}/products?limit=3"`]
      : []),
    ...(hasStores
      ? []
      : ["There is no store yet. Create one:", `  ${commandName()} stores create --slug my-shop --name "My shop"`]),
    "",
  ].join("\n");
}
