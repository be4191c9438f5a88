import { Type } from "typebox";
import { expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { asOwner, database } from "../support/app.ts";

/**
 * The foreign keys that no index of their table serves: none has the key's columns first, in any order. A partial index
 * serves a key when it leaves out nothing but null in one of the key's columns.
 */
const withoutIndex = sql`
  select k.conname as name
  from pg_constraint k
  where k.connamespace = 'public'::regnamespace and k.contype = 'f' and not exists (
    select
    from pg_index x
    where x.indrelid = k.conrelid and x.indisvalid
      and (select array_agg(n order by n) from unnest(k.conkey) n)
        = (select array_agg(n order by n) from unnest((x.indkey::smallint[])[0:cardinality(k.conkey) - 1]) n)
      and (
        x.indpred is null
        or pg_get_expr(x.indpred, x.indrelid) in (
          select '(' || quote_ident(a.attname) || ' IS NOT NULL)'
          from pg_attribute a
          where a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        )
      )
  )
  order by k.conname
`;

const Name = Type.Object({ name: Type.String() });

test("an index serves each foreign key, so that a delete or a change of what it names scans no table", async () => {
  const names = (await database.directory.many(Name, withoutIndex)).map(({ name }) => name);

  expect(names).toEqual([]);
});

test("foreign keys that no index serves are detected", async () => {
  const undo = new Error("undo");
  const found = asOwner(async (transaction) => {
    await transaction.exec(`
      create table kept (site_id uuid, id uuid, primary key (site_id, id));
      create table bare (site_id uuid, kept_id uuid, constraint bare_key foreign key (site_id, kept_id) references kept);
      create table half (site_id uuid, kept_id uuid, constraint half_key foreign key (site_id, kept_id) references kept);
      create index on half (site_id);
      create table late (site_id uuid, kept_id uuid, at date, constraint late_key foreign key (site_id, kept_id) references kept);
      create index on late (site_id, at, kept_id);
      create table part (site_id uuid, kept_id uuid, at date, constraint part_key foreign key (site_id, kept_id) references kept);
      create index on part (site_id, kept_id) where at is not null;
      create table good (site_id uuid, kept_id uuid, at date, constraint good_key foreign key (site_id, kept_id) references kept);
      create index on good (kept_id, site_id, at) where kept_id is not null;
    `);
    const rows = (await transaction.query(withoutIndex.text, [])) as { name: string }[];
    throw Object.assign(undo, { names: rows.map(({ name }) => name) });
  });

  await expect(found).rejects.toBe(undo);
  expect((undo as Error & { names?: string[] }).names).toEqual(["bare_key", "half_key", "late_key", "part_key"]);
});
