import { describe, expect, test } from "vitest";
import { sampleFindings as findings, functionFindings } from "../support/distribution/sample-catalogue.ts";

const STORE = "site_id = $1";

describe("tables and functions of one statement", () => {
  test.each([
    [
      "select 1 from products p join changes c on c.site_id = p.site_id where p.site_id = $1",
      "changes in the statement",
    ],
    [
      `select 1 from products where ${STORE} and exists (select from changes)`,
      "changes in a subquery of the statement",
    ],
    [
      `with v as (select version from schema_version) select 1 from products, v where ${STORE}`,
      "schema_version in the common table v",
    ],
    [`insert into changes (id) select id from products where ${STORE}`, "changes in the statement"],
    ["select 1 from sites, schema_version", "schema_version in the statement"],
  ])("a local table is not alone in: %s", (text, place) => {
    expect(findings(text)).toEqual([`usesLocalAlone: ${place}`]);
  });

  test.each([
    ["select c.id from changes c, schema_version"],
    ["select version from schema_version where exists (select from pg_class)"],
    ["insert into changes (site_id, id) values ($1, $2)"],
    [`with changes as (select 1 as id) select p.id from products p, changes where p.${STORE}`],
  ])("a local table is alone, or there is none, in: %s", (text) => {
    expect(findings(text)).toEqual([]);
  });

  test.each([
    [`select id from products where ${STORE} and id in (select products_with_keys($1, $2, 10))`],
    [`select p.id from products p join products_with_keys($1, $2, 10) as found on found = p.id where p.${STORE}`],
    [`with f as (select public.products_with_keys($1, $2, 1) as id) delete from carts using f where ${STORE}`],
    ["insert into orders (site_id, id) values ($1, products_with_keys($1, $2, 1))"],
  ])("a function that reads tables stands beside a distributed table in: %s", (text) => {
    expect(findings(text)).toEqual(["callsReadingAlone: products_with_keys"]);
  });

  test("a function that reads tables may be called without a distributed table", () => {
    expect(findings("select id from products_with_keys($1, $2, 10) as id")).toEqual([]);
    expect(findings(`select id from products where ${STORE} and id in (select unnest($2::uuid[]))`)).toEqual([]);
  });

  test("a reference table is changed without a distributed table", () => {
    const products = `select from products where ${STORE}`;

    for (const wrong of [
      `update sites set name = $2 where id = $1 and exists (${products})`,
      `update api_keys set name = (select max(title) from products where ${STORE})`,
      `delete from sites where exists (${products})`,
    ]) {
      expect(findings(wrong)).toEqual([
        expect.stringMatching(/^writesReferenceAlone: (sites|api_keys) in the statement$/),
      ]);
    }
    expect(findings("update sites set name = $2 where id = $1 and exists (select from api_keys)")).toEqual([]);
    expect(findings("insert into sites (id) values ($1)")).toEqual([]);
    expect(findings(`update products set title = (select name from sites where id = $1) where ${STORE}`)).toEqual([]);
  });

  test("a row keeps its store", () => {
    const upsert = (set: string) =>
      `insert into carts (site_id, id) values ($1, $2) on conflict (site_id, id) do update set ${set}`;

    expect(findings(`update products set site_id = $2 where ${STORE}`)).toEqual([
      "keepsStore: products in the statement",
    ]);
    expect(findings(`update products p set (id, site_id) = ($2, $3) where p.${STORE}`)).toHaveLength(1);
    expect(findings(upsert("site_id = excluded.site_id"))).toEqual(["keepsStore: carts in the statement"]);
    expect(findings(upsert("id = excluded.id"))).toEqual([]);
    expect(findings("update api_keys set site_id = $1 where id = $2")).toEqual([]);
  });
});

/** An update that sets this value, or an update or delete with this condition. */
const setting = (value: string) => `update products set title = ${value} where ${STORE}`;
const updating = (condition: string) => `update products set title = $2 where ${STORE} and ${condition}`;
const deleting = (condition: string) => `delete from products where ${STORE} and ${condition}`;

