import { Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";

/** What identifies a confirm token: the id of its API key, and its random part. */
export interface TokenId {
  actor_id: string;
  nonce: string;
}

/** The change that a token was used for. */
export const findUse = (db: SiteDb, { actor_id, nonce }: TokenId) =>
  db.first(
    Type.Object({ change_id: Type.String() }),
    sql`
    select change_id
    from used_confirm_tokens
    where site_id = ${db.siteId} and actor_id = ${actor_id} and nonce = ${nonce}
  `,
  );

/** A token that another transaction has used meanwhile is a conflict. */
export const insertUse = (db: SiteDb, { actor_id, nonce }: TokenId, changeId: string) =>
  db.send(sql`
    insert into used_confirm_tokens (site_id, actor_id, nonce, change_id, created_at)
    values (${db.siteId}, ${actor_id}, ${nonce}, ${changeId}, ${db.now})
  `);
