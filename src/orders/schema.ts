import { type Static, Type } from "typebox";
import {
  Count,
  Currency,
  component,
  ListOf,
  Money,
  Nullable,
  NullableMoney,
  NullableText,
  offsetParameters,
  Timestamp,
  Uuid,
} from "../core/shapes.ts";
import { AppliedDiscount } from "../promotions/promotions.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "./status/transitions.ts";

const Status = Type.Enum([...ORDER_STATUSES], { description: "Status of the order." });
const PaymentStatus = Type.Enum([...PAYMENT_STATUSES], { description: "Payment status of the order." });
const NullableUuid = (description: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], format: "uuid", description });

const OrderItem = Type.Object({
  id: Uuid("The line's id."),
  product_id: Uuid("Id of the product that was ordered."),
  variant_id: NullableUuid("The variant's id; null for a product without variants."),
  product_name: Type.String(),
  product_slug: Type.String(),
  product_price: Money("Price of one unit when it was ordered"),
  compare_at_price: NullableMoney("Former price of one unit, if the product had one"),
  product_image: NullableText("URL of the product's picture."),
  variant_title: NullableText("Name of the variant, such as `L / Rouge`; null for a product without variants."),
  variant_options: Type.Record(Type.String(), Type.String(), {
    description: "The chosen option values, by option name.",
  }),
  sku: NullableText("Stock keeping unit."),
  quantity: Count("Number of units."),
  subtotal: Money("`product_price` times `quantity`"),
  discount: Money("The line's share of the order's discount"),
  returned_quantity: Count("Number of units that came back."),
});

const exampleItem = {
  id: "019aa2c0-6a55-7a10-b3c4-5d6e7f801234",
  product_id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d",
  variant_id: null,
  product_name: "Tapis berbère",
  product_slug: "tapis-berbere",
  product_price: 12500,
  compare_at_price: null,
  product_image: "/media/demo/rug/tapis-berbere-1.svg",
  variant_title: null,
  variant_options: {},
  sku: "TAP-01",
  quantity: 2,
  subtotal: 25000,
  discount: 2500,
  returned_quantity: 0,
};

/** What shoppers and merchants see of an order. */
export const orderFields = {
  id: Uuid("The order's id."),
  order_number: Type.String({ description: "Number by which the shopper and the shop identify the order." }),
  status: Status,
  payment_status: PaymentStatus,
  payment_method: Type.String({ description: "`cod` is cash on delivery." }),
  currency: Currency,
  subtotal: Money("Sum of the lines' subtotals"),
  discount: Money("Total discount on the lines: the sum of `applied_discounts[].discount_amount`"),
  shipping_cost: Money("Delivery cost that the shopper pays"),
  rounding: Type.Number({
    description:
      "What rounding to an amount that can be paid in cash adds to the total, in major units; negative when it lowers it. 0 unless the store rounds.",
  }),
  total: Money("`subtotal - discount + shipping_cost + rounding`"),
  refunded_amount: Money("What the shop has paid back"),
  items_count: Count("Number of units that were ordered: the sum of the quantities."),
  items: Type.Array(OrderItem),
  applied_discounts: Type.Array(AppliedDiscount, { description: "The promotions that applied." }),
  coupon_code: NullableText("The codes that applied, separated by commas."),
  customer_name: Type.String(),
  customer_phone: Type.String({ description: "In E.164 format if the number was recognised, otherwise as given." }),
  customer_email: NullableText("E-mail address."),
  customer_wilaya: NullableText("Region, as given."),
  wilaya_code: NullableText("Code of the wilaya that was recognised in `customer_wilaya`, or by the commune."),
  customer_commune: NullableText("Commune or town, as given."),
  delivery_method: Type.Enum(["home", "desk"], {
    description: "`home`: to the door; `desk`: to the carrier's office.",
  }),
  shipping_address: Type.Unsafe<Record<string, unknown> | null>({
    type: ["object", "null"],
    additionalProperties: true,
    description: "Delivery address, as given.",
  }),
  customer_notes: NullableText("The shopper's notes for the shop."),
  carrier: NullableText("The carrier, once the order is shipped."),
  tracking_number: NullableText("The carrier's tracking number."),
  tracking_url: NullableText("The carrier's page for this parcel, if the store has told its address."),
  history: Type.Array(
    Type.Object({ status: Status, payment_status: PaymentStatus, at: Timestamp("When the status changed.") }),
    {
      description: "Every change of status, oldest first.",
    },
  ),
  created_at: Timestamp("When the order was placed."),
  updated_at: Timestamp("When the order last changed."),
};

