import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ENTRY = fileURLToPath(new URL("../../src/cli/hanout.ts", import.meta.url));

export interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command line as a process of its own, in an environment of its own. */
export function hanout(args: string[], environment: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, ["--import", "tsx", ENTRY, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "warn", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const run: Run = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    run.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    run.err += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...run, code })));
}

/** A new folder below the system's temporary one. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "hanout-test-"));
