import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with an empty migrated database, which tests copy: to make one takes a hundred times as long. */
    migratedFolder: string;
  }
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Builds the server for the tests that start it as a process: loading its sources takes ten times as long. Not into
 * `dist`, from which a server may run. Builds the client, too, which is installed from what is built.
 */
export function setup(project: TestProject): () => void {
  execFileSync(process.execPath, ["bin/build.js", "dist-test"], { cwd: ROOT, stdio: "inherit" });
  execFileSync("npm", ["run", "build", "--workspace", "@hanout/client"], { cwd: ROOT, stdio: "inherit" });
  const folder = mkdtempSync(join(tmpdir(), "hanout-migrated-"));
  execFileSync(process.execPath, ["dist-test/cli/hanout.js", "migrate"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    stdio: "pipe",
  });
  project.provide("migratedFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