export const Order = component("Order", Type.Object(orderFields), {
  id: "019aa2c0-6a56-7c22-9e01-3f4a5b6c7d8e",
  order_number: "ORD-2026-7KQ2M9XB",
  status: "pending",
  payment_status: "unpaid",
  payment_method: "cod",
  currency: "DZD",
  subtotal: 25000,
  discount: 2500,
  shipping_cost: 400,
  rounding: 0,
  total: 22900,
  refunded_amount: 0,
  items_count: 2,
  items: [exampleItem],
  applied_discounts: [
    {
      id: "019aa2c0-6a53-7c11-8d2e-7f1b3c5a9e02",
      code: "BIENVENUE10",
      title: "10 % de bienvenue",
      promotion_type: "coupon",
      discount_type: "percentage",
      discount_value: 10,
      discount_amount: 2500,
      shipping_discount_amount: 0,
      target_type: "store",
      target_ids: [],
      message: "10\u00a0% de remise",
    },
  ],
  coupon_code: "BIENVENUE10",
  customer_name: "Karim Benali",
  customer_phone: "+213550123456",
  customer_email: null,
  customer_wilaya: "16 - Alger",
  wilaya_code: "16",
  customer_commune: "Hydra",
  delivery_method: "home",
  shipping_address: { line1: "12 rue des Oliviers", method: "home" },
  customer_notes: null,
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  history: [{ status: "pending", payment_status: "unpaid", at: "2026-11-21T09:10:00.000Z" }],
  created_at: "2026-11-21T09:10:00.000Z",
  updated_at: "2026-11-21T09:10:00.000Z",
});
export type Order = Static<typeof Order>;
export const OrderList = ListOf("OrderList", Order);

const optional = (description: string, maxLength: number) =>
  Type.Optional(Nullable(Type.String({ description, maxLength })));

export const PlaceOrder = Type.Object({
  cart_id: Type.String({ description: "The cart that becomes the order." }),
  customer_name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "Name of the customer.",
    examples: ["Karim Benali"],
  }),
  customer_phone: Type.String({
    maxLength: 50,
    description:
      "Phone number in any common format. It is stored as E.164 if it is a number of the store's country or starts with +.",
    examples: ["0550 12 34 56"],
  }),
  customer_email: optional("E-mail address.", 300),
  customer_wilaya: optional(
    "Region: a wilaya's code, its French or Arabic name, or both, as in `16 - Alger`. A region that is not recognised gets the rate for everywhere else.",
    100,
  ),
  customer_commune: optional(
    "Commune or town. In Algeria the wilaya is found by the commune if `customer_wilaya` is missing or not recognised, unless several wilayas have a commune of that name.",
    100,
  ),
  shipping_address: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ["object", "null"],
      additionalProperties: true,
      maxProperties: 1000,
      description: "Any object of at most 4 KB. Its member `method` is `home` (default) or `desk`.",
    }),
  ),
  payment_method: Type.Optional(
    Nullable(Type.String({ maxLength: 50, description: "Payment method. The default is `cod`, cash on delivery." })),
  ),
  customer_notes: optional("Notes for the shop.", 2000),
  coupon_code: optional("A coupon code, or several codes separated by commas.", 500),
});
export type PlaceOrder = Static<typeof PlaceOrder>;

export const OrderQuery = Type.Object({
  ...offsetParameters(),
  status: Type.Optional(Type.Enum([...ORDER_STATUSES], { description: "Only orders with this status." })),
});
export type OrderQuery = Static<typeof OrderQuery>;

export const OrderPath = Type.Object({
  order_number: Type.String({ description: "The order's number.", examples: ["ORD-2026-7KQ2M9XB"] }),
});
