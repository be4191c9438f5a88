import { listOf, type Settings } from "../../config.ts";
import { version } from "../../core/version.ts";
import { type Check, type Finding, ok, warn, wrong } from "./finding.ts";
import { findServer } from "./queries.ts";

export const versionsCheck: Check = async ({ database, settings, migrated }) => {
  const server = await findServer(database.keyDirectory);
  const name = settings.DATABASE_URL ? "PostgreSQL" : "the embedded database, PostgreSQL";
  return [
    ok(`Hanout ${version} on Node ${process.versions.node}, with ${name} ${server?.version}.`),
    ...(migrated.length > 0
      ? [warn(`This command has applied the migrations ${migrated.join(", ")}.`, "Start the servers of this version.")]
      : []),
  ];
};

const isLoopback = (host: string): boolean => ["127.0.0.1", "localhost", "::1"].includes(host);

/** A setting that deserves a look, and when. */
const RULES: [when: (settings: Settings) => boolean, finding: Finding][] = [
  [
    ({ NODE_ENV, PUBLIC_URL, HOST }) => NODE_ENV !== "production" && (PUBLIC_URL !== "" || !isLoopback(HOST)),
    wrong("NODE_ENV is not production, and others can reach the server.", "Set NODE_ENV=production."),
  ],
  [
    ({ DATABASE_URL, NODE_ENV }) => NODE_ENV === "production" && DATABASE_URL === "",
    warn(
      "The embedded database does not survive a loss of power.",
      "Take PostgreSQL (DATABASE_URL), or back it up often.",
    ),
  ],
  [
    ({ PUBLIC_URL }) => PUBLIC_URL === "",
    warn("PUBLIC_URL is empty: links in mails and of the console name this machine.", "Set it to the public address."),
  ],
  [
    ({ PUBLIC_URL }) => PUBLIC_URL.startsWith("http:") && !isLoopback(new URL(PUBLIC_URL).hostname),
    wrong("PUBLIC_URL is not https: keys and sessions can be read on their way.", "Put a proxy with TLS before it."),
  ],
  [
    ({ PUBLIC_URL, TRUST_PROXY, HOST }) => PUBLIC_URL.startsWith("https:") && TRUST_PROXY === "" && isLoopback(HOST),
    wrong(
      "TRUST_PROXY is empty: all clients count as the proxy, and share one limit of requests.",
      "Set it to the proxy's address.",
    ),
  ],
  [
    ({ TRUST_PROXY }) => TRUST_PROXY === "true",
    warn("TRUST_PROXY=true believes any client's X-Forwarded-For.", "Name the proxy's address."),
  ],
  [
    ({ CUSTOMER_TOKEN_KEYS }) => listOf(CUSTOMER_TOKEN_KEYS).length === 0,
    warn(
      "CUSTOMER_TOKEN_KEYS is empty: the key is in DATA_DIR, and other servers have another.",
      "Set it, the same for all servers, and keep a copy away from the database.",
    ),
  ],
  [
    ({ METRICS_PORT }) => METRICS_PORT === 0,
    warn(
      "METRICS_PORT is 0: nobody is told when something goes wrong.",
      "Set it, and let Prometheus ask (docs/operating.md).",
    ),
  ],
  [
    ({ METRICS_PORT, METRICS_HOST }) => METRICS_PORT !== 0 && !isLoopback(METRICS_HOST),
    warn("METRICS_HOST can be reached from other machines.", "See that only Prometheus reaches the port."),
  ],
  [({ LOG_LEVEL }) => LOG_LEVEL === "silent", warn("LOG_LEVEL is silent.", "Set it to info or warn.")],
];

export const settingsCheck: Check = ({ settings }) => {
  const found = RULES.flatMap(([when, finding]) => (when(settings) ? [finding] : []));
  return found.length > 0 ? found : [ok("The settings fit a server in production.")];
};
