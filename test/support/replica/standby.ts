import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, postgresBinaries, unprivilegedOwner } from "../setup/postgres-programs.ts";

export interface Standby {
  port: number;
  /** Returns the URL of a database. */
  url(database: string): string;
  /** Ends all its processes at once, without a checkpoint. */
  kill(): Promise<void>;
  /** Starts it again, and waits until it can be read. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Copies the PostgreSQL of this address, and starts the copy as its streaming standby on a free loopback port. */
export async function startStandby(primary: string, more: string[] = []): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), "hanout-standby-"));
  const owner = await unprivilegedOwner(folder);
  const as = { ...owner, cwd: folder };
  const programs = postgresBinaries(owner);
  const data = join(folder, "data");
  const port = await freePort();
  const copying = ["-d", primary, "-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
  execFileSync(join(programs, "pg_basebackup"), copying, { ...as, stdio: "pipe" });

  const settings = ["fsync=off", "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, ...more];
  const args = ["-D", data, "-p", String(port), ...["max_connections=200", ...settings].flatMap((one) => ["-c", one])];
  const launch = () => spawn(join(programs, "postgres"), args, { ...as, stdio: ["ignore", "ignore", "pipe"] });
  let server: ReturnType<typeof launch> | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null) return;
    server.kill(signal);
    await once(server, "exit");
  };
  const start = async () => {
    server = launch();
    await untilReadable(server.stderr);
  };
  await start();
  return {
    port,
    url: (database) => `postgres://hanout@127.0.0.1:${port}/${database}`,
    kill: () => end("SIGQUIT"), // immediate shutdown
    start,
    stop: async () => {
      await end("SIGINT"); // fast shutdown
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function untilReadable(log: NodeJS.ReadableStream): Promise<void> {
  let text = "";
  return new Promise((resolve, reject) => {
    log.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("database system is ready to accept read-only connections")) resolve();
    });
    log.on("end", () => reject(new Error(`the standby did not start:\n${text}`)));
  });
}
