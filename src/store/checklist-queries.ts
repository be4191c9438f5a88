import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";

export const hasActiveProduct = (db: SiteDb) =>
  db.exists(sql`select 1 from products where site_id = ${db.siteId} and status = 'active'`);

export const hasActiveCollection = (db: SiteDb) =>
  db.exists(sql`select 1 from collections where site_id = ${db.siteId} and is_active`);

export const hasMenu = (db: SiteDb) => db.exists(sql`select 1 from menus where site_id = ${db.siteId}`);
