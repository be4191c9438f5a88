import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FaultContext, Server, ServerOptions } from "./fault.ts";

const THIS_RELEASE = fileURLToPath(new URL("../../", import.meta.url));
const START_MS = 120_000;

/** Default settings, but without limits per address and key, because all load comes from one address and few keys. */
const SETTINGS = {
  HOST: "127.0.0.1",
  PORT: "0",
  DEMO: "never",
  LOG_LEVEL: "warn",
  CUSTOMER_TOKEN_KEYS: "a secret of thirty-two characters or more",
  RATE_LIMIT_PER_KEY: "100000000",
  RATE_LIMIT_PER_ADDRESS: "100000000",
  RATE_LIMIT_CODES_PER_ADDRESS: "1000000",
};

/** Runs a command of the built command line, for example `serve`. The process is killed when the row ends. */
export function spawnHanout(
  { folder, onEnd }: Pick<FaultContext, "folder" | "onEnd">,
  args: string[],
  environment: Record<string, string>,
  { openFiles, release = THIS_RELEASE }: ServerOptions = {},
): { child: ChildProcess; out: () => string } {
  const limit = openFiles === undefined ? [] : ["prlimit", `--nofile=${openFiles}:${openFiles}`];
  const [program = "", ...rest] = [...limit, process.execPath, join(release, "dist/cli/hanout.js"), ...args];
  const child = spawn(program, rest, {
    cwd: folder, // so that the .env of this checkout is not read
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...SETTINGS, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => written.push(chunk.toString()));
  return { child, out: () => written.join("") };
}

/** Starts the server with `hanout serve`, and waits until it listens. Throws an error with its output when it exits. */
export async function startServer(
  context: Pick<FaultContext, "folder" | "onEnd">,
  environment: Record<string, string>,
  options: ServerOptions = {},
): Promise<Server> {
  const { child, out } = spawnHanout(context, ["serve"], environment, options);
  const ended = once(child, "close");
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`the server did not start in ${START_MS / 1000} s:\n${out()}`)),
      START_MS,
    );
    child.stdout?.on("data", () => {
      const [, address] = /Storefront API {2}(http:\S+)\/api\/v1\/storefront/.exec(out()) ?? [];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
    ended.then(() => {
      clearTimeout(late);
      reject(new Error(`the server ended before it listened:\n${out()}`));
    }, reject);
  });
  return {
    url,
    pid: child.pid ?? 0,
    out,
    runs: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => child.kill(signal),
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return (await ended)[0] as number | null;
    },
  };
}
