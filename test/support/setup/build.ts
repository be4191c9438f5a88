import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const COMPILER = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

/**
 * Compiles the server for the tests that start it as a process: loading its sources takes three times as long. Not into
 * `dist`, which a test of the package builds again meanwhile.
 */
export function setup(): void {
  const incremental = ["--incremental", "--tsBuildInfoFile", "dist-test/.tsbuildinfo"];
  const args = [COMPILER, "-p", "tsconfig.build.json", "--outDir", "dist-test", ...incremental];
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
}
