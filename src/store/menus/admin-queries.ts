import { type Static, Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { MenuRow } from "./queries.ts";

const AdminMenuRow = Type.Object({ ...MenuRow.properties, updated_at: Type.String() });
export type AdminMenuRow = Static<typeof AdminMenuRow>;

/** The menu of this handle, locked until the transaction ends. */
export const lockMenu = (db: SiteDb, handle: string) =>
  db.first(
    AdminMenuRow,
    sql`
    select id, title, handle, items, updated_at
    from menus
    where site_id = ${db.siteId} and handle = ${handle}
    for no key update
  `,
  );

/** Returns undefined when the store has a menu of this handle already. */
export const insertMenu = (db: SiteDb, menu: AdminMenuRow) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    insert into menus (site_id, id, handle, title, items, updated_at)
    values (
      ${db.siteId}, ${menu.id}, ${menu.handle}, ${menu.title}, ${JSON.stringify(menu.items)}::jsonb, ${menu.updated_at}
    )
    on conflict (site_id, handle) do nothing
    returning id
  `,
  );

export const updateMenu = (db: SiteDb, menu: AdminMenuRow) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    update menus
    set title = ${menu.title}, items = ${JSON.stringify(menu.items)}::jsonb, updated_at = ${menu.updated_at}
    where site_id = ${db.siteId} and id = ${menu.id}
    returning id
  `,
  );

export const findMenusForAdmin = (db: SiteDb) =>
  db.many(
    AdminMenuRow,
    sql`
    select id, title, handle, items, updated_at
    from menus
    where site_id = ${db.siteId}
    order by handle
    limit 250
  `,
  );

export const deleteMenu = (db: SiteDb, handle: string) =>
  db.run(sql`
    delete from menus
    where site_id = ${db.siteId} and handle = ${handle}
  `);

export const upsertMenu = (db: SiteDb, menu: MenuRow) =>
  db.run(sql`
    insert into menus (site_id, id, handle, title, items, updated_at)
    values (${db.siteId}, ${menu.id}, ${menu.handle}, ${menu.title}, ${JSON.stringify(menu.items)}::jsonb, ${db.now})
    on conflict (site_id, handle) do update
    set title = excluded.title, items = excluded.items, updated_at = excluded.updated_at
  `);
