import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/support/setup/postgres-programs.ts";
import type { Place } from "./place.ts";
import { timeUntil } from "./wait.ts";

const THIS_RELEASE = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = "dist/cli/hanout.js";

/** The built command line. */
export const HANOUT = join(THIS_RELEASE, PROGRAM);

/**
 * Default settings, but without limits per address and key, because all load comes from one address and few keys. The
 * limits are counted as ever.
 */
const SETTINGS = {
  HOST: "127.0.0.1",
  DEMO: "never",
  CUSTOMER_TOKEN_KEYS: "a secret of thirty-two characters or more",
  RATE_LIMIT_PER_KEY: "100000000",
  RATE_LIMIT_PER_ADDRESS: "100000000",
  RATE_LIMIT_CODES_PER_ADDRESS: "1000000",
};

/** The settings of a server that keeps no answers. */
export const WITHOUT_CACHE = { CACHE_BYTES: "0" };

/** The built server, as a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first answer with status 200. */
  readonly firstAnswerMs: number;
  /** Returns the output up to now, of both streams. */
  out(): string;
  /** Whether the process still runs. */
  runs(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM or another signal; resolves with the exit code when the process ended (null: ended by a signal). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProcessOptions {
  environment?: Record<string, string>;
  /** A module that Node loads before the server. */
  preload?: string;
  /** The limit of open files. */
  openFiles?: number;
  /** The folder of another release; default: this checkout. */
  release?: string;
}

export interface ServerOptions extends ProcessOptions {
  /** The path that is asked until it answers; default `/readyz`. */
  path?: string;
  headers?: Record<string, string>;
}

let spawned = 0;

/** Runs a command of the built command line, for example `serve`, with its output in a file. It is killed at the end. */
export function spawnHanout(
  { folder, onEnd }: Place,
  args: string[],
  { environment, preload, openFiles, release = THIS_RELEASE }: ProcessOptions,
) {
  const limit = openFiles === undefined ? [] : ["prlimit", `--nofile=${openFiles}:${openFiles}`];
  const node = [process.execPath, ...(preload ? ["--import", preload] : []), join(release, PROGRAM)];
  const [program = "", ...rest] = [...limit, ...node, ...args];
  const file = join(folder, `hanout-${++spawned}.txt`);
  const output = openSync(file, "a");
  const child = spawn(program, rest, {
    cwd: folder, // so that the .env of this checkout is not read
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...SETTINGS, ...environment },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  onEnd(() => child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { child, ended, out: () => readFileSync(file, "utf8") };
}

const POLL_MS = 5;
const START_MS = 120_000;

/** Starts `hanout serve` on a free port or on PORT, and waits for its first answer. Throws with its output when it ends. */
export async function startServer(
  place: Place,
  { path = "/readyz", headers = {}, ...options }: ServerOptions,
): Promise<Server> {
  const PORT = options.environment?.PORT ?? String(await freePort());
  const startedAt = performance.now();
  const { child, ended, out } = spawnHanout(place, ["serve"], {
    ...options,
    environment: { ...options.environment, PORT },
  });
  const runs = () => child.exitCode === null && child.signalCode === null;
  const url = `http://127.0.0.1:${PORT}`;
  const answers = async () => !runs() || (await isServed(url + path, headers));
  const isInTime = (await timeUntil(answers, START_MS, POLL_MS)) !== undefined;
  if (!runs()) throw new Error(`the server ended before it listened:\n${out()}`);
  if (!isInTime) throw new Error(`the server did not answer in ${START_MS / 1000} s:\n${out()}`);
  return {
    url,
    pid: child.pid ?? 0,
    firstAnswerMs: performance.now() - startedAt,
    out,
    runs,
    signal: (signal) => child.kill(signal),
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

async function isServed(url: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { headers });
    await body?.cancel();
    return status === 200;
  } catch {
    return false;
  }
}
