import { type Static, Type } from "typebox";
import {
  Count,
  Currency,
  component,
  Money,
  Nullable,
  NullableMoney,
  NullableNumber,
  NullableText,
  Timestamp,
  Uuid,
} from "../core/shapes.ts";

export const MAX_QUANTITY = 9_999;
export const MAX_LINES = 200;

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: "Number of units." });

const VariantId = Type.Unsafe<string | null>({
  type: ["string", "null"],
  format: "uuid",
  description: "The variant's id; null for a product without variants.",
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
  available: true,
  available_quantity: 7,
};

export const CartItem = component(
  "CartItem",
  Type.Object({
    id: Uuid("The item's id; use it to change or remove the item."),
    product_id: Uuid("The product's id."),
    variant_id: VariantId,
    product_name: Type.String(),
    product_slug: Type.String(),
    product_price: Money("Current price of one unit, live until the order is placed"),
    compare_at_price: NullableMoney("Former price of one unit, if the product has one"),
    product_image: NullableText("URL of the variant's picture, or else of the product's first picture."),
    variant_title: NullableText("Name of the variant, such as `L / Rouge`; null for a product without variants."),
    variant_options: Type.Record(Type.String(), Type.String(), {
      description: "The chosen option values, by option name; empty for a product without variants.",
    }),
    sku: NullableText("Stock keeping unit."),
    quantity: Count("Number of units."),
    subtotal: Money("`product_price` times `quantity`"),
    available: Type.Boolean({ description: "Whether this quantity could be ordered now." }),
    available_quantity: NullableNumber("Number of units that could be ordered now; null when there is no limit."),
  }),
  exampleItem,
);
export type CartItem = Static<typeof CartItem>;

export const UnavailableItem = component(
  "UnavailableCartItem",
  Type.Object({
    item_id: Uuid("The item's id; use it to remove the item."),
    product_id: Uuid("The product's id."),
    variant_id: VariantId,
    product_name: Type.String(),
    quantity: Count("Number of units."),
    reason: Type.Enum(["hidden", "deleted"], {
      description: "`hidden`: the product is not published. `deleted`: the product or the variant was deleted.",
    }),
  }),
  {
    item_id: "019aa2c0-6a55-7a10-b3c4-5d6e7f805678",
    product_id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b5678",
    variant_id: null,
    product_name: "Coussin brodé",
    quantity: 1,
    reason: "hidden",
  },
);
export type UnavailableItem = Static<typeof UnavailableItem>;

export const Cart = component(
  "Cart",
  Type.Object({
    id: Uuid("The cart's id. Anyone who knows it may use the cart."),
    site_id: Uuid("The store's id."),
    status: Type.Enum(["open", "converted"], { description: "`converted`: the cart has become an order." }),
    items: Type.Array(CartItem),
    unavailable_items: Type.Array(UnavailableItem, {
      description: "What can no longer be ordered: it counts in no sum, and comes back to `items` with its product.",
    }),
    items_count: Count("Number of units in the cart: the sum of the quantities."),
    subtotal: Money("Sum of the items' subtotals"),
    currency: Currency,
    created_at: Timestamp("When the cart was created."),
    updated_at: Timestamp("When the cart last changed."),
    expires_at: Timestamp("When the cart expires, unless it changes before that."),
  }),
  {
    id: "019aa2c0-6a55-7000-8a00-1b2c3d4e5f60",
    site_id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
    status: "open",
    items: [exampleItem],
    unavailable_items: [],
    items_count: 2,
    subtotal: 25000,
    currency: "DZD",
    created_at: "2026-11-21T09:00:00.000Z",
    updated_at: "2026-11-21T09:05:00.000Z",
    expires_at: "2026-12-21T09:05:00.000Z",
  },
);
export type Cart = Static<typeof Cart>;

export const AddItem = Type.Object({
  product_id: Type.String({ description: "The product's id.", examples: ["019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d"] }),
  variant_id: Type.Optional(
    Nullable(Type.String({ description: "The variant's id; required for a product with variants." })),
  ),
  quantity: Quantity,
});
export type AddItem = Static<typeof AddItem>;

export const ChangeItem = Type.Object({ quantity: Quantity });
export type ChangeItem = Static<typeof ChangeItem>;

export const CartPath = Type.Object({ cart_id: Type.String({ description: "The cart's id." }) });
export const ItemPath = Type.Object({
  cart_id: Type.String({ description: "The cart's id." }),
  item_id: Type.String({ description: "The item's id." }),
});
