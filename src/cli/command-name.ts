import { basename, delimiter, dirname, relative } from "node:path";

/** How to run this program again as it was started, for commands that it prints: `npx hanout`, `node dist/cli/hanout.js`. */
export function commandName(): string {
  const { npm_package_name, npm_command, PATH = "" } = process.env;
  const [, path = ""] = process.argv;
  const isInstalled = basename(path) === "hanout"; // else the file itself, in a clone
  if (!isInstalled) return npm_package_name === "hanout" ? "npm run hanout --" : `node ${relative("", path)}`;
  if (!PATH.split(delimiter).includes(dirname(path))) return relative("", path);
  return npm_command ? "npx hanout" : "hanout"; // npm has added the folder to PATH
}
