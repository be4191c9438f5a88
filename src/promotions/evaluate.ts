import type { SiteDb } from "../db/database.ts";
import { bestOffer, unmetCondition } from "./apply-promotions.ts";
import { foldCode } from "./codes.ts";
import type { Hint, Refusal, RefusedCode } from "./messages/messages.ts";
import type { CandidateRow } from "./queries.ts";
import type { Offer, PricedCart } from "./types.ts";

/** The best offer for a cart, and why codes do not apply. */
export interface Evaluation {
  offer: Offer<CandidateRow>;
  /** The codes that do not apply, as entered, each with the reason. */
  refused: RefusedCode[];
  /** What the cart lacks for an automatic promotion; null when none would apply. */
  hint: Hint | null;
}

/** The best offer for a cart with these codes, among the promotions that `findCandidates` found for them and the buyer. */
export function evaluate(
  db: Pick<SiteDb, "now">,
  cart: PricedCart,
  codes: string[],
  found: CandidateRow[],
): Evaluation {
  const offer = bestOffer(
    found.filter((promotion) => stateRefusal(promotion, db.now) === null),
    cart,
  );
  const refused = codes.flatMap((code) => {
    const refusal = refusalOf(code, found, offer, db.now, cart);
    return refusal ? [{ code, refusal }] : [];
  });
  return { offer, refused, hint: hintOf(db, found, cart) };
}

function refusalOf(
  code: string,
  found: CandidateRow[],
  offer: Offer<CandidateRow>,
  now: string,
  cart: PricedCart,
): Refusal | null {
  const promotion = found.find(({ folded_code }) => folded_code === foldCode(code));
  if (!promotion) return { reason: "unknown" };
  if (offer.discounts.some((discount) => discount.promotion.id === promotion.id)) return null;
  const refusal = stateRefusal(promotion, now) ?? unmetCondition(promotion, cart);
  if (refusal) return refusal;
  const exclusive = bestOffer([promotion], cart);
  return { reason: exclusive.discounts.length === 0 ? "saves_nothing" : "better_offer" };
}

/** Why a promotion applies to none of the buyer's carts now; null when it may apply. */
function stateRefusal(promotion: CandidateRow, now: string): Refusal | null {
  const { is_active, starts_at, expires_at, usage_limit, used_count, usage_limit_per_customer } = promotion;
  if (!is_active) return { reason: "inactive" };
  if (starts_at !== null && starts_at > now) return { reason: "not_started", starts_at };
  if (expires_at !== null && expires_at <= now) return { reason: "expired" };
  if (usage_limit !== null && used_count >= usage_limit) return { reason: "used_up" };
  if (usage_limit_per_customer !== null && promotion.used_by_customer >= usage_limit_per_customer) {
    return { reason: "used_by_customer" };
  }
  return null;
}

/** What to add to the cart for the first automatic promotion that requires more. */
function hintOf(db: Pick<SiteDb, "now">, found: CandidateRow[], cart: PricedCart): Hint | null {
  const automatic = found.filter(({ code }) => code === null);
  for (const promotion of automatic.filter((one) => stateRefusal(one, db.now) === null)) {
    const missing = unmetCondition(promotion, cart);
    if (missing && "missing" in missing) return { title: promotion.title, missing };
  }
  return null;
}
