import { spawn } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../../src/app.ts";
import { freePort, unprivilegedOwner } from "../../../test/support/setup/postgres-programs.ts";
import { queryAt } from "../../harness/database.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../fault.ts";
import { isServed, slowest, startLoad } from "../load.ts";
import { listens, requireProgram } from "../programs.ts";
import { conclude, seedOne, startShoppers } from "../scene.ts";
import { type SeededStore, startOrders } from "../stores-and-orders.ts";
import { counted, seconds } from "./criteria.ts";

const RUN_MS = 10_000;

export const pgbouncer: Fault = {
  name: "pgbouncer",
  about:
    "Two servers share six connections for transactions and six for reads of a PgBouncer in transaction mode, with DATABASE_PREPARED=false: reads, searches, orders, sign-ups and tools.",
  databases: ["postgres", "citus"],
  quick: false,
  run: async (context) => {
    const program = requireProgram("pgbouncer", "apt-get install pgbouncer");
    const database = await context.newDatabase();
    const store = await seedOne(database);
    const port = await startPgBouncer(context, program, database.postgres!.port);
    await createLogins(database.postgres!);
    const environment = {
      DATABASE_URL: `postgres://hanout_web@127.0.0.1:${port}/hanout`,
      DATABASE_READ_URL: `postgres://hanout_web_reader@127.0.0.1:${port}/hanout`,
      DATABASE_MIGRATION_URL: database.postgres!.url("hanout"),
      DATABASE_PREPARED: "false",
    };
    const server = await context.startServer(environment);
    const other = await context.startServer(environment);
    const shoppers = startShoppers(context, server.url, store);
    const elsewhere = startOrders(context, { api: other.url + STOREFRONT, store, clients: 4, pauseMs: 20 });
    const people = startLoad(context, { clients: 2, next: signUp(other.url + STOREFRONT, store), pauseMs: 100 });
    const tools = startLoad(context, { clients: 2, next: callTool(other.url, store), pauseMs: 50 });
    await pause(RUN_MS);
    const readiness = shoppers.ready.answers;
    await Promise.all([elsewhere, people, tools].map((load) => load.stop()));
    shoppers.orders.acknowledged.push(...elsewhere.acknowledged);
    const concluded = await conclude(shoppers, database, store);
    const all = [...shoppers.answers(), ...readiness, ...elsewhere.answers, ...people.answers, ...tools.answers];
    const failed = all.filter((answer) => !isServed(answer));
    const refusedTools = tools.answers.filter(
      ({ text }) => !text.includes('"isError":false') && text.includes("isError"),
    );
    return {
      ...concluded,
      measured: `${all.length} requests, slowest ${seconds(slowest(all))}; sign-ups ${counted(people.answers)}; tools ${counted(tools.answers)}; failed requests: ${counted(failed)}`,
      failures: unmetCriteria([
        [failed.length === 0, `no request fails, not ${counted(failed)}: ${failed[0]?.text ?? ""}`],
        [refusedTools.length === 0, `no tool fails: ${refusedTools[0]?.text ?? ""}`],
        [people.answers.some(isServed) && tools.answers.some(isServed), "people sign up and tools work"],
      ]),
    };
  },
};

/** A login for each role that the server works as, like docs/configuration.md says. */
const createLogins = ({ url }: Postgres) =>
  queryAt(
    url("hanout"),
    `create role hanout_web login in role hanout_app;
    alter role hanout_web set role = 'hanout_app';
    create role hanout_web_reader login in role hanout_app, hanout_reader;
    alter role hanout_web_reader set role = 'hanout_reader';`,
  );

async function startPgBouncer({ folder, onEnd }: FaultContext, program: string, postgres: number): Promise<number> {
  const port = await freePort();
  const own = join(folder, "pgbouncer");
  mkdirSync(own);
  const owner = await unprivilegedOwner(own); // PgBouncer refuses to run as root
  const files = { ini: join(own, "pgbouncer.ini"), users: join(own, "users.txt") };
  writeFileSync(files.users, '"hanout_web" ""\n"hanout_web_reader" ""\n');
  writeFileSync(
    files.ini,
    `[databases]
hanout = host=127.0.0.1 port=${postgres} dbname=hanout
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${files.users}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
logfile = ${join(own, "pgbouncer.log")}
`,
  );
  if (owner) for (const file of Object.values(files)) chownSync(file, owner.uid, owner.gid);
  const child = spawn(program, [files.ini], { ...owner, cwd: own, stdio: "ignore" });
  onEnd(() => child.kill("SIGKILL"));
  await listens(port);
  return port;
}

const signUp =
  (api: string, { publishable_key }: SeededStore) =>
  (n: number) => ({
    url: `${api}/auth/signup`,
    method: "POST" as const,
    headers: { "x-api-key": publishable_key },
    body: { email: `client-${n}@example.dz`, password: "a long password", full_name: "Client" },
  });

const callTool =
  (root: string, { secret_key }: SeededStore) =>
  (n: number) => ({
    url: `${root}/api/v1/mcp`,
    method: "POST" as const,
    headers: { authorization: `Bearer ${secret_key}`, accept: "application/json, text/event-stream" },
    body: {
      jsonrpc: "2.0",
      id: n,
      method: "tools/call",
      params: n % 2 ? { name: "orders_search", arguments: { limit: 5 } } : { name: "store_get", arguments: {} },
    },
  });
