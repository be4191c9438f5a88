import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { currentCustomer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { CUSTOMER_OPTIONAL, CUSTOMER_REQUIRED } from "../http/customer.ts";
import type { Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { IdempotencyHeader, idempotentRequest, markReplay } from "../http/idempotency.ts";
import { nameLanguage, shopperLocale } from "../http/language.ts";
import { runIdempotent } from "../idempotency/idempotency.ts";
import { countCodes } from "../promotions/promotions.ts";
import { listOrders, placeOrder, trackOrder } from "./orders.ts";
import { renderStored } from "./render.ts";
import { Order, OrderList, OrderPath, OrderQuery, PlaceOrder } from "./schema.ts";

export const orderTags: Tag[] = [{ name: "Orders", description: "Placing, listing and tracking orders." }];

/** Reads orders in the shopper's language, which the headers name when an order has a message. */
async function inShopperLanguage<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (db: SiteDb) => Promise<T>,
  ordersOf: (answer: T) => Order[],
): Promise<T> {
  const locale = shopperLocale(request);
  const answer = await request.site.transact((db) => read({ ...db, locale }));
  if (ordersOf(answer).some(hasMessage)) nameLanguage(reply, locale);
  return answer;
}

const hasMessage = ({ applied_discounts }: Order): boolean => applied_discounts.length > 0;

export const orderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    "/orders",
    {
      config: { customer: "optional", guessCount: ({ body }) => countCodes((body as PlaceOrder).coupon_code) },
      schema: {
        operationId: "orders.place",
        summary: "Place an order",
        description:
          "Turns a cart into an order: takes the stock, applies promotions and adds the delivery cost, all in one transaction. Send an `Idempotency-Key` to retry safely: the same key and body get the first answer again.",
        tags: ["Orders"],
        security: CUSTOMER_OPTIONAL,
        headers: IdempotencyHeader,
        body: PlaceOrder,
        response: {
          201: Order,
          ...refuses(
            "invalid_request",
            "invalid_token",
            "cart_not_found",
            "cart_converted",
            "idempotency_in_progress",
            "invalid_value",
            "cart_empty",
            "insufficient_stock",
            "coupon_not_applicable",
            "order_refused",
            "idempotency_key_reused",
          ),
        },
      },
    },
    async (request, reply) => {
      const { site, claim, body } = request;
      const locale = shopperLocale(request);
      const { order, isReplay } = await site.transact(async (db) => {
        const customer = await currentCustomer(db, claim); // a replay also requires a token that is still valid
        const idempotent = { ...idempotentRequest(request), caller: customer?.id };
        const { answer, isReplay } = await runIdempotent(db, idempotent, () =>
          placeOrder(db, customer, body, { locale }),
        );
        return { order: renderStored({ ...db, locale }, answer), isReplay };
      });
      markReplay(reply, isReplay);
      if (hasMessage(order)) nameLanguage(reply, locale);
      return reply.code(201).send(order);
    },
  );

  app.get(
    "/orders",
    {
      config: { customer: "required" },
      schema: {
        operationId: "orders.list",
        summary: "List the customer's orders",
        description: "The signed-in customer's orders, newest first.",
        tags: ["Orders"],
        security: CUSTOMER_REQUIRED,
        querystring: OrderQuery,
        response: { 200: OrderList, ...refuses("invalid_request", "invalid_token") },
      },
    },
    (request, reply) =>
      inShopperLanguage(
        request,
        reply,
        (db) => listOrders(db, request.claim, request.query),
        ({ data }) => data,
      ),
  );

  const tracking = (path: string, operationId: string, summary: string) =>
    app.get(
      path,
      {
        config: { customer: "optional", guessCount: () => 1 },
        schema: {
          operationId,
          summary,
          description:
            "Status, totals, lines and history. The name and phone number are masked, and e-mail, commune, address and notes are left out. With the token of the customer who placed the order, everything is shown.",
          tags: ["Orders"],
          security: CUSTOMER_OPTIONAL,
          params: OrderPath,
          response: { 200: Order, ...refuses("invalid_token", "order_not_found") },
        },
      },
      (request, reply) =>
        inShopperLanguage(
          request,
          reply,
          (db) => trackOrder(db, request.claim, request.params.order_number),
          (order) => [order],
        ),
    );
  tracking("/orders/track/:order_number", "orders.track", "Track an order");
  tracking("/orders/:order_number", "orders.get", "Show an order");
};
