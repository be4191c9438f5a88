import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { CUSTOMER_OPTIONAL } from "../http/customer.ts";
import type { Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { addItem, changeItem, createCart, removeItem, showConvertedCart, showOpenCart } from "./cart.ts";
import { AddItem, Cart, CartPath, ChangeItem, ItemPath } from "./schema.ts";

const LENIENT_CUSTOMER = { customer: "lenient" } as const;
const LENIENT_CUSTOMER_AND_QUANTITY = { customer: "lenient", typeErrorsAs422: ["quantity"] } as const;

export const cartTags: Tag[] = [{ name: "Cart", description: "The cart: the items that a shopper wants to order." }];

export const cartRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    "/cart",
    {
      config: LENIENT_CUSTOMER,
      schema: {
        operationId: "cart.create",
        summary: "Create a cart",
        description:
          "Creates an empty cart. A cart expires 30 days after its last change. With a customer's token the cart belongs to the customer.",
        tags: ["Cart"],
        security: CUSTOMER_OPTIONAL,
        body: Type.Unsafe<unknown>({ type: ["object", "null"], description: "No body is needed." }),
        response: { 201: Cart, ...refuses("invalid_request", "invalid_value") },
      },
    },
    ({ site, claim }, reply) => {
      reply.code(201);
      return site.transact((db) => createCart(db, claim));
    },
  );

  app.get(
    "/cart/:cart_id",
    {
      schema: {
        operationId: "cart.get",
        summary: "Show a cart",
        description:
          "Answers the cart with live prices and availability. After an order it shows the prices of the order.",
        tags: ["Cart"],
        params: CartPath,
        response: { 200: Cart, ...refuses("cart_not_found") },
      },
    },
    async ({ site, params: { cart_id } }) =>
      (await site.read((db) => showOpenCart(db, cart_id), { isUntold: true })) ??
      site.transact((db) => showConvertedCart(db, cart_id)),
  );

  app.post(
    "/cart/:cart_id/items",
    {
      config: LENIENT_CUSTOMER_AND_QUANTITY,
      schema: {
        operationId: "cart.addItem",
        summary: "Add a product to a cart",
        description:
          "If the cart already contains the product or variant, its quantity is increased. Answers the whole cart.",
        tags: ["Cart"],
        security: CUSTOMER_OPTIONAL,
        params: CartPath,
        body: AddItem,
        response: {
          200: Cart,
          ...refuses(
            "invalid_request",
            "variant_required",
            "cart_not_found",
            ["product_not_found", 400],
            ["variant_not_found", 400],
            "cart_converted",
            "invalid_value",
            "quantity_out_of_range",
            "insufficient_stock",
            "cart_full",
          ),
        },
      },
    },
    ({ site, claim, params, body }) => site.transact((db) => addItem(db, claim, params.cart_id, body)),
  );

  app.patch(
    "/cart/:cart_id/items/:item_id",
    {
      config: LENIENT_CUSTOMER_AND_QUANTITY,
      schema: {
        operationId: "cart.changeItem",
        summary: "Change the quantity of an item",
        description: "Answers the whole cart.",
        tags: ["Cart"],
        security: CUSTOMER_OPTIONAL,
        params: ItemPath,
        body: ChangeItem,
        response: {
          200: Cart,
          ...refuses(
            "invalid_request",
            "cart_not_found",
            "cart_item_not_found",
            "cart_converted",
            "invalid_value",
            "item_unavailable",
            "quantity_out_of_range",
            "insufficient_stock",
          ),
        },
      },
    },
    ({ site, claim, params, body }) => site.transact((db) => changeItem(db, claim, params, body)),
  );

  app.delete(
    "/cart/:cart_id/items/:item_id",
    {
      config: LENIENT_CUSTOMER,
      schema: {
        operationId: "cart.removeItem",
        summary: "Remove an item from a cart",
        description: "Answers the whole cart.",
        tags: ["Cart"],
        security: CUSTOMER_OPTIONAL,
        params: ItemPath,
        response: {
          200: Cart,
          ...refuses("cart_not_found", "cart_item_not_found", "cart_converted"),
        },
      },
    },
    ({ site, claim, params }) => site.transact((db) => removeItem(db, claim, params)),
  );
};
