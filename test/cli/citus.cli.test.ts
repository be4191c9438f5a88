import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { hanout, onPostgres } from "./hanout.ts";

async function connect(url = inject("postgresUrl")): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** The settings for a new database without migrations. */
async function onEmptyDatabase(): Promise<{ DATABASE_URL: string }> {
  const name = `citus_${newId().replaceAll("-", "")}`;
  await (await connect()).query(`create database ${name}`);
  return { DATABASE_URL: inject("postgresUrl").replace(/\w+$/, name) };
}

describe("hanout citus", () => {
  test("prints SQL that is the same twice and refuses a server without Citus before it changes anything", async () => {
    const { code, out, err } = await hanout(["citus"], onPostgres);
    const again = await hanout(["citus"], onPostgres);

    expect([code, err]).toEqual([0, ""]);
    expect(again.out).toBe(out);
    expect(out).toMatch(/^\\set ON_ERROR_STOP on$/m);
    const client = await connect();
    await expect(client.query(out.replace("\\set ON_ERROR_STOP on", ""))).rejects.toThrow(
      "the extension citus is not installed in this database",
    );
    const { rows } = await client.query("select rolcanlogin from pg_roles where rolname = 'hanout_app'");
    expect(rows).toEqual([{ rolcanlogin: false }]);
  });

  test("prints the kind of each table as JSON", async () => {
    const { out } = await hanout(["citus", "--json"], onPostgres);

    const { sql, tables } = JSON.parse(out) as { sql: string; tables: { name: string; kind: string }[] };
    expect(sql).toContain("create_distributed_table('public.orders'");
    expect(tables).toEqual(
      expect.arrayContaining([
        { name: "sites", kind: "reference" },
        { name: "orders", kind: "distributed" },
        { name: "changes", kind: "local" },
      ]),
    );
  });

  test("contains no password", async () => {
    const url = new URL(inject("postgresUrl"));
    url.password = "a-secret-of-this-test";

    const { code, out } = await hanout(["citus"], { DATABASE_URL: url.href });

    expect(code).toBe(0);
    expect(out).not.toContain("a-secret-of-this-test");
  });

  test("refuses a database that is not migrated", async () => {
    const { code, err } = await hanout(["citus"], await onEmptyDatabase());

    expect(code).toBe(1);
    expect(err).toBe('hanout: Migrations are pending. Run "hanout migrate" first.\n');
  });

  test.each([[["citus"]], [["citus", "--check"]]])("%j refuses the embedded database", async (command) => {
    const { code, err } = await hanout(command, { DATABASE_URL: "" });

    expect(code).toBe(1);
    expect(err).toContain("Citus needs PostgreSQL; this is the embedded database.");
  });
});

describe("hanout citus --check", () => {
  test("says of a plain PostgreSQL that the extension is not installed", async () => {
    const { code, out } = await hanout(["citus", "--check"], onPostgres);

    expect(code).toBe(1);
    expect(out).toMatch(/^DATABASE_URL: the extension citus is not installed in this database\..*\n$/);
  });

  test("says first that migrations are pending", async () => {
    const settings = await onEmptyDatabase();

    const empty = await hanout(["citus", "--check"], settings);
    await hanout(["migrate"], settings);
    const client = await connect(settings.DATABASE_URL);
    await client.query("delete from schema_version where version = (select max(version) from schema_version)");
    const behind = await hanout(["citus", "--check"], settings);

    for (const { code, out } of [empty, behind]) {
      expect(code).toBe(1);
      expect(out.split("\n")[0]).toBe('Migrations are pending. Run "hanout migrate" first.');
    }
  });

  test("checks each address, and prints JSON for programs", async () => {
    const { code, out } = await hanout(["citus", "--check", "--json"], {
      ...onPostgres,
      DATABASE_READ_URL: inject("postgresUrl"),
      DATABASE_MIGRATION_URL: inject("postgresUrl"),
    });

    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      faults: ["DATABASE_MIGRATION_URL", "DATABASE_URL", "DATABASE_READ_URL"].map((setting) =>
        expect.stringContaining(`${setting}: the extension citus is not installed`),
      ),
      unseen: [],
      workers: 0,
    });
  });
});
