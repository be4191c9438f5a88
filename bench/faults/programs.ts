import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { FaultSkipped } from "./fault.ts";

/** Servers' programs are in folders that not everybody's PATH has. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** Where a program is. Throws NotRun, with how to install it, when it is nowhere. */
export function requireProgram(name: string, install: string): string {
  const found = FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!found) throw new FaultSkipped(`${name} is not installed; on Debian: ${install}`);
  return found;
}

/** The first of these files that is there. Throws NotRun, with how to install it. */
export function requireFile(files: string[], name: string, install: string): string {
  const found = files.find((file) => existsSync(file));
  if (!found) throw new FaultSkipped(`${name} is not installed; on Debian: ${install}`);
  return found;
}
