import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js";

const ALLOWED_CHARACTERS = /^[\d\s+().-]{6,20}$/;

/**
 * The form in which a phone number is stored. A valid number of `country` (or, with a `+`, of any country) becomes E.164
 * (`+213550123456`). Any other text of 6 to 20 digits, spaces and `+-().` with at least 6 digits is trimmed and stored as
 * given. Returns undefined for everything else.
 */
export function normalisePhone(text: string, country: string): string | undefined {
  const given = text.trim();
  const parsed = parsePhoneNumberFromString(given, { defaultCountry: country as CountryCode, extract: false });
  if (parsed?.isValid()) return parsed.number;
  const digits = given.replace(/\D/g, "").length;
  return ALLOWED_CHARACTERS.test(given) && digits >= 6 ? given : undefined;
}
