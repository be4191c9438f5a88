import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/support/setup/postgres-programs.ts";

export const HANOUT = fileURLToPath(new URL("../../dist/cli/hanout.js", import.meta.url));

/**
 * Default settings, except the limits per address, key and store: all load comes from one address, with one key, to one
 * store. The limits are counted as ever.
 */
const SETTINGS = {
  HOST: "127.0.0.1",
  NODE_ENV: "production",
  DEMO: "never",
  CUSTOMER_TOKEN_KEYS: "a secret of thirty-two characters or more",
  RATE_LIMIT_PER_KEY: "100000000",
  RATE_LIMIT_PER_ADDRESS: "100000000",
  EXPENSIVE_READS_PER_STORE: "6", // as many as all stores together
};

/** The built server, as a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first answer with status 200. */
  readonly firstAnswerMs: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  environment: Record<string, string>;
  /** The path that is asked until it answers; default `/readyz`. */
  path?: string;
  headers?: Record<string, string>;
  /** A module that Node loads before the server. */
  preload?: string;
}

const POLL_MS = 5;
const START_MS = 60_000;

/** Starts `node dist/cli/hanout.js serve` with its log in a file, and waits for its first answer. Throws when it ends. */
export async function startServer(
  { folder, onEnd }: { folder: string; onEnd: (cleanup: () => unknown) => void },
  { environment, path = "/readyz", headers = {}, preload }: ServerOptions,
): Promise<Server> {
  const port = await freePort();
  const log = openSync(join(folder, `server-${port}.txt`), "a");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...(preload ? ["--import", preload] : []), HANOUT, "serve"], {
    cwd: folder, // so that the .env of this checkout is not read
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...SETTINGS, PORT: String(port), ...environment },
    stdio: ["ignore", log, log],
  });
  onEnd(() => child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url + path, headers))) {
    if (child.exitCode !== null) throw new Error(`the server ended; its output is in ${folder}`);
    if (performance.now() - startedAt > START_MS) throw new Error("the server does not answer");
    await pause(POLL_MS);
  }
  const firstAnswerMs = performance.now() - startedAt;
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, pid: child.pid ?? 0, firstAnswerMs, stop };
}

async function answers(url: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { headers });
    await body?.cancel();
    return status === 200;
  } catch {
    return false;
  }
}
