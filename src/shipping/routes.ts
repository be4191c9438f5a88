import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { offsetPageOf, offsetParameters } from "../core/shapes.ts";
import { refuses } from "../http/errors.ts";
import { ShippingRateList } from "./schema.ts";
import { listShippingRates } from "./shipping.ts";

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
