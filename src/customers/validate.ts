import { emptyField, invalidEmail, invalidPhone } from "../core/problem.ts";
import { readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";

/** The e-mail address in its stored form. Throws `invalid_value`. */
export function validateEmail(text: string): string {
  const email = readEmail(text);
  if (!email) throw invalidEmail("email");
  return email;
}

/** The name without outer spaces. Throws `invalid_value` for an empty one. */
export function validateName(text: string): string {
  const name = text.trim();
  if (!name) throw emptyField("full_name");
  return name;
}

/** The phone number in its stored form; null for an empty text. Throws `invalid_value`. */
export function validatePhone(text: string | null | undefined, country: string): string | null {
  if (!text?.trim()) return null;
  const phone = normalisePhone(text, country);
  if (phone === undefined) throw invalidPhone("phone");
  return phone;
}
