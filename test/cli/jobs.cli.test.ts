import pg from "pg";
import { expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import type { Json } from "../support/app.ts";
import { hanout, migratedFolder, onPostgres, temporaryFolder } from "./hanout.ts";
import { type Served, serve } from "./serve-process.ts";

/** More than a server has imported when it is stopped at once. */
const MANY = 1500;
const FEW = 501;
const csvOf = (name: string, count: number) =>
  [
    "Handle,Title,Option1 Name,Option1 Value,Variant Price",
    ...Array.from({ length: count }, (_, i) => `${name}-${i},${name} ${i},Title,Default Title,10`),
  ].join("\n");

/** A database that no other process uses. */
async function onOwnPostgres(): Promise<Record<string, string>> {
  const url = new URL(onPostgres.DATABASE_URL);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  url.pathname = `/jobs_${newId().replaceAll("-", "")}`;
  await client.query(`create database ${url.pathname.slice(1)}`);
  await client.end();
  return { DATABASE_URL: url.href, DATA_DIR: temporaryFolder() };
}

/** Leaves an import to the server; returns the id of its job. */
async function leave({ url }: Served, secretKey: string, csv: string): Promise<string> {
  const send = async (args: object): Promise<Json> => {
    const answer = await fetch(`${url}/api/v1/admin/products_import`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
      body: JSON.stringify({ csv, ...args }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { confirm_token } = await send({ dry_run: true });
  return (await send({ confirm_token })).job_id;
}

test.each([
  ["the embedded database", async () => ({ DATA_DIR: migratedFolder() })],
  ["PostgreSQL", onOwnPostgres],
])(
  "hanout jobs lists them, and follows one by its progress: where no server runs, it does that one and no other, on %s",
  {
    timeout: 180_000,
  },
  async (_, open) => {
    const environment = await open();
    const server = await serve({ ...environment, DEMO: "never" });
    const made = await hanout(["stores", "create", "--slug", "pots", "--name", "Pots", "--json"], environment);
    const { secret_key } = JSON.parse(made.out) as { secret_key: string };
    const first = await leave(server, secret_key, csvOf("pot", MANY));
    const second = await leave(server, secret_key, csvOf("mug", FEW));
    const beside = await hanout(["jobs", "--store", "pots"], environment);
    await server.stop("SIGTERM");

    const list = () => hanout(["jobs", "--store", "pots", "--json"], environment).then(({ out }) => JSON.parse(out));
    const left = await list();
    const { code, out, err } = await hanout(["jobs", second, "--store", "pots"], environment);
    const unknown = await hanout(["jobs", "none", "--store", "pots"], environment);

    expect(beside.out).toContain(first);
    expect(left).toMatchObject([
      { id: second, kind: "products_import", state: "waiting", attempts: 0 },
      { id: first, state: "waiting" },
    ]);
    expect([code, out], err).toEqual([0, expect.stringMatching(/^The job is done: .*\bcreated 501\b/)]);
    expect(err).toMatch(/^products_import: [1-9]0 % \([\d,]+ of 501\)$/m);
    expect(await list()).toMatchObject([{ state: "done" }, left[1]]);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("There is no job none")]);
  },
);
