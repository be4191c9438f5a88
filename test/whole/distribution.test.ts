import { afterAll, expect, test } from "vitest";
import { distributionSql } from "../../src/db/citus/distribution-sql.ts";
import { readSchema } from "../../src/db/citus/schema.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { ROLES } from "../../src/db/roles.ts";
import { asOwner, rowsForOwner } from "../support/app.ts";
import { distributionFaults } from "../support/distribution/distribution-sql-rules.ts";
import {
  readTables,
  TABLE_RULES,
  type TableFinding,
  tableFindings,
  tablesPlaced,
} from "../support/distribution/table-rules.ts";
import { createOwnDatabase } from "../support/own-database.ts";

test("every table can be distributed by site_id, or be on one node, or on every node", async () => {
  const tables = await readTables(rowsForOwner);

  expect([...tablesPlaced(tables, "distributed")]).toEqual(
    expect.arrayContaining(["products", "variants", "orders", "order_items", "carts", "customers", "idempotency_keys"]),
  );
  expect(tableFindings(tables).map(({ rule, place }) => `${place}: ${TABLE_RULES[rule]}`)).toEqual([]);
});

test("the SQL of hanout citus keeps local tables local, and lets the nodes connect to each other", async () => {
  const script = await asOwner(async (owner) => distributionSql(await readSchema(owner), 3));
  const sql = script.replaceAll(/^\\.*$/gm, ""); // lines that psql obeys itself

  expect(distributionFaults(sql, Object.values(ROLES))).toEqual([]);
});

test("a table that breaks a rule is detected", async () => {
  expect(await findingsWith("create table bare (id uuid primary key)")).toEqual([{ rule: "isPlaced", place: "bare" }]);
  expect(
    await findingsWith(`
      create table coded (site_id uuid, id uuid, code text, primary key (site_id, id), unique (code));
      create unique index coded_by_lower_code on coded (lower(code)) include (site_id);
    `),
  ).toEqual([
    { rule: "keyHasStore", place: "coded coded_by_lower_code" },
    { rule: "keyHasStore", place: "coded coded_code_key" },
  ]);
  expect(
    await findingsWith(`
      create table parents (site_id uuid, id uuid, primary key (site_id, id));
      create table children (
        site_id uuid, id uuid, parent_id uuid, primary key (site_id, id),
        constraint crossed foreign key (id, site_id) references parents,
        constraint emptied foreign key (site_id, parent_id) references parents on delete set null (parent_id),
        constraint moved foreign key (site_id, parent_id) references parents on update cascade,
        constraint right_one foreign key (site_id, parent_id) references parents on delete cascade
      );
    `),
  ).toEqual([
    { rule: "foreignKeyHasStore", place: "children crossed" },
    { rule: "foreignKeySetsNothing", place: "children emptied" },
    { rule: "foreignKeySetsNothing", place: "children moved" },
  ]);
  expect(
    await findingsWith(`
      alter table changes add constraint changes_of_site foreign key (site_id) references sites;
      alter table sites add constraint sites_of_product foreign key (id, id) references products (site_id, id) not valid;
    `),
  ).toEqual([
    { rule: "foreignKeyIsKept", place: "changes changes_of_site" },
    { rule: "foreignKeyIsKept", place: "sites sites_of_product" },
  ]);
  expect(
    await findingsWith(`
      alter table api_keys drop constraint api_keys_hash_key;
      alter table api_keys add constraint without_store foreign key (id) references sites not valid;
    `),
  ).toEqual([{ rule: "isReferenceByNeed", place: "api_keys" }]);
  expect(await findingsWith("alter table orders force row level security")).toEqual([
    { rule: "isNotForced", place: "orders" },
  ]);
  expect(
    await findingsWith(`
      create function nothing() returns trigger language plpgsql as 'begin return new; end';
      create trigger for_each_row before update on orders for each row execute function nothing();
      create trigger for_all_rows before update on orders execute function nothing();
      create trigger switched_off before update on orders for each row execute function nothing();
      alter table orders disable trigger switched_off;
    `),
  ).toEqual([{ rule: "hasNoRowTrigger", place: "orders for_each_row" }]);
});

/** A database of this file's own: a change of the schema locks tables that other tests use. */
const ownDriver = openPostgres(await createOwnDatabase(), { poolSize: 1, statementTimeout: 60_000, role: "login" });
afterAll(() => ownDriver.close());

/** What a change of the schema adds to the findings; the change is undone. */
async function findingsWith(change: string): Promise<TableFinding[]> {
  let found: TableFinding[] = [];
  const undo = new Error("undo");
  const changed = ownDriver.transaction(async (owner) => {
    const before = tableFindings(await readTables((query) => owner.query(query, [])));
    await owner.exec(change);
    const after = tableFindings(await readTables((query) => owner.query(query, [])));
    found = after.filter(({ rule, place }) => !before.some((known) => known.rule === rule && known.place === place));
    throw undo;
  });
  await expect(changed).rejects.toBe(undo);
  return found;
}
