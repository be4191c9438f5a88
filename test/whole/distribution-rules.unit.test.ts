import { describe, expect, test } from "vitest";
import { enterStore } from "../../src/db/roles.ts";
import { sql } from "../../src/db/sql.ts";
import { bumpedUpdatedAt } from "../../src/db/updated-at.ts";
import { distributionFaults } from "../support/distribution/distribution-sql-rules.ts";
import { sampleFindings as findings } from "../support/distribution/sample-catalogue.ts";
import { type TableFinding, tableFindings } from "../support/distribution/table-rules.ts";

describe("the forms that Citus refuses, or that run on every node, and the right ones", () => {
  test("1: a unique key without site_id", () => {
    const keyOn = (columns: string[]) => findingsOfTable("orders", { kind: "u", name: "by_number", columns });

    expect(keyOn(["order_number"])).toEqual([{ rule: "keyHasStore", place: "orders by_number" }]);
    expect(keyOn(["site_id", "order_number"])).toEqual([]);
  });

  test("2: a foreign key from a local table to a reference table", () => {
    const setting = "set citus.enable_local_reference_table_foreign_keys to off";
    const distribute = "select create_reference_table('sites')";

    expect(distributionFaults(distribute, [])).toEqual([
      "citus.enable_local_reference_table_foreign_keys is not off when the first table is distributed",
    ]);
    expect(distributionFaults(`${distribute}; ${setting}`, [])).toHaveLength(1);
    expect(distributionFaults(`${setting.replace("off", "on")}; ${distribute}`, [])).toHaveLength(1);
    expect(distributionFaults(`${setting}; ${distribute}`, [])).toEqual([]);
    expect(distributionFaults(setting, [])).toEqual(["no table is distributed"]);
  });

  test("3: on delete set null", () => {
    const keyWith = (on_delete: string) =>
      findingsOfTable("carts", {
        kind: "f",
        name: "to_product",
        columns: ["site_id", "product_id"],
        target: "products",
        target_columns: ["site_id", "id"],
        on_delete,
      });

    expect(keyWith("n")).toEqual([{ rule: "foreignKeySetsNothing", place: "carts to_product" }]);
    expect(keyWith("d")).toEqual([{ rule: "foreignKeySetsNothing", place: "carts to_product" }]);
    expect(keyWith("a")).toEqual([]);
    expect(keyWith("c")).toEqual([]);
  });

  test("4: a role without a login", () => {
    const setting = "set citus.enable_local_reference_table_foreign_keys to off";
    const distribute = `${setting}; select create_distributed_table('orders', 'site_id')`;
    const faults = (more: string) => distributionFaults(`${distribute}; ${more}`, ["hanout_app", "hanout_reader"]);

    expect(faults("alter role hanout_app login")).toEqual(["the role hanout_reader may not log in"]);
    expect(faults("alter role hanout_app login; alter role hanout_reader nologin")).toHaveLength(1);
    expect(faults("alter role hanout_app login; alter role hanout_reader with login")).toEqual([]);
  });

  test("5: set_config", () => {
    expect(findings("select set_config('hanout.site_id', $1, true)")).toEqual(["setsLocally: the statement"]);
    expect(findings(enterStore("0195d2f0-0000-7000-8000-000000000001"))).toEqual([]);
  });

  test("6: a time with an interval that is not in UTC", () => {
    const upsert = (time: string) => `
      insert into products (site_id, id, updated_at) values ($1, $2, $3)
      on conflict (site_id, id) do update set updated_at = ${time}`;
    const update = (time: string) => `update products set updated_at = ${time} where site_id = $1`;
    const { text } = sql`update products set updated_at = ${bumpedUpdatedAt("now")} where site_id = ${"id"}`;

    for (const wrong of [
      "products.updated_at + interval '1 millisecond'",
      "greatest($3, interval '1 second' + products.updated_at)",
      "products.updated_at - $3::interval",
      "products.updated_at + make_interval(secs => 1)",
      "(products.updated_at at time zone 'Africa/Algiers' + interval '1 day') at time zone 'UTC'",
    ]) {
      expect(findings(upsert(wrong))).toEqual(["addsInUtc: the statement"]);
      expect(findings(update(wrong))).toEqual(["addsInUtc: the statement"]);
    }
    expect(findings(upsert("(products.updated_at at time zone 'UTC' + interval '1 day') at time zone 'UTC'"))).toEqual(
      [],
    );
    expect(findings(update("updated_at + 1 * 2"))).toEqual([]);
    expect(findings(update("interval '1 day' + interval '1 hour'"))).toEqual([]);
    expect(findings(text)).toEqual([]);
  });

  test("7: a store that is named by another column", () => {
    const subquery = (store: string) => `
      select p.id, (select count(*) from variants v where v.site_id = ${store} and v.product_id = p.id) as variants
      from products p where p.site_id = $1`;
    const recursive = (store: string) => `
      with recursive tree (id, site_id) as (
        select $2::uuid, $1::uuid
        union
        select c.parent_id, c.site_id from tree join categories c on c.site_id = ${store} and c.id = tree.id
      )
      select id from tree`;
    const lateral = (store: string) => `
      select i.id from orders o
      cross join lateral (select id from order_items where order_items.site_id = ${store} and order_id = o.id) i
      where o.site_id = $1`;

    expect(findings(subquery("p.site_id"))).toEqual(["namesStore: variants v in a subquery of the statement"]);
    expect(findings(recursive("tree.site_id"))).toEqual(["namesStore: categories c in the common table tree"]);
    expect(findings(lateral("o.site_id"))).toEqual(["namesStore: order_items in a subquery of the statement"]);
    for (const form of [subquery, recursive, lateral]) expect(findings(form("$1"))).toEqual([]);
  });

  test("8: a common table that writes what an insert reads", () => {
    const order = "insert into orders (site_id, id) values ($1, $2)";
    const items = "insert into order_items (site_id, id) select o.site_id, $3 from orders o where o.site_id = $1";

    expect(findings(`with placed as (${order} returning id) ${items}`)).toEqual([
      "writesOnce: the common table placed",
    ]);
    expect(findings(`with placed as (${order} returning id) select id from placed`)).toHaveLength(1);
    expect(findings(`with changed as (update orders set total = 1 where site_id = $1 returning id) ${items}`)).toEqual([
      "writesOnce: the common table changed",
    ]);
    expect(findings(order)).toEqual([]);
    expect(findings(items)).toEqual([]);
  });

  test("9: an insert from json alone", () => {
    const list = "jsonb_to_recordset($2::jsonb) as i (id uuid)";

    expect(findings(`insert into orders (site_id, id) select $1, i.id from ${list}`)).toEqual([
      "takesStore: orders in the statement",
    ]);
    expect(
      findings(`insert into orders (site_id, id) select p.site_id, i.id from products p, ${list} where p.site_id = $1`),
    ).toEqual([]);
  });

  test("10: an advisory lock inside a write", () => {
    const lock = "pg_try_advisory_xact_lock(hashtextextended($2, 0))";

    expect(findings(`update orders set total = 1 where site_id = $1 and ${lock}`)).toEqual([
      "locksAlone: the statement",
    ]);
    expect(
      findings(
        `insert into orders (site_id, id) select p.site_id, p.id from products p where p.site_id = $1 and ${lock}`,
      ),
    ).toEqual(["locksAlone: the statement"]);
    expect(findings(`delete from orders where site_id = $1 and (select ${lock})`)).toEqual([
      "locksAlone: the statement",
    ]);
    expect(findings(`select ${lock} as taken`)).toEqual([]);
  });

  test("11: a function of columns that is not immutable", () => {
    const update = (value: string) => `update variants set option_values = ${value} where site_id = $1`;
    const upsert = (value: string) => `
      insert into variants (site_id, id) values ($1, $2) on conflict (site_id, id) do update set position = ${value}`;

    expect(findings(update("jsonb_build_object('', id)"))).toEqual(["computesImmutably: the statement"]);
    expect(findings(update("coalesce(to_char(id), '')"))).toEqual(["computesImmutably: the statement"]);
    expect(findings(update("('{\"\": \"' || id || '\"}')::jsonb"))).toEqual([]);
    expect(findings(update("now()"))).toEqual([]);
    expect(findings(upsert("now()"))).toEqual(["computesImmutably: the statement"]);
    expect(findings(upsert("current_timestamp"))).toEqual(["computesImmutably: the statement"]);
    expect(findings(upsert("1 where variants.changed_at < now()"))).toEqual(["computesImmutably: the statement"]);
    expect(findings(upsert("excluded.position where variants.position = 1"))).toEqual([]);
  });

  test("12: an insert of many rows from a set", () => {
    expect(findings("insert into orders (site_id, id) select $1, id from unnest($2::uuid[]) as id")).toEqual([
      "takesStore: orders in the statement",
    ]);
    expect(findings("insert into orders (site_id, id) values ($1, $2), ($1, $3)")).toEqual([]);
    const collected = "insert into orders (site_id, id) select $1, id from unnest($2::uuid[]) as id on conflict";
    expect(findings(`${collected} do nothing`)).toEqual([]);
    expect(findings(`${collected} (site_id, id) do update set total = excluded.total`)).toEqual([]);
    expect(findings(`${collected} (site_id, id) do update set total = $3`)).toEqual([
      "takesStore: orders in the statement",
    ]);
  });

  test("an insert from a select that returns columns of a table without an alias", () => {
    const copied = (target: string) => `
      insert into ${target} (site_id, id) select p.site_id, p.id from products p where p.site_id = $1`;

    expect(findings(`${copied("orders")} returning id`)).toEqual(["returnsByAlias: orders in the statement"]);
    expect(findings(`${copied("orders as made")} returning made.id`)).toEqual([]);
    expect(findings(`${copied("orders")} on conflict do nothing returning id`)).toEqual([]);
    expect(findings(copied("orders"))).toEqual([]);
  });

  test("an insert of values with a subquery", () => {
    expect(
      findings("insert into orders (site_id, id) values ($1, (select max(id) from carts where site_id = $1))"),
    ).toEqual(["insertsValues: orders in the statement"]);
    expect(findings("insert into orders (site_id, id) values ($1, coalesce($2, 0))")).toEqual([]);
  });

  test("an insert after a with", () => {
    const found = "with found as (select site_id, id from carts where site_id = $1)";
    const reading = "select p.site_id, f.id from products p, found f where p.site_id = $1";

    expect(findings(`${found} insert into orders (site_id, id) ${reading}`)).toEqual([
      "readsInside: orders in the statement",
    ]);
    expect(findings(`insert into orders (site_id, id) ${found} ${reading}`)).toEqual([]);
  });

  test("13: left join lateral on true", () => {
    const join = (form: string, condition = "") => `
      select p.id, v.lowest from products p
      ${form} (
        select min(price) as lowest from variants where variants.site_id = $1 and product_id = p.id
      ) v ${condition}
      where p.site_id = $1`;

    expect(findings(join("left join lateral", "on true"))).toEqual(["joinsLateral: the statement"]);
    expect(
      findings("select 1 from products p left join lateral unnest(p.tags) tag on true where p.site_id = $1"),
    ).toEqual(["joinsLateral: the statement"]);
    expect(findings(join("cross join lateral"))).toEqual([]);
    expect(findings(join("join lateral", "on true"))).toEqual([]);
    expect(findings(join("left join lateral", "on v.lowest > 5"))).toEqual([]);
    expect(findings("select 1 from products p left join sites s on true where p.site_id = $1")).toEqual([]);
  });
});

