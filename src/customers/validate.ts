import { emptyField, invalidEmail, invalidPhone, Problem } from "../core/problem.ts";
import { readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";

/** The e-mail address in its stored form. Throws `invalid_value`. */
export function validateEmail(text: string): string {
  const email = readEmail(text);
  if (!email) throw invalidEmail("email");
  return email;
}

/** Throws `invalid_value` for a password of less than 8 or more than 128 characters. */
export function validatePassword(password: string): void {
  const length = [...password].length;
  if (length >= 8 && length <= 128) return;
  throw new Problem("invalid_value", (say) => say.field.length("password", 8, 128), { errors: [{ path: "password" }] });
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
