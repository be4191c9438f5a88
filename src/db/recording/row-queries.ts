import { Type } from "typebox";
import type { SiteDb } from "../database.ts";
import { raw, sql } from "../sql.ts";
import { Row } from "./recording.ts";
import { type TableName, tableOf } from "./tables.ts";

const RowOf = Type.Object({ row: Row });

/** The rows of a table with these values in a column. */
export async function readRows(
  db: SiteDb,
  table: TableName,
  column: string,
  values: readonly string[],
): Promise<Row[]> {
  const { key, columns } = tableOf(table);
  const all = { ...key, ...columns };
  const names = raw(
    Object.keys(all)
      .map((name) => `t.${name}`)
      .join(", "),
  );
  const store = raw(table === "sites" ? "t.id" : "t.site_id");
  const found = await db.many(
    RowOf,
    sql`
    select to_json(r) as row
    from (
      select ${names}
      from ${raw(table)} t
      where ${store} = ${db.siteId} and t.${raw(column)} = any(${[...values]}::${raw(all[column] ?? "")}[])
    ) r
  `,
  );
  return found.map(({ row }) => row);
}
