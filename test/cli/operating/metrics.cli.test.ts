import { Agent, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { Json } from "../../support/app.ts";
import { freePort } from "../../support/setup/postgres-programs.ts";
import { hanout, newSlug, onPostgres, temporaryFolder } from "../hanout.ts";
import { type Served, serve } from "../serve-process.ts";

/** What a server tells Prometheus, against what clients have counted themselves. */

const WORKERS = 2;
const CLIENTS = 8;
const ROUNDS = 25;

interface Asked {
  method: "GET" | "POST";
  path: string;
  /** The pattern of its route. */
  route: string;
  body?: object;
}

const PREFIX = "/api/v1/storefront";
const DURATION = "hanout_http_request_duration_seconds";

/** A client that keeps one connection, and counts what it is answered. */
class Client {
  readonly counts = new Map<string, number>();
  bytes = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #served: Served;
  readonly #key: string;

  constructor(served: Served, key: string) {
    this.#served = served;
    this.#key = key;
    onTestFinished(() => this.#agent.destroy());
  }

  async ask({ method, path, route, body }: Asked): Promise<Json> {
    const { status, bytes, text } = await new Promise<{ status: number; bytes: number; text: string }>(
      (resolve, reject) => {
        const headers = { "x-api-key": this.#key, ...(body && { "content-type": "application/json" }) };
        const sent = request(this.#served.url + PREFIX + path, { method, headers, agent: this.#agent }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
          answer.on("end", () => {
            const whole = Buffer.concat(parts);
            resolve({ status: answer.statusCode ?? 0, bytes: whole.length, text: whole.toString() });
          });
        });
        sent.on("error", reject).end(body && JSON.stringify(body));
      },
    );
    const key = `method="${method}",route="${PREFIX}${route}",status="${Math.floor(status / 100)}xx"`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.bytes += bytes;
    return JSON.parse(text);
  }
}

/** Reads, refusals and an order, as often as this. */
async function shop(client: Client, product: string, rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await client.ask({ method: "GET", path: "/store", route: "/store" });
    await client.ask({ method: "GET", path: "/products?limit=5", route: "/products" });
    await client.ask({ method: "GET", path: "/products/none", route: "/products/:slug" });
    const cart = await client.ask({ method: "POST", path: "/cart", route: "/cart", body: {} });
    const item = { product_id: product, quantity: 1 };
    await client.ask({ method: "POST", path: `/cart/${cart.id}/items`, route: "/cart/:cart_id/items", body: item });
    const buyer = { customer_name: "Karim Benali", customer_phone: "0550 12 34 56" };
    await client.ask({ method: "POST", path: "/orders", route: "/orders", body: { cart_id: cart.id, ...buyer } });
  }
}

/** What alerts count: it is told from the start, because a counter that begins with 1 has not increased. */
const FAILURES = [
  'hanout_job_runs_total{kind="deleting_stores",outcome="failed"}',
  'hanout_job_runs_total{kind="webhooks.deliver",outcome="failed"}',
  'hanout_job_runs_total{kind="mail",outcome="failed"}',
  'hanout_webhook_attempts_total{outcome="failed"}',
  'hanout_refusals_total{code="internal_error"}',
  'hanout_queue_refused_total{queue="reads"}',
  'hanout_queue_refused_total{queue="writes"}',
];

type Samples = Map<string, number>;

async function scrape(port: number): Promise<Samples> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

const sumOf = (samples: Samples, name: string): number =>
  [...samples].reduce((sum, [key, value]) => (key === name || key.startsWith(`${name}{`) ? sum + value : sum), 0);

/** The counts of requests of the storefront. */
const requestsIn = (samples: Samples): Map<string, number> =>
  new Map(
    [...samples].flatMap(([key, value]): [string, number][] => {
      const [, labels = ""] = key.match(new RegExp(`^${DURATION}_count\\{(.*)\\}$`)) ?? [];
      return labels.includes(PREFIX) ? [[labels, value]] : [];
    }),
  );

test("metrics of two workers equal what clients count under load, also after the workers were replaced", {
  timeout: 120_000,
}, async () => {
  const port = await freePort();
  const served = await serve({
    ...onPostgres,
    DATA_DIR: temporaryFolder(),
    WEB_CONCURRENCY: String(WORKERS),
    METRICS_PORT: String(port),
    KEEP_ALIVE_TIMEOUT_SECONDS: "1",
    REQUEST_TIMEOUT_SECONDS: "1",
    LOG_LEVEL: "warn",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "shop@example.dz",
  });
  const slug = newSlug();
  const { out } = await hanout(["stores", "create", "--slug", slug, "--name", "Shop", "--json"], onPostgres);
  const { publishable_key, secret_key } = JSON.parse(out) as Record<string, string>;
  const operate = async (name: string, body: object) => {
    const answer = await fetch(`${served.url}/api/v1/admin/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret_key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status, name).toBe(200);
    return (await answer.json()) as Json;
  };
  await operate("shipping_rates_set", { rates: [{ region: "*", method: "home", price: 400 }] });
  const product = await operate("products_save", {
    name: "Lampe",
    price: 100,
    inventory_quantity: 100_000,
    status: "active",
  });
  const load = async (rounds: number) => {
    const clients = Array.from({ length: CLIENTS }, () => new Client(served, publishable_key ?? ""));
    await Promise.all(clients.map((client) => shop(client, product.id, rounds)));
    return clients;
  };
  const countsOf = (clients: Client[]) => {
    const all = new Map<string, number>();
    for (const { counts } of clients) for (const [key, count] of counts) all.set(key, (all.get(key) ?? 0) + count);
    return all;
  };

  const atFirst = await scrape(port);
  for (const failures of FAILURES) expect([failures, atFirst.get(failures)]).toEqual([failures, 0]);

  const first = await load(ROUNDS);
  const orders = CLIENTS * ROUNDS;
  // The last answers are counted a moment after clients have them.
  await expect.poll(async () => requestsIn(await scrape(port)), { timeout: 10_000 }).toEqual(countsOf(first));
  const samples = await scrape(port);
  expect(sumOf(samples, "hanout_orders_placed_total")).toBe(orders);
  expect(samples.get('hanout_refusals_total{code="product_not_found"}')).toBe(orders);
  expect(sumOf(samples, "hanout_cache_hits_total")).toBeGreaterThan(orders);
  expect(sumOf(samples, "hanout_processes")).toBe(WORKERS);
  expect(samples.get(`${DURATION}_bucket{method="GET",route="${PREFIX}/store",status="2xx",le="+Inf"}`)).toBe(orders);
  const ofStore = 2 + 6 * orders; // with the two calls of the merchant
  expect(samples.get(`hanout_store_requests_total{store="${slug}"}`)).toBe(ofStore);

  served.child.kill("SIGHUP");
  await expect.poll(served.out, { timeout: 60_000 }).toContain("All workers are replaced.");
  const second = await load(3);
  await expect
    .poll(async () => requestsIn(await scrape(port)), { timeout: 20_000 })
    .toEqual(countsOf([...first, ...second]));
  expect(sumOf(await scrape(port), "hanout_orders_placed_total")).toBe(orders + 3 * CLIENTS);

  expect((await fetch(`${served.url}/metrics`)).status).toBe(404);
  expect(await served.stop("SIGTERM")).toBe(0);
  const used = await hanout(["stores", "use", "--store", slug, "--json"], onPostgres);
  const days = JSON.parse(used.out) as { day: string; requests: number; orders: number; bytes: number }[];
  const { out: csv } = await hanout(["stores", "use", "--store", slug, "--csv"], onPostgres);
  const lines = days.map(({ day, requests, orders, bytes }) => [slug, day, requests, orders, bytes].join(","));
  expect(csv).toBe(["store,day,requests,orders,bytes", ...lines, ""].join("\n"));
  const { out: table } = await hanout(["stores", "use", "--store", slug], onPostgres);
  for (const { day, requests, orders, bytes } of days)
    expect(table).toMatch(new RegExp([slug, day, requests, orders, bytes].join(" +│ ")));
  const sum = (of: "requests" | "orders" | "bytes") => days.reduce((all, day) => all + day[of], 0);
  const bytes = [...first, ...second].reduce((all, client) => all + client.bytes, 0);
  expect([sum("requests"), sum("orders")]).toEqual([ofStore + 3 * 6 * CLIENTS, orders + 3 * CLIENTS]);
  expect(sum("bytes")).toBeGreaterThan(bytes); // and the answers to the merchant
  expect(sum("bytes")).toBeLessThan(bytes + 10_000);
});

test("METRICS_PORT is not the public port", async () => {
  const { code, err } = await hanout(["serve"], { ...onPostgres, PORT: "9464", METRICS_PORT: "9464" });
  expect([code, err]).toEqual([1, expect.stringContaining("METRICS_PORT must not be PORT")]);
});

test("a server whose workers cannot start ends, although it had begun to tell metrics", async () => {
  const { code, err } = await hanout(["serve"], {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: `postgres://hanout@127.0.0.1:${await freePort()}/none`,
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    WEB_CONCURRENCY: "2",
  });

  expect([code, err]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
});
