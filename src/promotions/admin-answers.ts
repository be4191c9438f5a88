import { type Static, Type } from "typebox";
import { Currency, component, lackingNulls, Nullable, NullableMoney } from "../core/shapes.ts";
import { PROMOTION_STATES, AdminPromotion as Row } from "./admin-queries.ts";

const {
  folded_code: _folded,
  used_count: _used,
  uses: counted,
  created_at: createdAt,
  updated_at: updatedAt,
  ...columns
} = Row.properties;

/** The value of a promotion as merchants give it. */
const DiscountValue = Type.Number({ description: "Percent, or an amount in the currency's major unit." });
const State = Type.Enum([...PROMOTION_STATES]);

const promotion = Type.Object({
  ...columns,
  promotion_type: Type.Enum(["automatic", "coupon"]),
  state: State,
  discount_value: DiscountValue,
  min_order_amount: NullableMoney("Subtotal from which it applies"),
  max_discount_amount: NullableMoney("The most that it takes off"),
  uses: counted,
  created_at: createdAt,
  updated_at: updatedAt,
  currency: Currency,
});

const example: Static<typeof promotion> = {
  id: "019aa2c0-6a53-7c11-8d2e-7f1b3c5a9e02",
  code: "BIENVENUE10",
  title: "10 % de bienvenue",
  message: null,
  promotion_type: "coupon",
  state: "running",
  discount_type: "percentage",
  discount_value: 10,
  min_order_amount: null,
  max_discount_amount: null,
  min_quantity: null,
  buy_quantity: 1,
  get_quantity: 1,
  target_type: "store",
  target_ids: [],
  starts_at: null,
  expires_at: null,
  usage_limit: null,
  usage_limit_per_customer: 1,
  uses: 12,
  is_combinable: false,
  is_discoverable: false,
  is_active: true,
  created_at: "2026-11-02T09:10:00.000Z",
  updated_at: "2026-11-02T09:10:00.000Z",
  currency: "DZD",
};

/** All of a promotion. */
export const AdminPromotion = component("AdminPromotion", promotion, example);

const { id, code, title, state, discount_type, discount_value, starts_at, expires_at, uses } = promotion.properties;

/** A promotion in a list: without a code it has its id. */
export const ListedPromotion = component(
  "ListedPromotion",
  Type.Object({
    id: Type.Optional(id),
    ...lackingNulls({ code, title, state, discount_type, discount_value, starts_at, expires_at, uses }),
  }),
  {
    code: "BIENVENUE10",
    title: example.title,
    state: "running",
    discount_type: "percentage",
    discount_value: 10,
    uses: 12,
  },
);

/** The promotion of a code, with its limits. */
export const PromotionFacts = Type.Object({
  id,
  title,
  state,
  discount_type,
  discount_value: Nullable(DiscountValue),
  target_type: promotion.properties.target_type,
  targets: Type.Array(Type.String(), { description: "Names of the first ones." }),
  targets_count: Type.Integer(),
  min_order_amount: promotion.properties.min_order_amount,
  min_quantity: promotion.properties.min_quantity,
  max_discount_amount: promotion.properties.max_discount_amount,
  is_combinable: promotion.properties.is_combinable,
  starts_at,
  expires_at,
  usage_limit: promotion.properties.usage_limit,
  uses,
  usage_limit_per_customer: Nullable(Type.Integer()),
});
