import { invalidValue } from "../core/problem.ts";
import { readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";

/** What is acceptable of what a person says of themselves, or a merchant of them. Each throws `invalid_value`. */

export function acceptEmail(text: string): string {
  const email = readEmail(text);
  if (!email) throw invalidValue("email", "must be an e-mail address");
  return email;
}

export function acceptName(text: string): string {
  const name = text.trim();
  if (!name) throw invalidValue("full_name", "must not be empty");
  return name;
}

/** Null for none. */
export function acceptPhone(text: string | null | undefined, country: string): string | null {
  if (!text?.trim()) return null;
  const phone = normalisePhone(text, country);
  if (phone === undefined) throw invalidValue("phone", "must be a phone number");
  return phone;
}
