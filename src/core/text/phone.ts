import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js";

const AS_GIVEN = /^[\d\s+().-]{6,20}$/;

/**
 * A phone number as it is kept: E.164 (`+213550123456`) when it is a valid number of `country` or of the country its
 * `+` names; else as given, outer spaces aside, when it has at least 6 digits and at most 20 characters of digits,
 * spaces and `+-().`; else undefined.
 */
export function normalisePhone(text: string, country: string): string | undefined {
  const given = text.trim();
  const parsed = parsePhoneNumberFromString(given, { defaultCountry: country as CountryCode, extract: false });
  if (parsed?.isValid()) return parsed.number;
  const digits = given.replace(/\D/g, "").length;
  return AS_GIVEN.test(given) && digits >= 6 ? given : undefined;
}
