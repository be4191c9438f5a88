import { expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { COLUMNS, type DeclaredTable } from "../../src/core/columns/columns.ts";
import { fieldLineIn } from "../../src/core/columns/fields.ts";
import type { Line } from "../../src/core/columns/line.ts";
import { app, rowsForOwner } from "../support/app.ts";

/** Tables above the stores that hold none of their data. */
const WITHOUT_STORES = ["schema_version"];

const declared: Record<string, Record<string, Line>> = COLUMNS;

test("every column of every table with data of stores has a line, and every line a column", async () => {
  const rows = (await rowsForOwner(
    `select c.table_name as "table", json_agg(c.column_name order by c.column_name collate "C") as columns
     from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
     group by c.table_name`,
  )) as { table: string; columns: string[] }[];
  const found = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
  for (const table of WITHOUT_STORES) delete found[table];

  const lines = Object.fromEntries(
    Object.entries(declared).map(([table, columns]) => [table, Object.keys(columns).sort()]),
  );
  expect(lines).toEqual(found);
});

test("a column with data of persons is masked for a key that may not see people", () => {
  const shown = Object.entries(declared).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([name, { of, merchants }]) =>
      of === "person" && merchants === "any" ? [`${table}.${name}`] : [],
    ),
  );
  expect(shown).toEqual(["orders.customer_id"]); // an id names nobody
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

test("an order and a customer show shoppers only fields whose line allows it", async () => {
  await app.ready();
  const { components } = app.swagger() as unknown as { components: { schemas: Record<string, Schema> } };
  const SHOWN: [string, DeclaredTable][] = [
    ["Order", "orders"],
    ["Customer", "customers"],
    ["Address", "addresses"],
  ];
  for (const [name, table] of SHOWN) {
    const fields = Object.keys(components.schemas[name]?.properties ?? {});
    expect(fields).toContain("id");
    const hidden = fields.filter((field) => (fieldLineIn(table, field)?.shoppers ?? "nobody") === "nobody");
    expect([name, hidden]).toEqual([name, []]);
  }
});

test("every field of the storefront's answers has a line that lets shoppers see it", async () => {
  await app.ready();
  const document = app.swagger() as unknown as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
    >;
    components: { schemas: Record<string, Schema> };
  };
  const answers = Object.entries(document.paths)
    .filter(([path]) => path.startsWith(STOREFRONT))
    .flatMap(([, methods]) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema));
  const names = new Set<string>();
  const seen = new Set<Schema>();
  const collect = (schema: Schema | undefined): void => {
    if (!schema || seen.has(schema)) return;
    seen.add(schema);
    if (schema.$ref) collect(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""]);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      names.add(name);
      collect(inner);
    }
    for (const inner of [schema.items, ...(schema.anyOf ?? [])]) collect(inner);
  };
  for (const schema of answers) collect(schema);

  const tables = Object.keys(COLUMNS) as DeclaredTable[];
  const isShown = (name: string) =>
    tables.some((table) => (fieldLineIn(table, name)?.shoppers ?? "nobody") !== "nobody");
  expect(names.size).toBeGreaterThan(100);
  expect([...names].filter((name) => !isShown(name))).toEqual([]);
});
