/** What a form shows after a round trip. Passwords never come back. */
export interface FormState {
  values: Record<string, string>;
  /** By the field's name. */
  errors: Record<string, string>;
  /** What is not about one field. */
  refusal?: string;
  /** What was done. */
  done?: string;
}