describe("the store of each level", () => {
  test.each([
    ["select id from orders where site_id = $1"],
    ["select id from orders where $1 = site_id and total > 5"],
    ["select o.id from orders o where (o.status = 'a' and o.site_id = $1::uuid) and true"],
    ["select o.id from orders o join order_items i on i.site_id = $1 and i.order_id = o.id where o.site_id = $1"],
    ["select o.id from orders o left join carts c on c.site_id = $1 and c.id = o.cart_id where o.site_id = $1"],
    ["delete from carts where site_id = $1 and id in (select id from carts where site_id = $1 limit 10)"],
    ["update orders o set total = i.total from order_items i where o.site_id = $1 and i.site_id = $1"],
    ["with orders as (select 1 as id) select id from orders"],
    ["select name from sites where id = $1"],
    ["select id from orders where site_id = $1 union select id from carts where site_id = $1"],
  ])("is named in: %s", (text) => {
    expect(findings(text)).toEqual([]);
  });

  test.each([
    ["select id from orders", "orders in the statement"],
    ["select id from orders where site_id = $1 or total > 5", "orders in the statement"],
    ["select id from orders where not (site_id = $1)", "orders in the statement"],
    ["select id from orders where site_id <> $1", "orders in the statement"],
    ["select id from orders where site_id = any($1::uuid[])", "orders in the statement"],
    ["select id from orders where site_id = current_site()", "orders in the statement"],
    ["select o.id from orders o, carts c where o.site_id = $1 and c.site_id = o.site_id", "carts c in the statement"],
    ["select 1 from orders o join carts c on c.id = o.cart_id where site_id = $1", "orders o in the statement"],
    ["update orders set total = 1", "orders in the statement"],
    ["delete from carts using orders o where o.site_id = $1", "carts in the statement"],
    ["delete from carts c using orders o where c.site_id = $1", "orders o in the statement"],
    ["select id from orders where site_id = $1 union select id from carts", "carts in the statement"],
    ["with c as (select id from carts) select id from c", "carts in the common table c"],
    ["select id from sites where exists (select from orders)", "orders in a subquery of the statement"],
  ])("is missing in: %s", (text, place) => {
    expect(findings(text)).toContain(`namesStore: ${place}`);
  });
});

