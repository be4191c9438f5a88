import { type Static, Type } from "typebox";
import {
  Currency,
  component,
  exampleOf,
  lackingNulls,
  Money,
  Nullable,
  NullableMoney,
  NullableText,
  NullableTimestamp,
} from "../../core/shapes.ts";
import { REASONS } from "../reasons.ts";
import { Order, orderFields } from "../schema.ts";
import { AdminOrderRow } from "./queries.ts";
import { BriefOrder } from "./search-queries.ts";

/** What merchants are answered of orders. Amounts are in major units. What is known of people is null without `customers:read`. */

const { notes, returns, full_history } = AdminOrderRow.properties;
const Reason = Type.Enum([...REASONS]);
const Next = Type.Array(Type.String(), { description: "The operations that move it on." });

const money = {
  collected_amount: NullableMoney("What the shopper paid"),
  remitted_amount: NullableMoney("What the carrier paid to the shop"),
};
const calls = Type.Integer({ description: "How often the shopper was called." });
const returnedAmount = Money("What was to be paid for the units that came back");

/** All of an order. */
export const adminOrder = Type.Object({
  ...orderFields,
  ...money,
  customer_id: NullableText("The account's id; null: a guest."),
  returned_amount: returnedAmount,
  shipping_is_set: Type.Boolean({ description: "Whether the delivery cost was set by hand." }),
  remitted_at: NullableTimestamp("When the carrier paid."),
  reason: Nullable(Reason),
  calls,
  notes,
  history: full_history,
  returns: Type.Array(Type.Object({ ...returns.items.properties, refunded_amount: Money("What was paid back") }), {
    description: "What came back, the oldest return first.",
  }),
});
const { history: _, ...shown } = exampleOf(Order);
const example: Static<typeof adminOrder> = {
  ...shown,
  collected_amount: null,
  remitted_amount: null,
  customer_id: null,
  returned_amount: 0,
  shipping_is_set: false,
  remitted_at: null,
  reason: null,
  calls: 1,
  notes: [
    {
      id: "019aa2c0-6a57-7b11-9c22-4d5e6f708192",
      outcome: "answered",
      text: null,
      call_again_at: null,
      actor: "key Shop manager",
      at: "2026-11-21T09:30:00.000Z",
    },
  ],
  history: [
    { status: "pending", payment_status: "unpaid", actor: "shopper", changes: null, at: "2026-11-21T09:10:00.000Z" },
  ],
  returns: [],
};
export const AdminOrder = component("AdminOrder", adminOrder, example);

const Orders = Type.Array(Type.String(), { description: "Numbers of the phone number's orders within 24 hours." });
const IsBlocked = Type.Boolean({ description: "Whether the store has blocked the phone number." });
const OtherOrders = Type.Object(
  {
    orders: Type.Integer(),
    delivered: Type.Integer(),
    refused: Type.Integer(),
    cancelled: Type.Integer(),
    open: Type.Integer(),
  },
  { description: "The other orders of the phone number." },
);

/** What the store knows of an order's phone number. */
export const OrderRisk = component(
  "OrderRisk",
  Type.Object({
    phone_history: Nullable(OtherOrders),
    same_day_orders: Nullable(Orders),
    is_blocked: Nullable(IsBlocked),
  }),
  {
    phone_history: { orders: 2, delivered: 2, refused: 0, cancelled: 0, open: 0 },
    same_day_orders: [],
    is_blocked: false,
  },
);

/** The state of an order, and what may follow. */
const state = Type.Object({
  order_number: orderFields.order_number,
  status: orderFields.status,
  payment_status: orderFields.payment_status,
  total: orderFields.total,
  currency: Currency,
  ...money,
  returned_amount: Type.Optional(returnedAmount),
  refunded_amount: Type.Optional(orderFields.refunded_amount),
  reason: Type.Optional(Reason),
  calls,
  carrier: orderFields.carrier,
  tracking_number: orderFields.tracking_number,
  updated_at: orderFields.updated_at,
  next: Next,
});
const exampleState: Static<typeof state> = {
  order_number: example.order_number,
  status: "pending",
  payment_status: "unpaid",
  total: example.total,
  currency: "DZD",
  collected_amount: null,
  remitted_amount: null,
  calls: 1,
  carrier: null,
  tracking_number: null,
  updated_at: example.updated_at,
  next: ["orders_confirm", "orders_cancel"],
};
export const OrderState = component("OrderState", state, exampleState);

const {
  id: lineId,
  product_name,
  variant_title,
  sku,
  quantity,
  returned_quantity,
  subtotal,
} = orderFields.items.items.properties;

