import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Builds the server for the tests that start it as a process: loading its sources takes ten times as long. Not into
 * `dist`, which a test of the package builds again meanwhile. Builds the client, too, which is installed from what is built.
 */
export function setup(): void {
  execFileSync(process.execPath, ["bin/build.js", "dist-test"], { cwd: ROOT, stdio: "inherit" });
  execFileSync("npm", ["run", "build", "--workspace", "@hanout/client"], { cwd: ROOT, stdio: "inherit" });
}
