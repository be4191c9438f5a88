import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../../test/support/setup/postgres-programs.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../../fault.ts";
import { isServed } from "../../load.ts";
import { listens, requireProgram } from "../../programs.ts";
import { conclude, seedOne, startShoppers } from "../../scene.ts";
import { counted, seconds } from "../criteria.ts";

const ROUNDS = 2;

export const rollingRestart: Fault = {
  name: "rolling-restart",
  about: "Two servers behind nginx are restarted (SIGTERM) one after the other under load, twice.",
  databases: ["postgres", "citus"],
  quick: false,
  run: async (context) => {
    const nginx = requireProgram("nginx", "apt-get install nginx");
    const database = await context.newDatabase();
    const store = await seedOne(database);
    const ports = [await freePort(), await freePort()];
    const environmentAt = (port: number) => ({ ...database.environment, PORT: String(port), TRUST_PROXY: "127.0.0.1" });
    const start = (port: number) => context.startServer(environmentAt(port));
    const servers = await Promise.all(ports.map(start));
    const root = await startNginx(context, nginx, ports);
    const shoppers = startShoppers(context, root, store);
    let longestStop = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, port] of ports.entries()) {
        await pause(1500);
        const at = performance.now();
        await servers[index]?.stop("SIGTERM");
        longestStop = Math.max(longestStop, performance.now() - at);
        servers[index] = await start(port);
        context.say(`server ${index + 1} restarted`);
      }
    }
    await pause(1500);
    const concluded = await conclude(shoppers, database, store);
    // A stopping server reports it only to health checks, so no request of a client may fail.
    const failed = shoppers.answers().filter((answer) => !isServed(answer));
    return {
      ...concluded,
      measured: `${ROUNDS * ports.length} restarts, the longest stop ${seconds(longestStop)}; failed requests: ${counted(failed)}`,
      failures: unmetCriteria([[failed.length === 0, `no request fails, not ${counted(failed)}`]]),
    };
  },
};

/** Starts nginx in front of the servers, as docs/reliability.md recommends; resolves with its URL. */
async function startNginx({ folder, onEnd }: FaultContext, program: string, ports: number[]): Promise<string> {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    file,
    `
    ${userInfo().uid === 0 ? "user root;" : ""}
    daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/nginx.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/nginx-${name};`).join("\n")}
      upstream hanout {
        ${ports.map((server) => `server 127.0.0.1:${server} max_fails=0;`).join("\n")}
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://hanout;
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_connect_timeout 1s;
          proxy_next_upstream error timeout;
        }
      }
    }`,
  );
  execFileSync(program, ["-t", "-q", "-c", file, "-e", `${folder}/nginx.log`], { stdio: "pipe" });
  const child = spawn(program, ["-c", file, "-e", `${folder}/nginx.log`], { stdio: "ignore" });
  onEnd(() => child.kill("SIGTERM"));
  await listens(port);
  return `http://127.0.0.1:${port}`;
}
