import { statfs } from "node:fs/promises";
import { lastBackup } from "../../archives/archives.ts";
import type { Settings } from "../../config.ts";
import { findBacklog } from "../../metrics/metrics.ts";
import { workerCount } from "../../workers/shares.ts";
import { type Check, type Finding, ok, warn, wrong } from "./finding.ts";
import { findArchiver, findRoles, findServer, findUnguarded } from "./queries.ts";

export const rolesCheck: Check = async ({ database, settings }) => {
  const roles = await findRoles(database.keyDirectory);
  const working = roles.filter(({ name }) => name === "hanout_app" || name === "hanout_reader");
  const tooStrong = working.filter(({ passes_policies, owns_tables }) => passes_policies || owns_tables);
  const login = roles.find(({ is_login }) => is_login);
  return [
    ...(working.length < 2
      ? [wrong("The roles hanout_app and hanout_reader are not both there.", "Run the migrations.")]
      : []),
    ...tooStrong.map(({ name }) =>
      wrong(
        `The role ${name} owns tables or passes row-level security: stores are not kept apart.`,
        `alter role ${name} nosuperuser nobypassrls; give its tables to another owner.`,
      ),
    ),
    ...(settings.DATABASE_URL && login?.passes_policies
      ? [
          warn(
            `The login ${login.name} is a superuser, or passes row-level security. The server takes weaker roles, but who steals the login has all.`,
            "Make a login that only owns the database.",
          ),
        ]
      : []),
    ...(working.length === 2 && tooStrong.length === 0
      ? [ok("The server works as roles that own nothing and pass no policy.")]
      : []),
  ];
};

export const policiesCheck: Check = async ({ database }) => {
  const unguarded = await findUnguarded(database.keyDirectory);
  if (unguarded.length === 0) return [ok("Every table has row-level security, and a policy that names the store.")];
  const names = unguarded.map(({ name }) => name).join(", ");
  return [wrong(`No policy keeps stores apart in ${names}.`, "Restore the schema: somebody changed it by hand.")];
};

const CLOCK = { warnMs: 1000, wrongMs: 30_000 };

export const clockCheck: Check = async ({ database }) => {
  const before = Date.now();
  const server = await findServer(database.keyDirectory);
  const middle = (before + Date.now()) / 2;
  const ms = Math.round((server?.clock ?? 0) * 1000 - middle);
  const says = `The clock of the database differs by ${ms} ms from this machine's.`;
  if (Math.abs(ms) < CLOCK.warnMs) return [ok(says)];
  const todo = "Let NTP (chrony, systemd-timesyncd) set both clocks.";
  return [Math.abs(ms) < CLOCK.wrongMs ? warn(says, todo) : wrong(says, todo)];
};

const SPACE = { warnShare: 0.15, wrongShare: 0.05 };
const GIB = 2 ** 30;
const inGib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

export const spaceCheck: Check = async ({ database, settings }) => {
  const server = await findServer(database.keyDirectory);
  const size = `The database takes ${inGib(server?.bytes ?? 0)}`;
  const disk = await statfs(settings.DATA_DIR).catch(() => undefined);
  const of = settings.DATABASE_URL ? "this machine (PostgreSQL may have another disk)" : "the disk of DATA_DIR";
  if (!disk) return [ok(`${size}. DATA_DIR is not there yet.`)];
  const [free, share] = [disk.bavail * disk.bsize, disk.bavail / Math.max(1, disk.blocks)];
  const says = `${size}; ${inGib(free)} (${Math.round(share * 100)}%) are free on ${of}.`;
  if (share > SPACE.warnShare) return [ok(says)];
  const todo = "Make room before it is full (docs/operating/runbooks.md).";
  return [share > SPACE.wrongShare ? warn(says, todo) : wrong(says, todo)];
};

/** Of a worker, beside its pools: one monitors, one learns of changes. */
const OWN_CONNECTIONS = 2;

export const connectionsCheck: Check = async ({ database, settings }) => {
  if (!settings.DATABASE_URL) return [ok("The embedded database needs none.")];
  const server = await findServer(database.keyDirectory);
  const [open, most] = [server?.connections ?? 0, server?.max_connections ?? 0];
  const wanted =
    settings.DATABASE_POOL_SIZE + settings.DATABASE_READ_POOL_SIZE + OWN_CONNECTIONS * workerCount(settings);
  const says = `PostgreSQL has ${open} connections of at most ${most}; this server opens up to ${wanted}.`;
  if (open < most * 0.8 && wanted < most * 0.8) return [ok(says)];
  return [warn(says, "Raise max_connections, lower the pools, or put PgBouncer between (docs/scaling.md).")];
};

const DAY_MS = 86_400_000;
/** A timer is not to the minute. */
const DAILY_MS = DAY_MS + 7_200_000;

async function embeddedBackup({ DATA_DIR }: Settings): Promise<Finding> {
  const at = await lastBackup(DATA_DIR);
  const says = `The embedded database was last backed up ${at ?? "never"}.`;
  if (at !== undefined && Date.parse(at) > Date.now() - DAILY_MS) return ok(says);
  return warn(says, "Run hanout backup daily, and take the file to another machine (docs/operating/backup.md).");
}

export const backupCheck: Check = async ({ database, settings }) => {
  if (!settings.DATABASE_URL) return [await embeddedBackup(settings)];
  const { mode = "off", archived_at = null, failed_at = null } = (await findArchiver(database.keyDirectory)) ?? {};
  const todo = "Set up pgBackRest, and drill a restore (docs/operating/backup.md).";
  if (mode === "off") return [warn("PostgreSQL archives no log: there is no restore to a point in time.", todo)];
  if (failed_at !== null && (archived_at === null || failed_at > archived_at)) {
    return [
      wrong(
        `Archiving PostgreSQL's log fails since ${failed_at}: its disk fills up.`,
        "Look at its log, and at the repository.",
      ),
    ];
  }
  if (archived_at === null || Date.parse(archived_at) < Date.now() - DAY_MS) {
    return [warn(`PostgreSQL's log was last archived ${archived_at ?? "never"}.`, todo)];
  }
  return [ok(`PostgreSQL's log was last archived ${archived_at}.`)];
};

/** Seconds after which what is due should be done. */
const LATE = 300;

export const workCheck: Check = async ({ database }) => {
  const rows = await findBacklog(database.keyDirectory, new Date().toISOString());
  const late = rows.filter(({ count, seconds }) => count > 0 && seconds > LATE);
  const off = rows.find(({ what }) => what === "endpoints_off")?.count ?? 0;
  const [stores, suspended] = ["stores", "suspended_stores"].map(
    (name) => rows.find(({ what }) => what === name)?.count,
  );
  return [
    ...late.map(({ what, kind, count, seconds }) =>
      warn(
        `${count} ${[kind, what].filter(Boolean).join(" ")} wait, the oldest for ${Math.round(seconds / 60)} minutes.`,
        "See that a server runs, and what its log says of failed jobs.",
      ),
    ),
    ...(off > 0 ? [warn(`${off} webhook endpoints are switched off.`, "Their merchants see why in the console.")] : []),
    ok(`${stores} stores, ${suspended} of them suspended.`),
  ];
};
