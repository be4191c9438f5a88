import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort, postgresBinaries, unprivilegedOwner } from "../../test/support/setup/postgres-programs.ts";
import type { FaultContext, Postgres, PostgresOptions } from "./fault.ts";

const START_MS = 30_000;

/** Starts a separate PostgreSQL on loopback with fsync on, because committed data must survive a crash. */
export async function startPostgres(
  { folder, onEnd }: Pick<FaultContext, "folder" | "onEnd">,
  { settings = {}, data, initdb = [], port }: PostgresOptions,
): Promise<Postgres> {
  const owner = await unprivilegedOwner(folder);
  const as = { ...owner, cwd: folder };
  const binaries = postgresBinaries(owner);
  const place = { port: port ?? (await freePort()), data: data ?? join(folder, `postgres-${Date.now()}`) };
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
    await until(() => log.includes("ready to accept", from) || !running, START_MS);
    if (!running || !log.includes("ready to accept", from))
      throw new Error(`PostgreSQL did not start:\n${log.slice(from)}`);
  };
  const pids = () => (running ? [pid, ...childrenOf(pid)] : []);
  const kill = async () => {
    const all = pids();
    for (const one of all) send(one, "SIGKILL");
    await until(() => all.every(isGone), 10_000);
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
      await until(() => !running, 20_000);
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

function childrenOf(pid: number): number[] {
  try {
    const found = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { stdio: "pipe" }).toString();
    return found.split("\n").flatMap((line) => (line.trim() ? [Number(line)] : []));
  } catch {
    return [];
  }
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

/** Checks a condition every 20 ms until it holds or the limit is over. Returns whether it holds. */
export async function until(holds: () => boolean, limitMs: number): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < limitMs; ) {
    if (holds()) return true;
    await setTimeout(20);
  }
  return holds();
}
