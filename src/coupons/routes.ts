import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { CUSTOMER_OPTIONAL } from "../http/customer.ts";
import { refuses } from "../http/errors.ts";
import { validateCoupon } from "./coupons.ts";
import { CouponAnswer, CouponRequest } from "./schema.ts";

export const couponRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    "/coupons/validate",
    {
      config: { bruteForceLimit: "code or contact", customer: "optional", typeErrorsAs422: ["quantity"] },
      schema: {
        operationId: "validateCoupon",
        summary: "Try a coupon",
        description:
          "Whether a code applies to a cart, and what does. Send `customer_phone`, `customer_email` and the customer's token as the order will have them: earlier orders that share the phone number, the e-mail or the account count for limits per customer. A code that is unknown, expired, used up or not yet met is `valid: false` with a sentence that says what is missing.",
        tags: ["Coupons"],
        security: CUSTOMER_OPTIONAL,
        body: CouponRequest,
        response: { 200: CouponAnswer, ...refuses("invalid_request", "invalid_token", "invalid_value") },
      },
    },
    ({ site, claim, body }) => site.transact((db) => validateCoupon(db, claim, body)),
  );
};
