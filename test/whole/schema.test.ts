import { Type } from "typebox";
import { expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { asOwner, database } from "../support/app.ts";

/** Tables above the stores, and what must hold across them: a key is found before its store, and a person works in several. */
const ABOVE_STORES = new Set([
  ...["sites", "schema_version"],
  ...["accounts", "account_sessions", "account_links", "passkeys"],
]);
const ACROSS_STORES = new Set(["api_keys_hash_key", "memberships_id_key", "memberships_account_id_fkey"]);

const Key = Type.Object({
  table: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  first: Type.String(),
  to: Type.String(),
});

/** Every primary key, foreign key, unique constraint and unique index, with the first column it names. */
const keysOf = sql`
  select c.relname as table, k.conname as name, k.contype::text as kind, a.attname as first,
    coalesce(target.relname, '') as to
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  left join pg_class target on target.oid = k.confrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')
  union
  select c.relname, i.relname, 'i', coalesce(a.attname, 'an expression'), ''
  from pg_index x
  join pg_class c on c.oid = x.indrelid
  join pg_class i on i.oid = x.indexrelid
  left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
  where c.relnamespace = 'public'::regnamespace and x.indisunique
`;

const tables = sql`
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
`;

async function faults(db = database.directory): Promise<string[]> {
  const names = (await db.many(Type.Object({ name: Type.String() }), tables)).map(({ name }) => name);
  const tenant = names.filter((name) => !ABOVE_STORES.has(name));
  const keys = (await db.many(Key, keysOf)).filter((key) => tenant.includes(key.table) && !ACROSS_STORES.has(key.name));
  const astray = keys
    .filter(({ first }) => first !== "site_id")
    .map(({ table, name, first }) => `${table}: ${name} starts with ${first}`);
  const bare = tenant
    .filter((name) => !keys.some(({ table, kind }) => table === name && kind === "p"))
    .map((name) => `${name}: no primary key`);
  return [...astray, ...bare].sort();
}

test("every key of every tenant table starts with site_id", async () => {
  const names = (await database.directory.many(Type.Object({ name: Type.String() }), tables)).map(({ name }) => name);

  expect(names).toEqual(
    expect.arrayContaining(["sites", "api_keys", "products", "variants", "collections", "articles", "menus"]),
  );
  expect(await faults()).toEqual([]);
});

test("a table that violates this rule is detected", async () => {
  const undo = new Error("undo");
  const found = asOwner(async (transaction) => {
    await transaction.exec(`
      create table forgetful (id uuid primary key, site_id uuid not null, slug text unique);
      create table careless (site_id uuid not null, note text);
      create table lost (site_id uuid, id uuid, product_id uuid, primary key (site_id, id), foreign key (product_id) references forgetful (id));
      create table sly (site_id uuid, id uuid, code text, primary key (site_id, id));
      create unique index sly_code on sly (lower(code));
    `);
    const many = async (_row: unknown, query: { text: string }) => (await transaction.query(query.text, [])) as never;
    const seen = await faults({ ...database.directory, many });
    throw Object.assign(undo, { seen });
  });

  await expect(found).rejects.toBe(undo);
  expect((undo as Error & { seen?: string[] }).seen).toEqual([
    "careless: no primary key",
    "forgetful: forgetful_pkey starts with id",
    "forgetful: forgetful_pkey starts with id",
    "forgetful: forgetful_slug_key starts with slug",
    "forgetful: forgetful_slug_key starts with slug",
    "lost: lost_product_id_fkey starts with product_id",
    "sly: sly_code starts with an expression",
  ]);
});
