import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { offsetPageOf, offsetParameters } from "../core/shapes.ts";
import { CONSOLE_TAG } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { ShippingRateList, WilayaList } from "./schema.ts";
import { allWilayas, listShippingRates } from "./shipping.ts";

export const shippingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/shipping-rates",
    {
      config: { shows: ["shipping"] },
      schema: {
        operationId: "shippingRates.list",
        summary: "List the delivery rates",
        description:
          "Delivery prices by region and method, for a checkout to show before the order. An order gets the rate of its region and method; without one, the rate of everywhere else; without that, the home rate.",
        tags: ["Store"],
        querystring: Type.Object(offsetParameters(250)),
        response: { 200: ShippingRateList, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => listShippingRates(db, offsetPageOf(query, 250))),
  );
};

/** What the console's forms of addresses choose from. It is of no store, and no secret. */
export const placeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/wilayas",
    {
      schema: {
        operationId: "console.wilayas",
        summary: "List the wilayas",
        description: "All 69, each with its communes.",
        tags: [CONSOLE_TAG],
        security: [],
        response: { 200: WilayaList },
      },
    },
    async () => ({ data: allWilayas() }),
  );
};
