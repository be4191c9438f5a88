/** Why an order was cancelled, or came back. */
export const REASONS = [
  "unreachable",
  "refused",
  "changed_mind",
  "wrong_number",
  "duplicate",
  "damaged",
  "lost",
  "late",
  "fake",
  "other",
] as const;
/** Those that a call to the shopper tells. */
export const PHONE_REASONS = ["unreachable", "refused", "changed_mind", "wrong_number", "duplicate", "fake"] as const;

export const isPhoneReason = (reason: unknown): boolean => PHONE_REASONS.some((one) => one === reason);

export type Reason = (typeof REASONS)[number];
