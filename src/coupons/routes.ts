import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { MAY_HAVE_CUSTOMER } from "../http/customer.ts";
import { refuses } from "../http/errors.ts";
import { validateCoupon } from "./coupons.ts";
import { CouponAnswer, CouponRequest } from "./schema.ts";

export const couponRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    "/coupons/validate",
    {
      config: { guessable: "code", customer: "welcome", unacceptable: ["quantity"] },
      schema: {
        operationId: "validateCoupon",
        summary: "Try a coupon",
        description:
          "Whether a code applies to a cart, and what does; limits per customer count for a signed-in one. A code that is unknown, expired, used up or not yet met is `valid: false` with a sentence that says what is missing.",
        tags: ["Coupons"],
        security: MAY_HAVE_CUSTOMER,
        body: CouponRequest,
        response: { 200: CouponAnswer, ...refuses("invalid_request", "invalid_value") },
      },
    },
    ({ site, claim, body }) => site.transact((db) => validateCoupon(db, claim, body)),
  );
};
