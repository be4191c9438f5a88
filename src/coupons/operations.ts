import { Type } from "typebox";
import { MAX_QUANTITY } from "../cart/cart.ts";
import { SEES_PEOPLE } from "../core/scopes.ts";
import { Code, Fields, Ref } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { ExplainedCoupon as Answered } from "./admin-answers.ts";
import { type ExplainedCoupon, explainCoupon } from "./check.ts";

const optional = Type.Optional;

/** Whether somebody has used a coupon tells what they bought. */
const ofPeople = {
  scope: SEES_PEOPLE,
  instead: "Leave it out, and send items: limits per customer are then not checked.",
};

export const couponOperations: Operation[] = [
  defineOperation({
    name: "promotions_check",
    title: "Explain a coupon",
    description:
      "Why a code works or not, as the checkout decides: reason, what is missing, discount, limits, and the customer's orders that used it.",
    area: "catalog",
    effect: "read",
    input: {
      code: Code(),
      customer: optional(Ref("Account, or a guest's phone or e-mail")),
      phone: optional(Code("As entered in the checkout")),
      email: optional(Code()),
      items: optional(
        Type.Array(
          Fields({ item: Ref("As in orders_create"), quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }) }),
          { maxItems: 100, description: "Default: the customer's open cart" },
        ),
      ),
    },
    needs: { customer: ofPeople, phone: ofPeople, email: ofPeople },
    answers: Answered,
    refuses: ["customer_not_found", "variant_not_found", "variant_required"],
    example: { code: "BIENVENUE10", items: [{ item: "TAP-PRI-1", quantity: 1 }] },
    run: async ({ db }, question) => {
      const coupon = await explainCoupon(db, question);
      return { text: textOf(coupon), data: sanitize({ ...coupon }) };
    },
  }),
];

/** The code is the caller's own word; titles and names of products come as data only. */
function textOf({ valid, reason, tried_on, promotion, used_by_customer }: ExplainedCoupon): string {
  const verdict = valid ? "The code works." : `The code does not work: ${reason}.`;
  const cart =
    tried_on === "nothing" ? " There is no open cart of the customer and no items, so it was tried on nothing." : "";
  const isUnchecked = used_by_customer === null && Boolean(promotion?.usage_limit_per_customer);
  const limit = isUnchecked ? " It is limited per customer: name customer, phone or email to check that." : "";
  return `${verdict}${cart}${limit}`;
}
