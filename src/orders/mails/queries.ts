import { type Static, Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql, withFixedText } from "../../db/sql.ts";
import { OrderRow, orderColumns } from "../queries.ts";

const MailedOrder = Type.Object({
  ...OrderRow.properties,
  /** The shopper's language, BCP 47; null: the store's. */
  locale: Nullable(Type.String()),
});
export type MailedOrder = Static<typeof MailedOrder>;

export const findMailedOrder = (db: SiteDb, id: string) =>
  db.first(
    MailedOrder,
    withFixedText(sql`
    select ${orderColumns(db)}, o.locale
    from orders o
    where o.site_id = ${db.siteId} and o.id = ${id}
  `),
  );

/** Which of these orders have an e-mail address. */
export const findIdsWithEmail = (db: SiteDb, ids: string[]) =>
  db.ids(sql`
    select id
    from orders
    where site_id = ${db.siteId} and id = any(${ids}::uuid[]) and customer_email is not null
  `);
