import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { Agent, type RequestOptions, request } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Json } from "../support/app.ts";
import { hanout, migratedFolder, newSlug, onPostgres, temporaryFolder } from "./hanout.ts";
import { type Served, serve } from "./serve-process.ts";

/** Several workers serve on one port. The primary process starts, replaces and stops them. */

const WORKERS = 3;
/** New connections go to the workers in turn, so that so many reach all of them. */
const CONNECTIONS = 4 * WORKERS;

const start = (environment: Record<string, string> = {}): Promise<Served> =>
  serve({
    ...onPostgres,
    DATA_DIR: temporaryFolder(),
    WEB_CONCURRENCY: String(WORKERS),
    LOG_LEVEL: "warn",
    ...environment,
  });

/** The ids of the processes that the primary process has started. */
const workersOf = ({ child }: Served): string[] => {
  try {
    return execFileSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" })
      .trim()
      .split("\n");
  } catch {
    return []; // there is none
  }
};

interface Keys {
  secret_key: string;
  publishable_key: string;
}

async function newStore(): Promise<Keys> {
  const { out, err } = await hanout(["stores", "create", "--slug", newSlug(), "--name", "Shop", "--json"], onPostgres);
  expect(err).toBe("");
  return JSON.parse(out) as Keys;
}

interface Answer {
  status: number;
  body: Json;
}

/** Sends a request, without `agent` on a connection of its own. */
function ask(url: string, { body, ...options }: RequestOptions & { body?: unknown } = {}): Promise<Answer> {
  const headers = { "content-type": "application/json", ...options.headers };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
    });
    sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A connection that sends nothing by itself; it ends with the test. */
async function connectTo({ url }: Served): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  return socket;
}

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));
const storefront = ({ url }: Served, path: string) => `${url}/api/v1/storefront${path}`;
const shopper = ({ publishable_key }: Keys) => ({ "x-api-key": publishable_key });

/** Runs an operation as the merchant. */
async function operate({ url }: Served, { secret_key }: Keys, operation: string, body: unknown) {
  const headers = { authorization: `Bearer ${secret_key}` };
  const answer = await ask(`${url}/api/v1/admin/${operation}`, { method: "POST", headers, body });
  expect([operation, answer.status, answer.body]).toEqual([operation, 200, expect.anything()]);
  return answer.body;
}

test("workers show what another of them has changed", async () => {
  const served = await start();
  const keys = await newStore();
  expect(workersOf(served)).toHaveLength(WORKERS);
  const name = async () => (await ask(storefront(served, "/store"), { headers: shopper(keys) })).body.name;
  for (const wanted of ["One", "Two", "Three"]) {
    await operate(served, keys, "store_update", { name: wanted });
    await expect.poll(async () => new Set(await times(CONNECTIONS, name))).toEqual(new Set([wanted]));
  }
  expect(await served.stop("SIGTERM")).toBe(0);
});

test("a worker that is killed is replaced, and the others serve meanwhile", async () => {
  const served = await start();
  const keys = await newStore();
  const [killed] = workersOf(served);
  process.kill(Number(killed), "SIGKILL");
  await expect.poll(served.out).toContain("A worker ended (SIGKILL); another takes its place.");
  const answers = await times(CONNECTIONS, () => ask(storefront(served, "/store"), { headers: shopper(keys) }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await expect.poll(() => workersOf(served), { timeout: 20_000 }).toHaveLength(WORKERS);
  expect(workersOf(served)).not.toContain(killed);
});

test("SIGHUP replaces all workers without a failed request", { timeout: 120_000 }, async () => {
  const served = await start({ KEEP_ALIVE_TIMEOUT_SECONDS: "1", REQUEST_TIMEOUT_SECONDS: "1" });
  const keys = await newStore();
  const before = workersOf(served);
  for (const part of ["", "GET / HT"]) for (let i = 0; i < WORKERS; i++) (await connectTo(served)).write(part);
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  let isOver = false;
  const statuses: number[] = [];
  const client = async (agent: Agent | false) => {
    while (!isOver) {
      const { status } = await ask(storefront(served, "/store"), { agent, headers: shopper(keys) });
      statuses.push(status);
    }
  };
  const clients = [...agents, false as const].map(client);
  served.child.kill("SIGHUP");
  await expect.poll(served.out, { timeout: 30_000 }).toContain("All workers are replaced.");
  await expect.poll(() => workersOf(served).filter((id) => before.includes(id)), { timeout: 30_000 }).toEqual([]);
  isOver = true;
  await Promise.all(clients);
  for (const agent of agents) agent.destroy();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(workersOf(served)).toHaveLength(WORKERS);
});

test("SIGTERM while workers are replaced ends all", async () => {
  const served = await start();
  served.child.kill("SIGHUP");
  await expect.poll(() => workersOf(served).length, { interval: 2 }).toBeGreaterThan(WORKERS);
  expect(await served.stop("SIGTERM")).toBe(0);
});

test("a worker that is killed during a replacement leaves one worker in each place", async () => {
  const served = await start();
  const [killed, ...others] = workersOf(served);
  served.child.kill("SIGHUP");
  await expect.poll(() => workersOf(served).length, { interval: 2 }).toBeGreaterThan(WORKERS);
  process.kill(Number(killed), "SIGKILL");
  await expect.poll(served.out, { timeout: 30_000 }).toContain("All workers are replaced.");
  await expect.poll(() => workersOf(served).filter((id) => others.includes(id)), { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => workersOf(served), { timeout: 30_000 }).toHaveLength(WORKERS);
});

test("connections above the limit of all workers are closed", async () => {
  const served = await start({ MAX_CONNECTIONS: String(WORKERS) });
  const open = await Promise.all(Array.from({ length: WORKERS }, () => connectTo(served)));
  const further = await connectTo(served);
  await once(further.resume(), "close");
  expect(open.map(({ destroyed }) => destroyed)).toEqual(open.map(() => false));
});

test("the limits of requests and sign-ins count for all workers together", async () => {
  const limits = { RATE_LIMIT_PER_KEY: "30", RATE_LIMIT_WINDOW_SECONDS: "60", RATE_LIMIT_SIGN_INS_PER_EMAIL: "6" };
  const served = await start(limits);
  const statuses = async (count: number, send: () => Promise<Answer>) => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push((await send()).status); // one after the other: to the workers in turn
    return all;
  };
  const [keys, others] = [await newStore(), await newStore()];
  const read = await statuses(45, () => ask(storefront(served, "/store"), { headers: shopper(keys) }));
  expect([read.filter((status) => status === 200).length, read.at(-1)]).toEqual([30, 429]);
  const body = { email: "me@example.dz", password: "a wrong password" };
  const path = storefront(served, "/auth/login");
  const signIns = await statuses(12, () => ask(path, { method: "POST", headers: shopper(others), body }));
  expect([signIns.filter((status) => status === 401).length, signIns.at(-1)]).toEqual([6, 429]);
});

test("a server that cannot start says so once", async () => {
  const served = await start();
  const second = start({ PORT: new URL(served.url).port });
  await expect(second).rejects.toThrow(/^hanout: Port \d+ is already in use\..*\n$/);
});

test("one process serves the embedded database, and says so", async () => {
  const served = await serve({ DATA_DIR: migratedFolder(), DEMO: "never", WEB_CONCURRENCY: "2" });
  expect(served.out()).toContain("the embedded database is used by one process, so WEB_CONCURRENCY has no effect");
  expect(workersOf(served)).toEqual([]);
});
