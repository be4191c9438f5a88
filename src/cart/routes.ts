import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { CUSTOMER_OPTIONAL } from "../http/customer.ts";
import { refuses } from "../http/errors.ts";
import { addItem, changeItem, createCart, removeItem, showCart } from "./cart.ts";
import { AddItem, Cart, CartPath, ChangeItem, ItemPath } from "./schema.ts";

const OF_CUSTOMER = { customer: "lenient" } as const;
const WITH_QUANTITY = { customer: "lenient", typeErrorsAs422: ["quantity"] } as const;

export const cartRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    "/cart",
    {
      config: OF_CUSTOMER,
      schema: {
        operationId: "createCart",
        summary: "Make a cart",
        description: "An empty cart, kept for 30 days after its last change. A signed-in customer's cart is theirs.",
        tags: ["Cart"],
        security: CUSTOMER_OPTIONAL,
        body: Type.Unsafe<unknown>({ type: ["object", "null"], description: "Nothing is needed." }),
        response: { 201: Cart, ...refuses("invalid_request") },
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
        operationId: "getCart",
        summary: "Show a cart",
        description: "The cart with live prices and availability; after an order, with the prices of the order.",
        tags: ["Cart"],
        params: CartPath,
        response: { 200: Cart, ...refuses("cart_not_found") },
      },
    },
    ({ site, params }) => site.read((db) => showCart(db, params.cart_id)),
  );

  app.post(
    "/cart/:cart_id/items",
    {
      config: WITH_QUANTITY,
      schema: {
        operationId: "addCartItem",
        summary: "Put a product into a cart",
        description: "What is in the cart already becomes more. Answers the whole cart.",
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
      config: WITH_QUANTITY,
      schema: {
        operationId: "changeCartItem",
        summary: "Change how many of an item are in a cart",
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
      config: OF_CUSTOMER,
      schema: {
        operationId: "removeCartItem",
        summary: "Take an item out of a cart",
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
