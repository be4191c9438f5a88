import { spawn } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject } from "vitest";
import { newId } from "../../src/core/ids.ts";

/** `test/support/setup/build.ts` builds it. */
export const ENTRY = fileURLToPath(new URL("../../dist-test/cli/hanout.js", import.meta.url));

export interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** For Node, in a process that ends soon: the embedded database's WebAssembly is compiled once, not optimised, for a third less work. */
export const SOON_OVER = "--liftoff-only";

/** Starts the command line in a new process with this environment. */
export const spawnHanout = (args: string[], environment: Record<string, string> = {}) =>
  spawn(process.execPath, [SOON_OVER, ENTRY, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "warn", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Runs the command line to its end. */
export function hanout(args: string[], environment: Record<string, string> = {}): Promise<Run> {
  const child = spawnHanout(args, environment);
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

/** A new data folder with an empty embedded database, or `folder` as one. */
export function migratedFolder(folder = temporaryFolder()): string {
  cpSync(inject("migratedFolder"), folder, { recursive: true });
  return folder;
}

/** Settings for a command on the PostgreSQL of the tests. */
export const onPostgres = { DATABASE_URL: inject("postgresUrl") };
export const newSlug = () => `cli-${newId()}`;

/** Creates a store by `hanout stores create`; returns its slug. */
export async function newStore(slug = newSlug(), environment: Record<string, string> = onPostgres): Promise<string> {
  const { code, err } = await hanout(
    ["stores", "create", "--slug", slug, "--name", "Made for a test", "--currency", "EUR"],
    environment,
  );
  expect([code, err]).toEqual([0, ""]);
  return slug;
}