describe("writes", () => {
  test("may be one update or delete that a select reads", () => {
    const taken = "delete from cart_items where site_id = $1 returning id";

    expect(findings(`with taken as (${taken}) select id from taken`)).toEqual([]);
    expect(findings("with gone as (delete from carts where site_id = $1) select 1")).toHaveLength(1);
    expect(findings(`with a as (${taken}), b as (${taken}) select 1 from a, b`)).toHaveLength(2);
  });

  test("give or take the store of each row", () => {
    expect(findings("insert into orders (id) values ($1)")).toEqual(["givesStore: orders in the statement"]);
    expect(findings("insert into orders values ($1, $2)")).toEqual(["givesStore: orders in the statement"]);
    expect(findings("insert into orders default values")).toEqual(["givesStore: orders in the statement"]);
    expect(findings("insert into orders (id, site_id) values ($1, $2), ($3, current_site())")).toHaveLength(1);
    expect(findings("insert into sites (id) select id from unnest($1::uuid[]) id")).toEqual([]);
    expect(findings("insert into orders (site_id, id) select $1, c.id from carts c where c.site_id = $1")).toEqual([
      "takesStore: orders in the statement",
    ]);
    expect(
      findings("insert into orders (site_id, id) select site_id, id from carts where site_id = $1 union select $1, $2"),
    ).toEqual(["takesStore: orders in the statement"]);
  });

  test("of another kind have no rule, so they are found", () => {
    expect(findings("truncate orders")).toEqual(["isKnown: TruncateStmt"]);
    expect(() => findings("selekt 1")).toThrow("syntax error");
  });
});

type Key = Parameters<typeof tableFindings>[0]["keys"][number];

/** What is found of one key of a table that has site_id. */
function findingsOfTable(table: string, key: Pick<Key, "kind" | "name" | "columns"> & Partial<Key>): TableFinding[] {
  const plain = { has_store: true, is_forced: false, row_triggers: [] };
  return tableFindings({
    tables: [table, key.target ?? []].flat().map((name) => ({ name, ...plain })),
    keys: [{ table, target: "", target_columns: [], on_delete: "a", on_update: "a", ...key }],
  });
}
