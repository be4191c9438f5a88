import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { freePort, postgresBinaries, unprivilegedOwner } from "../../test/support/setup/postgres-programs.ts";
import type { Place } from "./place.ts";
import { childrenOf } from "./processes.ts";
import { timeUntil } from "./wait.ts";

const START_MS = 30_000;

/** Settings for large tables. They fit into memory, as an operator of stores this large would have it. Nothing waits for the disk. */
export const FILLED_SETTINGS = {
  fsync: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "8GB",
  shared_buffers: "1GB",
  max_connections: "200",
};

export interface PostgresOptions {
  /** Settings as in postgresql.conf. Default: those of PostgreSQL. */
  settings?: Record<string, string>;
  /** Data folder; default: a new one in the place's folder. initdb creates it unless it already contains a cluster. */
  data?: string;
  /** Additional arguments of initdb. */
  initdb?: string[];
}

export interface Postgres {
  /** Returns the URL of the database with this name. */
  url(database: string): string;
  readonly port: number;
  readonly data: string;
  /** The process id of the postmaster. */
  readonly pid: number;
  /** Returns the ids of all processes, the postmaster first. */
  pids(): number[];
  /** Sends SIGKILL to all processes: nothing is flushed, and no connection is closed properly. */
  kill(): Promise<void>;
  /** Stops the server regularly (fast shutdown). */
  stop(): Promise<void>;
  /** Sends SIGSTOP to all processes. */
  freeze(): void;
  /** Sends SIGCONT to all processes. */
  thaw(): void;
  /** Starts the server again with the same folder and port; resolves when it accepts connections. */
  start(): Promise<void>;
  /** Returns the log up to now. */
  log(): string;
}

/** Starts a separate PostgreSQL on loopback. */
export async function startPostgres(
  { folder, onEnd }: Place,
  { settings = {}, data, initdb = [] }: PostgresOptions,
): Promise<Postgres> {
  const owner = await unprivilegedOwner(folder);
  const as = { ...owner, cwd: folder };
  const binaries = postgresBinaries(owner);
  const place = { port: await freePort(), data: data ?? join(folder, `postgres-${Date.now()}`) };
  if (!existsSync(join(place.data, "PG_VERSION"))) {
    const plain = ["-D", place.data, "-U", "hanout", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
    if (owner && existsSync(place.data)) chownSync(place.data, owner.uid, owner.gid);
    execFileSync(join(binaries, "initdb"), [...plain, ...initdb], { ...as, stdio: "pipe" });
  }
  const lines = { listen_addresses: "127.0.0.1", unix_socket_directories: folder, ...settings };
  const args = Object.entries(lines).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

  let log = "";
  let pid = 0;
  let running = false;
  const start = async () => {
    const from = log.length;
    const child = spawn(join(binaries, "postgres"), ["-D", place.data, "-p", String(place.port), ...args], {
      ...as,
      stdio: ["ignore", "ignore", "pipe"],
    });
    pid = child.pid ?? 0;
    running = true;
    child.once("exit", () => {
      running = false;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
    await timeUntil(() => log.includes("ready to accept", from) || !running, START_MS);
    if (!running || !log.includes("ready to accept", from))
      throw new Error(`PostgreSQL did not start:\n${log.slice(from)}`);
  };
  const pids = () => (running ? [pid, ...childrenOf(pid)] : []);
  const kill = async () => {
    const all = pids();
    for (const one of all) send(one, "SIGKILL");
    await timeUntil(() => all.every(isGone), 10_000);
  };
  onEnd(kill);
  await start();
  return {
    ...place,
    url: (database) => `postgres://hanout@127.0.0.1:${place.port}/${database}`,
    get pid() {
      return pid;
    },
    pids,
    kill,
    stop: async () => {
      send(pid, "SIGINT");
      await timeUntil(() => !running, 20_000);
    },
    freeze: () => {
      for (const one of pids()) send(one, "SIGSTOP");
    },
    thaw: () => {
      for (const one of pids()) send(one, "SIGCONT");
    },
    start,
    log: () => log,
  };
}

/** Sends a signal, and ignores that the process has already ended. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether a process ended. A zombie counts as ended, because it holds no files or ports. */
function isGone(pid: number): boolean {
  try {
    const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { stdio: "pipe" })
      .toString()
      .trim();
    return state === "" || state.startsWith("Z");
  } catch {
    return true;
  }
}
