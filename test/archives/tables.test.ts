import { expect, test } from "vitest";
import { STAYING_TABLES, STORE_TABLES } from "../../src/archives/tables.ts";
import { rowsForOwner } from "../support/app.ts";

/** The tables that have rows of stores. Links to sign in are people's, whose accounts are above the stores. */
const OF_STORES = `
  select c.relname as name
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'account_links'
  order by 1
`;

/** Foreign keys between tables of stores. */
const REFERENCES = `
  select c.relname as name, t.relname as target
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and t.relname <> 'sites'
`;

const rowsOf = async <T>(text: string) => (await rowsForOwner(text)) as T[];

test("every table of stores is in a store's file, or stays for a reason", async () => {
  const names = (await rowsOf<{ name: string }>(OF_STORES)).map(({ name }) => name);

  expect([...STORE_TABLES.map(({ name }) => name), ...Object.keys(STAYING_TABLES)].sort()).toEqual(names);
});

test("a row comes after the rows that it refers to", async () => {
  const order = new Map(STORE_TABLES.map(({ name }, i) => [name, i]));
  const references = (await rowsOf<{ name: string; target: string }>(REFERENCES)).filter(({ name }) => order.has(name));
  const selfReferring = references.filter(({ name, target }) => name === target).map(({ name }) => name);

  expect(references.length).toBeGreaterThan(10);
  expect(references.filter(({ name, target }) => (order.get(target) ?? Infinity) > (order.get(name) ?? 0))).toEqual([]);
  expect(STORE_TABLES.flatMap(({ name, parent }) => (parent ? [name] : []))).toEqual(selfReferring);
});
