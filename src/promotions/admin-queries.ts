import { type Static, Type } from "typebox";
import { isId } from "../core/ids.ts";
import type { Cursor } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { join, type Sql, sql } from "../db/sql.ts";
import { containsWords } from "../db/text-match.ts";
import { bumpedUpdatedAt } from "../db/updated-at.ts";
import { foldCode } from "./evaluate.ts";
import { columns, isRunning, type NewPromotion, PromotionRow } from "./queries.ts";

export const PROMOTION_STATES = ["running", "scheduled", "expired", "used_up", "off"] as const;
export type PromotionState = (typeof PROMOTION_STATES)[number];

const AdminPromotion = Type.Object({
  ...PromotionRow.properties,
  state: Type.Enum([...PROMOTION_STATES]),
  /** How many orders that still stand used it. */
  uses: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type AdminPromotion = Static<typeof AdminPromotion>;

export interface PromotionFilters {
  text?: string | undefined;
  state?: PromotionState | undefined;
  promotion_type?: "automatic" | "coupon" | undefined;
}

const stateOf = (db: SiteDb): Sql => sql`
      case
        when not p.is_active then 'off'
        when p.expires_at <= ${db.now} then 'expired'
        when p.usage_limit is not null and p.used_count >= p.usage_limit then 'used_up'
        when ${isRunning(db)} then 'running'
        else 'scheduled'
      end`;

const managed = (db: SiteDb): Sql => sql`
      ${columns}, ${stateOf(db)} as state, p.created_at, p.updated_at,
      (select count(*) from promotion_uses u where u.site_id = p.site_id and u.promotion_id = p.id) as uses`;

const where = (db: SiteDb, { text, state, promotion_type }: PromotionFilters): Sql =>
  join(
    [
      sql`p.site_id = ${db.siteId}`,
      ...(text === undefined || !text.trim()
        ? []
        : [sql`(${containsWords(sql`p.title`, text)} or strpos(p.folded_code, ${foldCode(text)}) > 0)`]),
      ...(state === undefined ? [] : [sql`${stateOf(db)} = ${state}`]),
      ...(promotion_type === undefined ? [] : [sql`(p.code is null) = ${promotion_type === "automatic"}`]),
    ],
    " and ",
  );

/** Promotions of any state, newest first, from `after` on. */
export const promotionsForAdmin = (db: SiteDb, filters: PromotionFilters, after: Cursor | null, limit: number) =>
  db.many(
    AdminPromotion,
    sql`
    select ${managed(db)}
    from promotions p
    where ${where(db, filters)}
      ${afterCursor(after, sql`p.created_at`, sql`p.id`)}
    order by p.created_at desc, p.id desc
    limit ${limit}
  `,
  );

export const countPromotions = (db: SiteDb, filters: PromotionFilters) =>
  db.first(
    Type.Object({ total: Type.Integer() }),
    sql`
    select count(*) as total
    from promotions p
    where ${where(db, filters)}
  `,
  );

/** The promotion of this id or code. While it is locked nobody notes a use of it. */
export const lockPromotion = (db: SiteDb, ref: string, foldedCode: string) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from promotions
    where site_id = ${db.siteId} and (folded_code = ${foldedCode} or id = ${isId(ref) ? ref : null}::uuid)
    order by (folded_code = ${foldedCode}) desc nulls last
    limit 1
    for update
  `,
  );

export const findPromotion = (db: SiteDb, id: string) =>
  db.first(
    AdminPromotion,
    sql`
    select ${managed(db)}
    from promotions p
    where p.site_id = ${db.siteId} and p.id = ${id}
  `,
  );

/** Whether another promotion has the code. */
export const isCodeTaken = async (db: SiteDb, foldedCode: string, id: string): Promise<boolean> =>
  (await db.first(
    Type.Object({ id: Type.String() }),
    sql`select id from promotions where site_id = ${db.siteId} and folded_code = ${foldedCode} and id <> ${id}`,
  )) !== undefined;

/** Lock the promotion first: its uses are counted anew, in case it has a limit only now. */
export const updatePromotion = (db: SiteDb, given: NewPromotion) =>
  db.run(sql`
    update promotions
    set code = ${given.code}, folded_code = ${given.folded_code}, title = ${given.title}, message = ${given.message},
      discount_type = ${given.discount_type}, discount_value = ${given.discount_value},
      buy_quantity = ${given.buy_quantity}, get_quantity = ${given.get_quantity}, target_type = ${given.target_type},
      target_ids = ${given.target_ids}::uuid[], min_order_amount = ${given.min_order_amount},
      min_quantity = ${given.min_quantity}, max_discount_amount = ${given.max_discount_amount},
      starts_at = ${given.starts_at}, expires_at = ${given.expires_at}, usage_limit = ${given.usage_limit},
      usage_limit_per_customer = ${given.usage_limit_per_customer}, is_combinable = ${given.is_combinable},
      is_discoverable = ${given.is_discoverable}, is_active = ${given.is_active},
      updated_at = ${bumpedUpdatedAt(db.now)},
      used_count = (
        select count(*)
        from promotion_uses u
        where u.site_id = ${db.siteId} and u.promotion_id = ${given.id}
      )
    where site_id = ${db.siteId} and id = ${given.id}
  `);

export const deletePromotion = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from promotions
    where site_id = ${db.siteId} and id = ${id}
  `);
