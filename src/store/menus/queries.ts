import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

const StoredItem = Type.Cyclic(
  {
    Item: Type.Object({
      title: Type.String(),
      url: Nullable(Type.String()),
      type: Type.String(),
      position: Type.Integer(),
      children: Type.Array(Type.Ref("Item")),
    }),
  },
  "Item",
);
export const MenuRow = Type.Object({
  id: Type.String(),
  title: Type.String(),
  handle: Type.String(),
  items: Type.Array(StoredItem),
});
export type MenuRow = Static<typeof MenuRow>;

export const findMenus = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    MenuRow,
    sql`
    select id, title, handle, items
    from menus
    where site_id = ${db.siteId}
    order by handle
    limit ${limit} offset ${offset}
  `,
  );

export const countMenus = (db: SiteDb) =>
  db.count(sql`
    select count(*)
    from menus
    where site_id = ${db.siteId}
  `);

export const findMenu = (db: SiteDb, handle: string) =>
  db.first(
    MenuRow,
    sql`
    select id, title, handle, items
    from menus
    where site_id = ${db.siteId} and handle = ${handle}
  `,
  );
