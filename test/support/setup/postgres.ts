import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, postgresBinaries, unprivilegedOwner } from "./postgres-programs.ts";

export interface TestPostgres {
  /** Returns the URL of a database. */
  url(database: string): string;
  createDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a temporary PostgreSQL on a free loopback port: the system's if installed, otherwise the npm package's.
 * `more` contains settings as in postgresql.conf.
 */
export async function startPostgres(more: string[] = []): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "hanout-postgres-"));
  const owner = await unprivilegedOwner(folder);
  const binaries = postgresBinaries(owner);
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
    "full_page_writes=off", // nothing has to survive a crash of the machine
    "max_wal_size=4GB",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    ...more,
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
    createDatabase: async (name) => {
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
