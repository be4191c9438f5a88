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
export type Reason = (typeof REASONS)[number];
