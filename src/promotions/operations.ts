import { type TSchema, Type } from "typebox";
import { toMajor, toMajorOrNull } from "../core/money.ts";
import { withoutNulls } from "../core/objects.ts";
import { invalidValue } from "../core/problem.ts";
import { readAmount } from "../core/read-amount.ts";
import { Currency } from "../core/shapes.ts";
import { readEnd, readTime } from "../core/time/dates.ts";
import type { SiteDb } from "../db/database.ts";
import { SearchPage } from "../operations/answers.ts";
import { cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Code, Expected, PriceOrNull, Query, Ref, Refs, searching, TextOrNull } from "../operations/inputs.ts";
import { type Deletion, defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import { storeZone } from "../store/store.ts";
import {
  type AdminPromotion,
  changePromotion,
  findPromotion,
  PROMOTION_STATES,
  type PromotionPatch,
  type RequireTargets,
  removePromotion,
  searchPromotions,
} from "./admin.ts";
import { AdminPromotion as Answered, ListedPromotion } from "./admin-answers.ts";
import { percentOf } from "./messages/messages.ts";

const optional = Type.Optional;
const Count = Type.Unsafe<number | null>({ type: ["integer", "null"], minimum: 1, maximum: 1_000_000_000 });
const Units = Type.Integer({ minimum: 1, maximum: 10_000 });

function detailed(promotion: AdminPromotion, currency: string) {
  const { discount_type, discount_value } = promotion;
  const isAmount = discount_type === "fixed_amount";
  return {
    id: promotion.id,
    code: promotion.code,
    title: promotion.title,
    message: promotion.message,
    promotion_type: promotion.code === null ? ("automatic" as const) : ("coupon" as const),
    state: promotion.state,
    discount_type,
    discount_value: isAmount ? toMajor(discount_value, currency) : percentOf(discount_value),
    min_order_amount: toMajorOrNull(promotion.min_order_amount, currency),
    max_discount_amount: toMajorOrNull(promotion.max_discount_amount, currency),
    min_quantity: promotion.min_quantity,
    buy_quantity: promotion.buy_quantity,
    get_quantity: promotion.get_quantity,
    target_type: promotion.target_type,
    target_ids: promotion.target_ids,
    starts_at: promotion.starts_at,
    expires_at: promotion.expires_at,
    usage_limit: promotion.usage_limit,
    usage_limit_per_customer: promotion.usage_limit_per_customer,
    uses: promotion.uses,
    is_combinable: promotion.is_combinable,
    is_discoverable: promotion.is_discoverable,
    is_active: promotion.is_active,
    created_at: promotion.created_at,
    updated_at: promotion.updated_at,
    currency,
  };
}

function brief(promotion: AdminPromotion, currency: string) {
  const { id, code, title, state, discount_type, discount_value, starts_at, expires_at, uses, updated_at } = detailed(
    promotion,
    currency,
  );
  return { id, code, title, state, discount_type, discount_value, starts_at, expires_at, uses, updated_at };
}

/** A promotion in a list: with its code, or with its id when it has no code. */
function inList(promotion: AdminPromotion, currency: string) {
  const { id, updated_at: _, ...row } = brief(promotion, currency);
  return { ...(promotion.code === null && { id }), ...withoutNulls(row) };
}

/** A promotion as `promotions_save` answers it, in major units; undefined when there is none of this id. */
export async function showPromotion(db: SiteDb, id: string): Promise<object | undefined> {
  const promotion = await findPromotion(db, id);
  return promotion && detailed(promotion, db.currency);
}

const nameOf = ({ code, id }: AdminPromotion): string => code ?? id;

function promotionChanged(
  { db, changed }: OperationCall,
  before: AdminPromotion | null,
  after: AdminPromotion | null,
): void {
  const { id = "", code = null, title = "" } = after ?? before ?? {};
  const fields = (promotion: AdminPromotion | null) => promotion && detailed(promotion, db.currency);
  const snapshot = fields(after);
  changed({ entity: "promotion", id, label: code ?? title, before: fields(before), after: snapshot, snapshot });
}

interface Amounts {
  discount_value?: number | undefined;
  min_order_amount?: number | null | undefined;
  max_discount_amount?: number | null | undefined;
}

/** Amounts in minor units, percentages in hundredths. `isAmount`: whether `discount_value` is an amount. */
function toMinorUnits(given: Amounts, isAmount: boolean, currency: string): PromotionPatch {
  const { discount_value, min_order_amount, max_discount_amount } = given;
  const amount = (path: string, major: number | null | undefined) =>
    typeof major === "number" ? readAmount(path, major, currency) : major;
  const value = (given: number) => (isAmount ? readAmount("discount_value", given, currency) : hundredths(given));
  return {
    discount_value: discount_value === undefined ? undefined : value(discount_value),
    min_order_amount: amount("min_order_amount", min_order_amount),
    max_discount_amount: amount("max_discount_amount", max_discount_amount),
  };
}

function hundredths(percent: number): number {
  const value = Math.round(percent * 100);
  if (Math.abs(value / 100 - percent) > 1e-9) throw invalidValue("discount_value", "must have at most 2 decimals");
  return value;
}

const pageOf = <T extends TSchema>(promotion: T) =>
  Type.Object({ currency: Currency, ...SearchPage(promotion).properties });

/** The operations on promotions; `requireTargets` finds what a promotion is for. */
export const promotionOperations = (requireTargets: RequireTargets): Operation[] => [
  defineOperation({
    name: "promotions_search",
    title: "Search promotions",
    description: "Automatic promotions and coupons, newest first.",
    area: "catalog",
    effect: "read",
    input: {
      query: optional(Query("Words in the title, or a code")),
      state: optional(Type.Enum([...PROMOTION_STATES])),
      promotion_type: optional(Type.Enum(["automatic", "coupon"])),
      ...searching,
    },
    answers: pageOf(ListedPromotion),
    detailed: pageOf(Answered),
    example: { state: "running" },
    run: async ({ db, maxRowsText }, { query, limit, cursor, response_format, ...filters }) => {
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const { promotions, total } = await searchPromotions(db, { ...filters, text: query }, page);
      const data =
        response_format === "detailed"
          ? cursorAnswer(promotions, total, page, (promotion) => detailed(promotion, db.currency))
          : cursorAnswer(promotions, total, page, (promotion) => inList(promotion, db.currency));
      return { text: `${total} promotions; ${data.data.length} shown.`, data: { currency: db.currency, ...data } };
    },
  }),
  defineOperation({
    name: "promotions_save",
    title: "Create or change a promotion",
    description:
      "Without promotion, creates one. With a code it is a coupon; without a code it applies automatically. discount_value: percent off, or an amount for fixed_amount; for buy_x_get_y, percent off the units received.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      promotion: optional(Ref("Id or code")),
      title: optional(Type.String({ minLength: 1, maxLength: 200 })),
      code: optional(Type.Unsafe<string | null>({ ...Code(), maxLength: 50, type: ["string", "null"] })),
      message: optional(TextOrNull(300, "For shoppers; default: from the value")),
      discount_type: optional(Type.Enum(["percentage", "fixed_amount", "free_shipping", "buy_x_get_y"])),
      discount_value: optional(Type.Number({ minimum: 0, maximum: 1e12 })),
      buy_quantity: optional(Units),
      get_quantity: optional(Units),
      target_type: optional(Type.Enum(["store", "products", "collections", "categories"])),
      targets: optional(Refs("Ids, slugs, SKUs or category names")),
      min_order_amount: optional(PriceOrNull()),
      min_quantity: optional(Count),
      max_discount_amount: optional(PriceOrNull()),
      starts_at: optional(TextOrNull(40, "ISO time, or a date: its start")),
      expires_at: optional(TextOrNull(40, "A date includes that day")),
      usage_limit: optional(Count),
      usage_limit_per_customer: optional(Count),
      is_combinable: optional(Type.Boolean({ description: "With others" })),
      is_discoverable: optional(Type.Boolean({ description: "Shops may show it" })),
      is_active: optional(Type.Boolean()),
      expected_updated_at: Expected,
    },
    answers: Answered,
    refuses: ["promotion_not_found", "product_not_found", "collection_not_found", "category_not_found", "code_taken"],
    example: {
      title: "Week-end tapis",
      discount_type: "percentage",
      discount_value: 20,
      target_type: "categories",
      targets: ["Tapis"],
      starts_at: "2026-11-27",
      expires_at: "2026-11-28",
    },
    run: async (call, given) => {
      const { promotion: ref, expected_updated_at, starts_at, expires_at, ...fields } = given;
      const zone = storeZone(call.db);
      const times = {
        starts_at: starts_at === null ? null : readTime("starts_at", starts_at, zone),
        expires_at: expires_at === null ? null : readEnd("expires_at", expires_at, zone),
      };
      const patch = (current: AdminPromotion | null): PromotionPatch => {
        const type = fields.discount_type ?? current?.discount_type;
        return { ...fields, ...toMinorUnits(fields, type === "fixed_amount", call.db.currency), ...times };
      };
      const { before, after } = await changePromotion(call.db, ref, patch, expected_updated_at, requireTargets);
      promotionChanged(call, before, after);
      const becameAutomatic =
        before?.code && after.code === null ? " It has no code now, so it applies automatically." : "";
      const text = `${before ? "Changed" : "Created"} the promotion ${nameOf(after)}; it is ${after.state}.${becameAutomatic}`;
      return { text, data: detailed(after, call.db.currency) };
    },
  }),
];

/** Deletes a promotion for `catalog_delete`. */
export const deletePromotion: Deletion = async (call, ref) => {
  const promotion = await removePromotion(call.db, ref);
  call.mustBeConfirmed();
  promotionChanged(call, promotion, null);
  return { text: `Deleted the promotion ${nameOf(promotion)}.`, data: { id: promotion.id, deleted: true } };
};
