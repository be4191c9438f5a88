import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What the command lines of the benches have in common. */

/** The repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Shows progress on standard error. */
export const say = (line: string): void => console.error(line);

/** Returns those whose names `--only` lists, comma-separated. Throws for an unknown name. */
export function chooseNamed<T extends { name: string }>(all: T[], only: string): T[] {
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) throw new Error(`there is no "${unknown}"; --list shows what there is`);
  return all.filter(({ name }) => names.includes(name));
}

/** Builds the server, because the build that is shipped is measured. */
export const buildServer = (): void =>
  void execFileSync(process.execPath, ["bin/build.js"], { cwd: ROOT, stdio: "inherit" });