/** An order in short. */
const briefOrder = Type.Object({
  id: orderFields.id,
  ...state.properties,
  created_at: orderFields.created_at,
  subtotal: orderFields.subtotal,
  discount: orderFields.discount,
  shipping_cost: orderFields.shipping_cost,
  rounding: orderFields.rounding,
  coupon_code: orderFields.coupon_code,
  applied: Type.Array(Type.String(), { description: "Titles of the promotions that applied." }),
  customer_name: orderFields.customer_name,
  customer_phone: orderFields.customer_phone,
  customer_wilaya: orderFields.customer_wilaya,
  wilaya_code: orderFields.wilaya_code,
  customer_commune: orderFields.customer_commune,
  delivery_method: orderFields.delivery_method,
  items: Type.Array(
    Type.Object({
      id: Type.Optional(lineId),
      product_name,
      variant_title,
      sku,
      quantity,
      returned_quantity: Type.Optional(returned_quantity),
      subtotal,
    }),
  ),
});
const exampleItem = example.items[0] as Static<typeof adminOrder>["items"][number];
export const OrderInShort = component("OrderInShort", briefOrder, {
  ...exampleState,
  id: example.id,
  created_at: example.created_at,
  subtotal: example.subtotal,
  discount: example.discount,
  shipping_cost: example.shipping_cost,
  rounding: 0,
  coupon_code: example.coupon_code,
  applied: ["10 % de bienvenue"],
  customer_name: example.customer_name,
  customer_phone: example.customer_phone,
  customer_wilaya: example.customer_wilaya,
  wilaya_code: example.wilaya_code,
  customer_commune: example.customer_commune,
  delivery_method: "home",
  items: [
    {
      product_name: exampleItem.product_name,
      variant_title: null,
      sku: exampleItem.sku,
      quantity: exampleItem.quantity,
      subtotal: exampleItem.subtotal,
    },
  ],
});

const { id: _id, updated_at: _updated, ...listed } = BriefOrder.properties;

/** An order in a list, without what it lacks. */
export const ListedOrder = component(
  "ListedOrder",
  Type.Object({
    ...lackingNulls({
      ...listed,
      ...money,
      status: orderFields.status,
      payment_status: orderFields.payment_status,
      total: orderFields.total,
      last_call: NullableText("The outcome of the last call."),
      call_again_at: NullableTimestamp("When to call again."),
    }),
    customer_wilaya: Type.Optional(orderFields.customer_wilaya),
    phone_orders: Type.Optional(Nullable(Type.Integer({ description: "Other orders of the phone number." }))),
    phone_refused: Type.Optional(Nullable(Type.Integer({ description: "Those of them that were not taken." }))),
    same_day_orders: Type.Optional(Nullable(Orders)),
    is_blocked: Type.Optional(Nullable(IsBlocked)),
  }),
  {
    order_number: example.order_number,
    status: "pending",
    payment_status: "unpaid",
    total: example.total,
    currency: "DZD",
    items_count: 2,
    customer_name: example.customer_name,
    customer_phone: example.customer_phone,
    calls: 0,
    created_at: example.created_at,
  },
);

/** All of an order, with what is known of its phone number. */
export const FoundOrder = Type.Intersect([AdminOrder, OrderRisk]);

/** An order by itself, in short and with all of it. */
export const ShownOrder = Type.Intersect([OrderInShort, OrderRisk]);
const TrackingPage = NullableText("The store's page of this order, for the shopper; null: the store has told none.");
export const WholeOrder = Type.Intersect([
  AdminOrder,
  OrderRisk,
  Type.Object({ next: Next, tracking_page_url: TrackingPage }),
]);

const StockBack = Type.Array(Type.Object({ product_name, variant_title, sku, quantity: Type.Integer() }), {
  description: "What is in stock again.",
});

/** What a cancelled order gives back. */
export const GivenBack = Type.Object({ stock_back: StockBack });
export const CancelledOrder = Type.Intersect([OrderState, GivenBack]);

/** What a return gives back. */
export const ReturnGivesBack = Type.Object({
  refunded_amount: Money("What is paid back by this return"),
  stock_back: StockBack,
});
export const ReturnedOrder = Type.Object({ ...state.properties, ...ReturnGivesBack.properties });

const { applied, wilaya_code } = briefOrder.properties;
export const CreatedInDryRun = Type.Object({ applied, wilaya_code, is_blocked: Nullable(IsBlocked) });
export const CreatedOrder = Type.Intersect([OrderInShort, Type.Object({ is_blocked: Nullable(IsBlocked) })]);
export const UpdatedOrder = Type.Intersect([
  OrderInShort,
  Type.Object({ delivery_rate: Money("What delivery costs by the store's rates") }),
]);
export const MergedOrder = Type.Intersect([
  OrderInShort,
  Type.Object({ merged: Type.String({ description: "The number of the order that was merged into it." }) }),
]);

/** What became of several orders. */
export const MovedOrders = Type.Object({
  moved: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(
    Type.Object({
      order: Type.String({ description: "Its number, or what was sent for it." }),
      row: Type.Optional(Type.Integer({ description: "Its line in the sheet." })),
      ok: Type.Boolean(),
      status: Type.Optional(Type.String()),
      problem: Type.Optional(Type.Object({ code: Type.String(), detail: Type.String() })),
    }),
  ),
});
