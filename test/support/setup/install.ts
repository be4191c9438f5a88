import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

/** Installs the packages of a folder's lock file, unless these versions are installed. Needs access to npm's registry once. */
export function installOnce(folder: URL): void {
  if (!isInstalled(folder)) execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
}

/** The list of installed packages that npm writes: the lock file without the root package. */
function isInstalled(folder: URL): boolean {
  const noted = new URL("node_modules/.package-lock.json", folder);
  if (!existsSync(noted)) return false;
  const { "": _itself, ...wanted } = packagesOf(new URL("package-lock.json", folder));
  return isDeepStrictEqual(packagesOf(noted), wanted);
}

const packagesOf = (file: URL): Record<string, unknown> => JSON.parse(readFileSync(file, "utf8")).packages;
