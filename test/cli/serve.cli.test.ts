import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { hanout, migratedFolder, temporaryFolder } from "./hanout.ts";
import { type Served, serve } from "./serve-process.ts";

/** What stands behind the # of the link that signs in as the demo's owner. */
const linkOf = ({ out }: Served): string | undefined => /\/console\/sign-in#(\S+)/.exec(out())?.[1];

const signInBy = ({ url }: Served, link: string | undefined): Promise<Response> =>
  fetch(`${url}/api/v1/console/sign-in/link`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hanout-console": "1", origin: url },
    body: JSON.stringify({ link }),
  });

/** The slugs of the stores of who has signed in. */
async function storesOf({ url }: Served, entered: Response): Promise<string[]> {
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
  const reply = await fetch(`${url}/api/v1/console/me`, { headers: { cookie, "x-hanout-console": "1" } });
  const { stores } = (await reply.json()) as { stores: { slug: string }[] };
  return stores.map(({ slug }) => slug).sort();
}

describe("hanout serve", () => {
  test("starts with two demo stores, prints a curl line and a link that work, and keeps its data for the next start", {
    timeout: 180_000,
  }, async () => {
    const DATA_DIR = temporaryFolder();
    const first = await serve({ DATA_DIR });
    await expect.poll(() => first.out()).toContain("curl");
    const [, key = "", address = ""] = /curl -H "x-api-key: (\S+)" "(\S+)"/.exec(first.out()) ?? [];

    const answer = await fetch(address, { headers: { "x-api-key": key } });
    const { data } = (await answer.json()) as { data: object[] };
    const former = linkOf(first);
    expect(former).toMatch(/^[\w-]{43}$/);
    const stopped = await first.stop("SIGTERM");

    expect([answer.status, data.length, stopped]).toEqual([200, 3, 0]);
    const demo = JSON.parse(readFileSync(join(DATA_DIR, "demo.json"), "utf8"));
    expect(demo).toMatchObject({
      url: first.url,
      stores: [{ slug: "dar-el-bahdja", publishable_key: key }, { slug: "atelier-nord" }],
    });

    const second = await serve({ DATA_DIR });
    const again = await fetch(`${second.url}/api/v1/storefront/store`, { headers: { "x-api-key": key } });
    expect(again.status).toBe(200);
    expect(second.out()).not.toContain("Loading");
    expect(JSON.parse(readFileSync(join(DATA_DIR, "demo.json"), "utf8"))).toEqual({ ...demo, url: second.url });

    const link = linkOf(second);
    const signIns = [await signInBy(second, former), await signInBy(second, link), await signInBy(second, link)];
    expect(signIns.map(({ status }) => status)).toEqual([404, 200, 404]);
    expect(await storesOf(second, signIns[1] as Response)).toEqual(["atelier-nord", "dar-el-bahdja"]);

    const meanwhile = await hanout(["serve"], { DATA_DIR, PORT: "0" });
    expect([meanwhile.code, meanwhile.err]).toEqual([
      1,
      expect.stringContaining("is in use by another Hanout process, and the embedded database accepts one"),
    ]);
    expect(await second.stop("SIGINT")).toBe(0);

    const production = { NODE_ENV: "production", ALLOW_EMBEDDED_DATABASE: "true", CUSTOMER_TOKEN_KEYS: "x".repeat(32) };
    const third = await serve({ DATA_DIR, ...production });
    expect(third.out()).not.toMatch(/[sp]k_/);
    expect(third.out()).not.toContain("There is no store yet");
    expect(linkOf(third)).toBeUndefined();
    const page = await (await fetch(`${third.url}/docs/`)).text();
    expect(page).toContain(`"value": "${key}"`);
    await third.stop("SIGTERM");
  });

  test("says how to create a store where there is none, and offers no key", async () => {
    const server = await serve({ DATA_DIR: migratedFolder(), DEMO: "never" });

    expect(server.out()).toMatch(/There is no store yet\. Create one:\n {2}node \S+hanout\.js stores create/);
    expect(server.out()).not.toContain("curl");
    expect(await (await fetch(`${server.url}/docs/`)).text()).toContain('"value": ""');
    await server.stop("SIGTERM");
  });

  test("logs store, route, status and time of each request, and nothing of its content", async () => {
    const DATA_DIR = migratedFolder();
    await hanout(["stores", "create", "--slug", "mine", "--name", "Mine"], { DATA_DIR });
    const { out } = await hanout(["keys", "create", "--store", "mine", "--json"], { DATA_DIR });
    const { key } = JSON.parse(out) as { key: string };
    const server = await serve({ DATA_DIR });

    await fetch(`${server.url}/api/v1/storefront/search?q=0550123456%20me@example.dz`, {
      headers: { "x-api-key": key, authorization: "Bearer very.secret.token", "x-request-id": "the-one" },
    });
    await fetch(`${server.url}/api/v1/storefront/products?min_price=x`, { headers: { "x-api-key": key } });
    await server.stop("SIGTERM");

    const lines = server
      .out()
      .split("\n")
      .filter((line) => line.startsWith('{"level"'))
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ msg }) => msg === "request")).toEqual([
      expect.objectContaining({
        reqId: "the-one",
        store: "mine",
        method: "GET",
        route: "/api/v1/storefront/search",
        status: 200,
        ms: expect.any(Number),
      }),
      expect.objectContaining({ store: "mine", route: "/api/v1/storefront/products", status: 400 }),
    ]);
    for (const secret of [key, "very.secret.token", "0550123456", "me@example.dz"])
      expect(server.out()).not.toContain(secret);
  });

  test("runs on PostgreSQL, without the demo", async () => {
    const server = await serve({ DATABASE_URL: inject("postgresUrl"), DATA_DIR: temporaryFolder() });

    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.out()).toContain("Database        PostgreSQL");
    expect(server.out()).not.toContain("Loading");
    expect(await server.stop("SIGTERM")).toBe(0);
  });

  test("exits with one sentence when it cannot start", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const DATA_DIR = join(temporaryFolder(), "data");

    const onTakenPort = await hanout(["serve"], { DATA_DIR, PORT: port });
    taken.close();
    expect(existsSync(DATA_DIR)).toBe(false);
    const withBadSetting = await hanout(["serve"], { DATA_DIR, PORT: "http" });
    const withoutDatabase = await hanout(["serve"], { DATA_DIR, DATABASE_URL: "postgres://me:hush@127.0.0.1:1/none" });
    const withoutDatabaseOfThatName = await hanout(["serve"], {
      DATA_DIR,
      DATABASE_URL: inject("postgresUrl").replace(/\w+$/, "nowhere"),
    });
    const inProduction = await hanout(["serve"], { DATA_DIR, NODE_ENV: "production" });

    const runs = { onTakenPort, withBadSetting, withoutDatabase, withoutDatabaseOfThatName, inProduction };
    expect(Object.fromEntries(Object.entries(runs).map(([name, { code }]) => [name, code]))).toEqual({
      onTakenPort: 1,
      withBadSetting: 1,
      withoutDatabase: 1,
      withoutDatabaseOfThatName: 1,
      inProduction: 1,
    });
    expect(onTakenPort.err.trim()).toBe(
      `hanout: Port ${port} is already in use. Stop the program that uses it, or set PORT to a free port.`,
    );
    expect(withBadSetting.err.trim()).toBe(
      "hanout: The setting PORT is not valid: it must be integer. See docs/configuration.md.",
    );
    expect(withoutDatabase.err).toMatch(
      /^hanout: The database at postgres:\/\/me@127\.0\.0\.1:1\/none cannot be used: .*\n$/,
    );
    expect(withoutDatabaseOfThatName.err).toMatch(
      /^hanout: The database at .* cannot be used: database "nowhere" does not exist\.\n$/,
    );
    expect(inProduction.err).toMatch(/^hanout: In production DATABASE_URL must name a PostgreSQL server; .*\n$/);
  });
});