describe("what an update or delete sets and compares", () => {
  test.each(["clock_timestamp()", "lower(random()::text)", "(select random())"])("is not volatile: %s", (value) => {
    for (const form of [setting(value), updating(`title = ${value}`), deleting(`title = ${value}`)]) {
      expect(findings(form)).toEqual(["computesOnce: the statement"]);
    }
    expect(findings(`select id from products where ${STORE} and title = ${value}`)).toEqual([]);
  });

  test("applies no stable function to a column", () => {
    for (const form of [updating, deleting]) {
      expect(findings(form("to_char(updated_at, 'YYYY') = $2"))).toEqual(["computesImmutably: the statement"]);
      expect(findings(form("(id = $2 or title = upper(to_char(id)))"))).toEqual(["computesImmutably: the statement"]);
      expect(findings(form("expires_at < now()"))).toEqual([]);
      expect(findings(form("upper(title) = $2"))).toEqual([]);
    }
    expect(findings(`select id from products where ${STORE} and to_char(updated_at, 'YYYY') = $2`)).toEqual([]);
  });

  test("adds no interval to a column that is not a time in UTC", () => {
    for (const form of [updating, deleting]) {
      expect(findings(form("expires_at + interval '1 day' < $2"))).toEqual(["addsInUtc: the statement"]);
      expect(findings(form("expires_at at time zone 'UTC' + interval '1 day' < $2"))).toEqual([]);
      expect(findings(form("expires_at < now() - interval '1 day'"))).toEqual([]);
    }
  });

  test.each([
    ["coalesce(title, now()::text)", "computesImmutably"],
    ["case when title is null then to_char($2) end", "computesImmutably"],
    ["case when current_timestamp > $2 then 'a' end", "computesImmutably"],
    ["upper(coalesce($2, case when title = 'a' then now()::text end))", "computesImmutably"],
    ["coalesce($2, now() + interval '1 day')", "addsInUtc"],
  ])("calls immutable functions only in case and coalesce: %s", (value, rule) => {
    for (const form of [setting(value), updating(`title = ${value}`), deleting(`title = ${value}`)]) {
      expect(findings(form)).toContain(`${rule}: the statement`);
    }
    expect(findings(setting("coalesce(title, lower($2), case when id = $3 then upper(title) end)"))).toEqual([]);
    expect(findings(deleting("title = coalesce(title, lower($2))"))).toEqual([]);
  });

  test.each(["updated_at::text", "cast(products.updated_at as date)", "lower(updated_at::varchar)"])(
    "casts no time to text or a date: %s",
    (value) => {
      const upsert = `
        insert into products (site_id, id) values ($1, $2) on conflict (site_id, id) do update set title = ${value}`;
      for (const form of [setting(value), updating(`${value} = $2`), deleting(`${value} = $2`), upsert]) {
        expect(findings(form)).toEqual(["castsNoTime: the statement"]);
      }
      expect(findings(`select ${value} from products where ${STORE}`)).toEqual([]);
    },
  );

  test.each(["jsonb_build_object('a', id)", "now()", "(select jsonb_build_object('a', 1))"])(
    "is returned by immutable functions only: %s",
    (value) => {
      const upsert = "insert into products (site_id, id) values ($1, $2) on conflict (site_id, id) do nothing";
      const [update, remove] = [setting("$2"), deleting("id = $2")];
      for (const form of [upsert, update, remove]) {
        expect(findings(`${form} returning id, ${value}`)).toEqual(["returnsImmutably: the statement"]);
        expect(findings(`${form} returning id, lower(id::text)`)).toEqual([]);
      }
    },
  );

  test("compares in each when of a case", () => {
    const [short, long] = ["case title when 'a' then 'b' end", "case when title = 'a' then 'b' end"];
    const upsert = (value: string) =>
      `insert into products (site_id, id) values ($1, $2) on conflict (site_id, id) do update set title = ${value}`;
    for (const form of [setting, (value: string) => deleting(`title = ${value}`), upsert]) {
      expect(findings(form(short))).toEqual(["comparesInCase: the statement"]);
      expect(findings(form(long))).toEqual([]);
    }
    expect(findings(`select ${short} from products where ${STORE}`)).toEqual([]);
  });

  test("casts a time in UTC, or what is no time", () => {
    expect(findings(setting("(updated_at at time zone 'UTC')::date"))).toEqual([]);
    expect(findings(setting("id::text"))).toEqual([]);
    expect(findings(deleting("updated_at < $2::timestamptz"))).toEqual([]);
  });
});

describe("a function in PL/pgSQL that runs as its caller", () => {
  const bodyOf = (body: string) =>
    functionFindings(`create function f(site uuid, rows jsonb) returns void language plpgsql as $$
      declare one uuid;
      begin ${body} end $$`);

  test("has statements like any other, with its variables as parameters", () => {
    expect(bodyOf("insert into products (site_id, id) values (site, one);")).toEqual([]);
    expect(bodyOf("if exists (select from products where site_id = site) then return; end if;")).toEqual([]);
    expect(bodyOf("delete from carts where site_id = site and id = one;")).toEqual([]);
  });

  test.each([
    [
      "insert into products (site_id, id) select site, r.id from jsonb_to_recordset(rows) as r (id uuid);",
      "takesStore",
    ],
    ["if exists (select from products where id = one) then return; end if;", "namesStore"],
    ["one := (select id from products limit 1);", "namesStore"],
    ["for one in select id from carts loop delete from carts where site_id = site; end loop;", "namesStore"],
    ["update products set title = jsonb_build_object('a', id) where site_id = site;", "computesImmutably"],
  ])("breaks rules like any other: %s", (body, rule) => {
    expect(bodyOf(body)).toEqual([expect.stringContaining(`${rule}: `)]);
  });
});
