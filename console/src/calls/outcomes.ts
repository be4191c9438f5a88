import type { OrdersNextCallResponse } from "@hanout/client/admin";

export type NextCall = OrdersNextCallResponse;
export type CalledOrder = NonNullable<NextCall["order"]>;

/** What may come of a call, in the order of the buttons and of the keys 1 to 5. */
export const OUTCOMES = ["confirmed", "no_answer", "postponed", "refused", "wrong_number"] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

/** Why an order is refused on the phone. */
export const REFUSALS = ["changed_mind", "refused", "duplicate", "fake"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What came of a call, with what else must be known of it. */
export type Outcome =
  | { name: "confirmed" | "wrong_number" }
  | { name: "no_answer" | "postponed"; again: string }
  | { name: "refused"; reason: Refusal };

/** Hours after which somebody who did not answer is called again. */
const NO_ANSWER_HOURS = 2;

/** When somebody who did not answer is called again. */
export const afterNoAnswer = (now = new Date()): string =>
  new Date(now.getTime() + NO_ANSWER_HOURS * 3_600_000).toISOString();
