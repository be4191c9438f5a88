import { type Static, Type } from "typebox";
import { isId } from "../core/ids.ts";
import type { Cursor } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { join, type Sql, sql } from "../db/sql.ts";
import { containsWords } from "../db/text-match.ts";
import { bumpedUpdatedAt } from "../db/updated-at.ts";
import { foldCode } from "./codes.ts";
import { columns, isRunning, PromotionRow, usesOf } from "./queries.ts";

export const PROMOTION_STATES = ["running", "scheduled", "expired", "used_up", "off"] as const;
export type PromotionState = (typeof PROMOTION_STATES)[number];

export const AdminPromotion = Type.Object({
  ...PromotionRow.properties,
  state: Type.Enum([...PROMOTION_STATES]),
  /** How many orders use it; cancelled ones do not count. */
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

/** Uses are counted in `used_count` only while there is a limit: orders would wait for each other otherwise. */
const adminColumns = (db: SiteDb): Sql => sql`
      ${columns}, ${stateOf(db)} as state, p.created_at, p.updated_at,
      case
        when p.usage_limit is not null or p.usage_limit_per_customer is not null then p.used_count
        else ${usesOf(db, sql`p.id`)}
      end as uses`;

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

/** Promotions of any state, newest first, from after the cursor on. */
export const findPromotionsForAdmin = (db: SiteDb, filters: PromotionFilters, after: Cursor | null, limit: number) =>
  db.many(
    AdminPromotion,
    sql`
    select ${adminColumns(db)}
    from promotions p
    where ${where(db, filters)}
      ${afterCursor(after, sql`p.created_at`, sql`p.id`)}
    order by p.created_at desc, p.id desc
    limit ${limit}
  `,
  );

export const countPromotions = (db: SiteDb, filters: PromotionFilters) =>
  db.count(sql`
    select count(*)
    from promotions p
    where ${where(db, filters)}
  `);

/** Locks the promotion of this id or code: until the transaction ends, no order records a use of it. */
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
    select ${adminColumns(db)}
    from promotions p
    where p.site_id = ${db.siteId} and p.id = ${id}
  `,
  );

/** Whether another promotion has the code. */
export const isCodeTaken = (db: SiteDb, foldedCode: string, id: string) =>
  db.exists(sql`select 1 from promotions where site_id = ${db.siteId} and folded_code = ${foldedCode} and id <> ${id}`);

/** Counts `used_count` anew, because uses are not counted while a promotion has no limit. Lock the promotion first. */
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
      used_count = ${usesOf(db, sql`promotions.id`)}
    where site_id = ${db.siteId} and id = ${given.id}
  `);

export const deletePromotion = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from promotions
    where site_id = ${db.siteId} and id = ${id}
  `);

export type NewPromotion = Omit<PromotionRow, "used_count">;

export const insertPromotion = (db: SiteDb, given: NewPromotion) =>
  db.run(sql`
    insert into promotions (
      site_id, id, code, folded_code, title, message, discount_type, discount_value, buy_quantity, get_quantity,
      target_type, target_ids, min_order_amount, min_quantity, max_discount_amount, starts_at, expires_at, usage_limit,
      usage_limit_per_customer, used_count, is_combinable, is_discoverable, is_active, created_at, updated_at
    )
    values (
      ${db.siteId}, ${given.id}, ${given.code}, ${given.folded_code}, ${given.title}, ${given.message},
      ${given.discount_type}, ${given.discount_value}, ${given.buy_quantity}, ${given.get_quantity},
      ${given.target_type}, ${given.target_ids}::uuid[], ${given.min_order_amount}, ${given.min_quantity},
      ${given.max_discount_amount}, ${given.starts_at}, ${given.expires_at}, ${given.usage_limit},
      ${given.usage_limit_per_customer}, 0, ${given.is_combinable}, ${given.is_discoverable}, ${given.is_active},
      ${db.now}, ${db.now}
    )
  `);
