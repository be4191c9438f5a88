import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { CUSTOMER_OPTIONAL } from "../http/customer.ts";
import type { Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { nameLanguage, shopperLocale } from "../http/language.ts";
import { countGuesses, validateCoupon } from "./coupons.ts";
import { CouponAnswer, CouponRequest } from "./schema.ts";

const guessCount = ({ body }: { body: unknown }) => countGuesses(body as CouponRequest);

export const couponTags: Tag[] = [{ name: "Coupons", description: "Coupons and promotions." }];

export const couponRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    "/coupons/validate",
    {
      config: { customer: "optional", typeErrorsAs422: ["quantity"], guessCount },
      schema: {
        operationId: "coupons.validate",
        summary: "Try a coupon",
        description:
          "Says whether a code applies to a cart, and which promotions apply. Send `customer_phone`, `customer_email` and the customer's token as the order will have them: earlier orders with the same phone number, e-mail or account count for limits per customer. If a code is unknown, expired or used up, or its conditions are not met, the answer has `valid: false` and a message that says why.",
        tags: ["Coupons"],
        security: CUSTOMER_OPTIONAL,
        body: CouponRequest,
        response: { 200: CouponAnswer, ...refuses("invalid_request", "invalid_token", "invalid_value") },
      },
    },
    (request, reply) => {
      const { site, claim, body } = request;
      const locale = shopperLocale(request);
      nameLanguage(reply, locale);
      return site.transact((db) => validateCoupon({ ...db, locale }, claim, body));
    },
  );
};
