import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const FOLDER = new URL("../../mcp/peers/programs/", import.meta.url);

/** Installs the MCP clients for the tests of the tool endpoint, unless the required versions are installed. */
export function setup(): void {
  if (!isInstalled()) execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: "inherit" });
}

/** The list of installed packages that npm writes: the lock file without the root package. */
function isInstalled(): boolean {
  const noted = new URL("node_modules/.package-lock.json", FOLDER);
  if (!existsSync(noted)) return false;
  const { "": _itself, ...wanted } = packagesOf(new URL("package-lock.json", FOLDER));
  return isDeepStrictEqual(packagesOf(noted), wanted);
}

const packagesOf = (file: URL): Record<string, unknown> => JSON.parse(readFileSync(file, "utf8")).packages;
