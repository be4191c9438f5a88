import { describe, expect, test } from "vitest";
import { distributionSql } from "../../../src/db/citus/distribution-sql.ts";
import { readSchema } from "../../../src/db/citus/schema.ts";
import { asOwner } from "../../support/app.ts";

/** The SQL for the migrated schema with what `change` makes of it, which is undone. */
async function sqlAfter(change: string): Promise<string> {
  let sql = "";
  const undo = new Error("undo");
  const made = asOwner(async (owner) => {
    await owner.exec(change);
    sql = distributionSql(await readSchema(owner), 3);
    throw undo;
  });
  await expect(made).rejects.toBe(undo);
  return sql;
}

/** The tables that the SQL gives to Citus, in its order. */
const takenIn = (sql: string) =>
  [...sql.matchAll(/^select create_(reference|distributed)_table\('public\.(\w+)'/gm)].map(([, kind, name]) => ({
    kind,
    name: name ?? "",
  }));

const distributedIn = (sql: string): string[] =>
  takenIn(sql)
    .filter(({ kind }) => kind === "distributed")
    .map(({ name }) => name);

describe("the SQL for the migrated schema", () => {
  test("takes every table once: those above the stores as reference tables, those of stores by site_id", async () => {
    const sql = await sqlAfter("");
    const names = await asOwner((owner) =>
      owner.query(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
        [],
      ),
    );

    const taken = takenIn(sql);
    expect(taken.filter(({ kind }) => kind === "reference").map(({ name }) => name)).toEqual([
      ...["accounts", "sites", "account_links", "account_sessions", "api_keys", "memberships", "passkeys"],
    ]);
    expect([...taken.map(({ name }) => name), "changes", "schema_version"].sort()).toEqual(
      (names as { name: string }[]).map(({ name }) => name).sort(),
    );
    expect(sql).toMatch(/-- Not distributed: changes, schema_version\.\n$/);
    expect(sql.match(/'site_id'/g)).toHaveLength(distributedIn(sql).length);
  });

  test("takes a table after those that it refers to", async () => {
    const taken = takenIn(await sqlAfter("")).map(({ name }) => name);
    const keys = await asOwner((owner) =>
      owner.query(
        `select distinct c.relname as "from", t.relname as "to"
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
        where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname not in ('changes', t.relname)`,
        [],
      ),
    );

    expect(keys.length).toBeGreaterThan(20);
    const early = (keys as { from: string; to: string }[]).filter(
      ({ from, to }) => taken.indexOf(from) <= taken.indexOf(to),
    );
    expect(early).toEqual([]);
  });

  test("keeps all tables of stores together", async () => {
    const sql = await sqlAfter("");
    const [first, ...others] = distributedIn(sql);

    for (const name of others) {
      expect(sql).toContain(
        `create_distributed_table('public.${name}', 'site_id', colocate_with => 'public.${first}')`,
      );
    }
  });

  test("drops the foreign keys to reference tables before these are taken, in one transaction", async () => {
    const sql = await sqlAfter("");

    const steps = [
      "\nbegin;",
      "\nset local citus.enable_local_reference_table_foreign_keys to off;",
      "\nalter table public.orders drop constraint if exists orders_site_id_fkey;",
      "\nselect create_reference_table('public.sites')",
      "\nselect create_distributed_table(",
      "\ncommit;",
    ].map((step) => sql.indexOf(step));
    expect(steps).not.toContain(-1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });

  test("lets the roles of the server log in, and sends the store of a transaction to the workers", async () => {
    const sql = await sqlAfter("");

    expect(sql).toContain("\nalter role hanout_app login;");
    expect(sql).toContain("\nalter role hanout_reader login;");
    expect(sql).toContain("'alter database %I set citus.propagate_set_commands = %L', current_database(), 'local'");
  });

  test("sends the extensions of the schema to the workers", async () => {
    const created = [...(await sqlAfter("")).matchAll(/^ *create extension if not exists (\w+);$/gm)];

    expect(created.map(([, name]) => name)).toEqual(["btree_gin", "fuzzystrmatch"]);
  });

  test("gives the workers the grants of functions after the functions, each time", async () => {
    const sql = await sqlAfter("");

    const steps = ["perform create_distributed_function(", "from run_command_on_workers(", "\nbegin;"].map((step) =>
      sql.indexOf(step),
    );
    expect(steps).not.toContain(-1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });

  test("is the same twice", async () => {
    expect(await sqlAfter("")).toBe(await sqlAfter(""));
  });
});

describe("the SQL follows the schema", () => {
  const store = "site_id uuid not null references sites";

  test("a new table of stores is distributed, after the new table that it refers to", async () => {
    const sql = await sqlAfter(`
      create table wishes (${store}, id uuid, primary key (site_id, id));
      create table "all Wishes" (${store}, id uuid, wish uuid, primary key (site_id, id),
        foreign key (site_id, wish) references wishes (site_id, id));
    `);

    const names = distributedIn(sql);
    expect(names).toContain("wishes");
    expect(sql.indexOf(`create_distributed_table('public."all Wishes"'`)).toBeGreaterThan(
      sql.indexOf("create_distributed_table('public.wishes'"),
    );
  });

  test("a table with a key across stores, and what it needs, are reference tables", async () => {
    const sql = await sqlAfter(`
      create table plans (name text primary key);
      create table domains (${store}, id uuid, host text, plan text references plans, primary key (site_id, id));
      create unique index one_store_for_a_domain on domains (lower(host)) include (site_id);
    `);

    expect(takenIn(sql).filter(({ kind }) => kind === "reference")).toEqual([
      ...[
        "accounts",
        "sites",
        "account_links",
        "account_sessions",
        "api_keys",
        "plans",
        "domains",
        "memberships",
        "passkeys",
      ].map((name) => ({ kind: "reference", name })),
    ]);
  });

  test("a table that no store needs, and one that records transactions, stay on the coordinator", async () => {
    const sql = await sqlAfter(`
      create table news (id uuid primary key, title text);
      create table exports (${store}, id uuid, up_to xid8, primary key (site_id, id));
    `);

    expect(sql).toMatch(/-- Not distributed: changes, exports, news, schema_version\.\n$/);
    expect(sql).toContain("\nalter table public.exports drop constraint if exists exports_site_id_fkey;");
  });

  test.each([
    [
      `create table loose (${store}, note text)`,
      "The schema cannot be distributed: loose has no primary key, so its stores could not be moved.",
    ],
    [
      `create table lost (${store}, id uuid, change_id uuid, primary key (site_id, id),
        foreign key (site_id, change_id) references changes (site_id, id))`,
      "The foreign key lost_site_id_change_id_fkey leads from the distributed table lost to the local table changes",
    ],
    [
      `create table domains (${store}, host text unique, menu uuid, primary key (site_id, host),
        foreign key (site_id, menu) references menus (site_id, id))`,
      "leads from the reference table domains to the distributed table menus, whose rows are on different nodes.",
    ],
    [
      `create table odd (${store}, other uuid, id uuid, primary key (site_id, id),
        foreign key (other, id) references menus (site_id, id))`,
      "leads from the distributed table odd to the distributed table menus without comparing site_id.",
    ],
  ])("%s cannot be distributed", async (change, sentence) => {
    await expect(
      asOwner(async (owner) => {
        await owner.exec(change);
        await readSchema(owner);
      }),
    ).rejects.toThrow(sentence);
  });
});
