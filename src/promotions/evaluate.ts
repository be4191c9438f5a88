import { Problem } from "../core/problem.ts";
import type { CustomerIdentity } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { bestOffer, unmetBy } from "./apply-promotions.ts";
import type { Hint, Refusal } from "./messages/messages.ts";
import { type CandidateRow, candidates } from "./queries.ts";
import type { Cart, Offer } from "./types.ts";

/** What applies to a cart, and why which codes do not. */
export interface Evaluation {
  offer: Offer<CandidateRow>;
  /** One for each code that does not apply: the code as entered, and why. */
  refused: RefusedCode[];
  /** What an automatic promotion still asks of the cart, if one does. */
  hint: Hint | null;
}

export interface RefusedCode {
  code: string;
  refusal: Refusal;
}

const MAX_CODES = 10;

/** Codes as entered, "ETE, VIP": apart, without outer spaces and repetitions. Throws `invalid_value` for too many. */
export function codesIn(text: string | null | undefined): string[] {
  const entered = (text ?? "").split(",").flatMap((code) => (code.trim() ? [code.trim()] : []));
  const codes = entered.filter((code, i) => entered.findIndex((other) => foldCode(other) === foldCode(code)) === i);
  if (codes.length > MAX_CODES) throw new Problem("invalid_value", `At most ${MAX_CODES} codes can be used at once.`);
  return codes;
}

/** The best offer for a cart with these codes. The uses of all that is known of the buyer count for their limits. */
export async function evaluate(db: SiteDb, cart: Cart, codes: string[], buyer: CustomerIdentity): Promise<Evaluation> {
  const found = await candidates(db, codes.map(foldCode), buyer);
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
  cart: Cart,
): Refusal | null {
  const promotion = found.find(({ folded_code }) => folded_code === foldCode(code));
  if (!promotion) return { reason: "unknown" };
  if (offer.discounts.some((discount) => discount.promotion.id === promotion.id)) return null;
  const refusal = stateRefusal(promotion, now) ?? unmetBy(promotion, cart);
  if (refusal) return refusal;
  const alone = bestOffer([promotion], cart);
  return { reason: alone.discounts.length === 0 ? "nothing_left" : "outdone" };
}

/** Why a promotion applies to no cart of this customer now. */
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

/** What to add to the cart for an automatic promotion: the first that asks for more. */
function hintOf(db: SiteDb, found: CandidateRow[], cart: Cart): Hint | null {
  const automatic = found.filter(({ code }) => code === null);
  for (const promotion of automatic.filter((one) => stateRefusal(one, db.now) === null)) {
    const missing = unmetBy(promotion, cart);
    if (missing && "missing" in missing) return { title: promotion.title, missing };
  }
  return null;
}

/** Codes are compared without case and outer spaces. */
export const foldCode = (code: string): string => code.trim().normalize("NFC").toLowerCase();
