import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { Ajv, type ErrorObject } from "ajv";
import { type Static, Type } from "typebox";
import { OperatorError } from "./core/operator-error.ts";
import { readEmail } from "./core/text/email.ts";

const seconds = (description: string, value: number, maximum = 3600) =>
  Type.Number({ description, default: value, minimum: 0.1, maximum });
const count = (description: string, value: number, maximum = 1_000_000) =>
  Type.Integer({ description, default: value, minimum: 1, maximum });
const text = (description: string, value = "") => Type.String({ description, default: value });
const databaseAddress = (description: string) =>
  Type.String({ description, default: "", pattern: "^(postgres(ql)?://.+)?$" });
const flag = (description: string, value: boolean) => Type.Boolean({ description, default: value });

/** Every setting with its default. `npm run docs` writes docs/configuration.md and .env.example from this table. */
export const Settings = Type.Object({
  PORT: Type.Integer({
    description: "Port to listen on; 0 takes any free one.",
    default: 3000,
    minimum: 0,
    maximum: 65535,
  }),
  HOST: text("Address to listen on. `0.0.0.0` accepts connections from other machines.", "127.0.0.1"),
  METRICS_PORT: Type.Integer({
    description: "Port of the metrics for Prometheus, at `/metrics`; 0: there are none. Never the public port.",
    default: 0,
    minimum: 0,
    maximum: 65535,
  }),
  METRICS_HOST: text("Address that the metrics listen on. Whoever reaches it reads the names of stores.", "127.0.0.1"),
  WEB_CONCURRENCY: Type.String({
    description:
      "Processes that serve on the port; `auto` for one on each core. They divide the connections to the database, the limits of requests and of passwords, and the memory of the cache, so that these settings count for the whole server (docs/scaling.md). The embedded database is used by one process.",
    default: "1",
    pattern: "^(auto|[1-9][0-9]{0,2})$",
  }),
  DATA_DIR: text(
    "Folder of the embedded database, of `demo.json`, of `customer-token.key` and of the socket for commands.",
    "./data",
  ),
  DATABASE_URL: databaseAddress(
    "PostgreSQL 15 or later, `postgres://user:password@host/database`. Empty: the embedded database in `DATA_DIR`.",
  ),
  DATABASE_READ_URL: databaseAddress(
    "The same database for plain reads, where they need a login of their own (behind a pooler). Empty: `DATABASE_URL`.",
  ),
  DATABASE_REPLICA_URL: databaseAddress(
    "A streaming standby of the same database, or several behind one address, for plain reads (docs/scaling.md). Empty: `DATABASE_URL` serves all. With `DATABASE_PREPARED=false`, its login has the role `hanout_reader`.",
  ),
  DATABASE_REPLICA_MAX_LAG_SECONDS: Type.Number({
    description: "A replica that is further behind is not used until it has caught up.",
    default: 1,
    minimum: 0.5,
    maximum: 60,
  }),
  DATABASE_MIGRATION_URL: databaseAddress(
    "The same database for migrations, with the login that owns the tables. Empty: `DATABASE_URL`.",
  ),
  DATABASE_POOL_SIZE: count(
    "Maximum connections of this process to PostgreSQL for transactions. One store never holds more than half of them.",
    10,
    1000,
  ),
  DATABASE_READ_POOL_SIZE: count(
    "Maximum connections for reads. One store never holds more than half of them. One more connection monitors the database, and one learns what other servers change.",
    10,
    1000,
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: seconds(
    "A statement of a transaction that takes longer is cancelled (PostgreSQL only).",
    15,
  ),
  DATABASE_READ_TIMEOUT_SECONDS: seconds("A read-only statement that takes longer is cancelled (PostgreSQL only).", 2),
  DATABASE_LOCK_TIMEOUT_SECONDS: seconds(
    "A transaction that waits longer for a lock is cancelled (PostgreSQL only).",
    3,
  ),
  DATABASE_PREPARED: flag(
    "Whether statements are prepared. Set `false` behind a pooler in transaction mode, such as PgBouncer.",
    true,
  ),
  EXPENSIVE_READS_PER_STORE: Type.Integer({
    description:
      "Searches, facets and filters of one store that run at the same time, and as many reads of its merchants; others wait up to a second. 0: two, or one on a machine with up to two cores.",
    default: 0,
    minimum: 0,
    maximum: 1000,
  }),
  DEMO: Type.Enum(["auto", "never"], {
    description: "`auto` loads the two demo stores when the embedded database is new; `never` does not.",
    default: "auto",
  }),
  NODE_ENV: text("`production` refuses the embedded database.", "development"),
  ALLOW_EMBEDDED_DATABASE: flag(
    "Accept the embedded database under `NODE_ENV=production`. It survives a crash of the process, not a loss of power.",
    false,
  ),
  CUSTOMER_TOKEN_KEYS: text(
    "Comma-separated secrets of at least 32 characters that sign customers' tokens and, by derived keys, confirm tokens and links for a new password, and that encrypt the secrets of webhooks. The first signs, all are accepted. Empty: one is generated and stored in `DATA_DIR`; not allowed in production.",
  ),
  PASSWORD_HASHES_AT_ONCE: Type.Integer({
    description:
      "Passwords hashed at the same time, each with 19 MiB and up to 20 ms of a core. Others wait, as many as take a second together. 0: one in each process.",
    default: 0,
    minimum: 0,
    maximum: 64,
  }),
  LOG_LEVEL: Type.Enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
    description: "Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.",
    default: "info",
  }),
  PUBLIC_URL: Type.String({
    description:
      "The server's address as its users see it, `https://api.example.com`. Empty: derived from `HOST` and `PORT`.",
    default: "",
    pattern: "^(https?://[^/]+)?$",
  }),
  TRUST_PROXY: text(
    "Addresses or networks of proxies whose `X-Forwarded-For` is trusted, comma-separated; `true` for all. Empty: none.",
  ),
  SMTP_URL: Type.String({
    description:
      "Mail server, `smtps://user:password@host` or `smtp://user:password@host:587?requireTLS=true`; characters of the password are percent-encoded. All servers of one database need the same. Empty: no mail is sent.",
    default: "",
    pattern: "^(smtps?://.+)?$",
  }),
  MAIL_FROM: text(
    "Address that mails come from, under the name of the store: `shop@example.com`. `SMTP_URL` needs it.",
  ),
  MEDIA_ORIGIN: text("Media addresses that start with this are rewritten to `MEDIA_CDN_URL`."),
  MEDIA_CDN_URL: text(
    "Public CDN that media addresses are rewritten to. Empty: relative addresses are resolved against `PUBLIC_URL`, else against the host of the request; shared caches may not store answers of the latter kind.",
  ),
  MEDIA_DIR: text(
    "Folder of uploaded pictures; several servers share it. Empty: `media` in `DATA_DIR`. With `MEDIA_BUCKET_URL`, only what is on its way.",
  ),
  MEDIA_BUCKET_URL: Type.String({
    description:
      "S3-compatible bucket for uploaded pictures instead of a folder, `https://key:secret@host/bucket?region=eu-west-1`; characters of the secret are percent-encoded. Needs the package `@aws-sdk/client-s3`.",
    default: "",
    pattern: "^(https?://.+)?$",
  }),
  MEDIA_BYTES_PER_STORE: Type.Integer({
    description: "Bytes that the uploaded pictures of a store may have together, without their smaller widths.",
    default: 2 * 2 ** 30,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
  UPLOAD_LIMIT_BYTES: count("Maximum size of an uploaded picture.", 10 * 2 ** 20, 104_857_600),
  UPLOAD_TIMEOUT_SECONDS: seconds("An uploaded picture must arrive completely within this time.", 150, 600),
  HTTP_CACHE_SECONDS: Type.Integer({
    description: "How long a shared cache may store answers of the catalogue and content (`s-maxage`).",
    default: 10,
    minimum: 0,
    maximum: 86_400,
  }),
  UNDO_DAYS: Type.Integer({
    description:
      "Days for which merchants can undo a change. Until then the rows before and after it are kept; those of an erased person are removed with her.",
    default: 30,
    minimum: 1,
    maximum: 3650,
  }),
  EVENTS_DAYS: Type.Integer({
    description: "Days for which events are kept, for programs that follow a store.",
    default: 30,
    minimum: 1,
    maximum: 3650,
  }),
  WEBHOOK_PORTS: Type.String({
    description: "Ports that webhooks may be sent to, comma-separated.",
    default: "443,8443",
    pattern: "^[1-9][0-9]{0,4}(,[1-9][0-9]{0,4})*$",
  }),
  WEBHOOKS_TO_THIS_MACHINE: flag(
    "Accept webhooks to this machine as well, also by http and on any port. For development: refused under `NODE_ENV=production`.",
    false,
  ),
  EVENT_STREAMS: count("Maximum open streams of events of this process.", 1000, 100_000),
  EVENT_STREAMS_PER_STORE: count("Maximum open streams of events of a store.", 100, 100_000),
  EVENT_STREAMS_PER_KEY: count("Maximum open streams of events of a key.", 10, 100_000),
  CACHE_BYTES: Type.Integer({
    description:
      "Memory of this process for answers of the catalogue and content, in bytes; one store uses at most a quarter. 0: nothing is kept. Every answer is as current as without. With PostgreSQL it takes one more connection.",
    default: 64 * 2 ** 20,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
  COMPRESSION: flag(
    "Compress JSON and SVG above 1 KB with brotli or gzip. Set `false` behind a proxy that compresses.",
    true,
  ),
  CORS_ORIGINS: text("Origins that browsers may call the storefront API from, comma-separated; `*` for all.", "*"),
  BODY_LIMIT_BYTES: count("Maximum size of a request body.", 65_536, 104_857_600),
  MCP_BODY_LIMIT_BYTES: count(
    "Maximum size of a request body at the tool endpoint and of merchant operations over HTTP.",
    4_194_304,
    104_857_600,
  ),
  MCP_STREAMS_PER_KEY: count("Maximum open event streams of one key at the tool endpoint.", 5, 1000),
  HEADER_LIMIT_BYTES: count("Maximum size of all request headers together.", 16_384, 1_048_576),
  REQUEST_TIMEOUT_SECONDS: seconds("A request must arrive completely within this time.", 5),
  HEADERS_TIMEOUT_SECONDS: seconds("The headers of a request must arrive within this time.", 3),
  KEEP_ALIVE_TIMEOUT_SECONDS: seconds("An idle connection is closed after this time.", 72),
  MAX_CONNECTIONS: count(
    "Maximum open connections of clients; further ones are closed at once. Lower where the limit of open files is lower (`ulimit -n` minus 256).",
    5000,
  ),
  RATE_LIMIT_WINDOW_SECONDS: Type.Integer({
    description: "Length of the window of the rate limits per key and per address.",
    default: 10,
    minimum: 1,
    maximum: 3600,
  }),
  RATE_LIMIT_PER_KEY: count("Requests of an API key per window, from all addresses together.", 20_000, 100_000_000),
  RATE_LIMIT_PER_ADDRESS: count("Requests of an address per window, with all keys together.", 10_000, 100_000_000),
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: count("Sign-ups and sign-ins of customers per address and minute.", 300),
  RATE_LIMIT_SIGN_INS_PER_EMAIL: count("Sign-ins per account and minute.", 100),
  RATE_LIMIT_CODES_PER_ADDRESS: count(
    "Look-ups of order numbers and coupons per address and minute, so that codes cannot be guessed. Checking coupons with a phone number or an e-mail and without a code counts as one.",
    600,
  ),
  SHUTDOWN_DELAY_SECONDS: Type.Number({
    description:
      "After SIGTERM or SIGINT, serve for this long with `/readyz` at 503 before new connections are refused. For load balancers that poll `/readyz` and do not retry on another server.",
    default: 0,
    minimum: 0,
    maximum: 600,
  }),
  SHUTDOWN_GRACE_SECONDS: seconds("How long running requests may take to finish after that.", 10, 600),
});
export type Settings = Static<typeof Settings>;

/** An invalid setting. The message is one sentence for the operator. */
export class InvalidSetting extends OperatorError {}

const ADDRESSES = [
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "DATABASE_REPLICA_URL",
  "DATABASE_MIGRATION_URL",
  "SMTP_URL",
  "MEDIA_BUCKET_URL",
] as const;

/**
 * Reads and validates the settings from the environment and, with lower priority, a `.env` file in the working directory.
 * `<NAME>_FILE` names a file that holds the setting, as secrets are given to containers. Nothing else reads the environment. Throws InvalidSetting naming the variable and its allowed values.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(
    Object.keys(Settings.properties).flatMap((name) => {
      const value = environment[name] || readSecret(name, environment[`${name}_FILE`]);
      return value ? [[name, value]] : [];
    }),
  );
  const settings = validated(given);
  for (const name of ADDRESSES) {
    if (!settings[name] || URL.canParse(settings[name])) continue;
    throw new InvalidSetting(
      `The setting ${name} is not a valid URL; special characters in its password must be percent-encoded.`,
    );
  }
  refuseEmbeddedInProduction(settings);
  refuseWeakTokenKeys(settings);
  refuseMailWithoutSender(settings);
  refuseLocalWebhooks(settings);
  refusePublicMetrics(settings);
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    MEDIA_DIR: resolve(settings.MEDIA_DIR || join(settings.DATA_DIR, "media")),
  };
}

function readSecret(name: string, file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new InvalidSetting(`The file of ${name}_FILE cannot be read: ${(error as Error).message}.`);
  }
}

/** Without the schema of schemas, whose compilation takes longer than reading all settings. */
const AJV_OPTIONS = {
  removeAdditional: true,
  useDefaults: true,
  coerceTypes: true,
  meta: false,
  validateSchema: false,
};

function validated(given: Record<string, unknown>): Settings {
  const settings = { ...readEnvFile(), ...given };
  const validate = new Ajv(AJV_OPTIONS).compile<Settings>({ ...Settings, additionalProperties: false });
  if (validate(settings)) return settings;
  throw new InvalidSetting(explainInvalid(validate.errors?.[0]));
}

function readEnvFile(): Record<string, unknown> {
  try {
    return parseEnv(readFileSync(".env", "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return {};
    throw new InvalidSetting(`The settings cannot be read: ${message}.`);
  }
}

function explainInvalid(first: ErrorObject | undefined): string {
  if (!first) return "The settings are not valid.";
  const name = first.instancePath.slice(1);
  const allowed = first.params?.allowedValues ? ` (${first.params.allowedValues.join(", ")})` : "";
  return `The setting ${name} is not valid: it ${first.message}${allowed}. See docs/configuration.md.`;
}

function refuseEmbeddedInProduction({ NODE_ENV, DATABASE_URL, ALLOW_EMBEDDED_DATABASE }: Settings): void {
  if (NODE_ENV !== "production" || DATABASE_URL || ALLOW_EMBEDDED_DATABASE) return;
  throw new InvalidSetting(
    "In production DATABASE_URL must name a PostgreSQL server; ALLOW_EMBEDDED_DATABASE=true accepts the embedded database, which does not survive a loss of power.",
  );
}

const MIN_SECRET_LENGTH = 32;

function refuseWeakTokenKeys({ NODE_ENV, CUSTOMER_TOKEN_KEYS }: Settings): void {
  const keys = listOf(CUSTOMER_TOKEN_KEYS);
  if (NODE_ENV === "production" && keys.length === 0) {
    throw new InvalidSetting(
      "In production CUSTOMER_TOKEN_KEYS must hold a secret of at least 32 characters, the same for every server of the database; `openssl rand -base64 48` generates one.",
    );
  }
  if (keys.some((key) => key.length < MIN_SECRET_LENGTH)) {
    throw new InvalidSetting(`Each secret in CUSTOMER_TOKEN_KEYS must have at least ${MIN_SECRET_LENGTH} characters.`);
  }
}

function refuseMailWithoutSender({ SMTP_URL, MAIL_FROM }: Settings): void {
  if (!SMTP_URL || readEmail(MAIL_FROM) === MAIL_FROM) return;
  throw new InvalidSetting("With SMTP_URL the setting MAIL_FROM must be an e-mail address, such as shop@example.com.");
}

function refuseLocalWebhooks({ NODE_ENV, WEBHOOKS_TO_THIS_MACHINE }: Settings): void {
  if (NODE_ENV !== "production" || !WEBHOOKS_TO_THIS_MACHINE) return;
  throw new InvalidSetting(
    "In production WEBHOOKS_TO_THIS_MACHINE must be false: merchants would reach what listens on this machine.",
  );
}

function refusePublicMetrics({ PORT, METRICS_PORT }: Settings): void {
  if (METRICS_PORT === 0 || METRICS_PORT !== PORT) return;
  throw new InvalidSetting("METRICS_PORT must not be PORT: metrics name stores, and are not for the public.");
}

/** The parts of a comma-separated setting. */
export const listOf = (setting: string): string[] =>
  setting.split(",").flatMap((part) => (part.trim() ? [part.trim()] : []));
