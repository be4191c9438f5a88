/**
 * Parses an int8. Both databases use these parsers, so that they return equal rows: an int8 is a number, never text or a
 * BigInt. Throws when it is not a safe integer.
 */
export function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`int8 beyond the safe integers: ${text}`);
  return number;
}

/** Parses a timestamptz: ISO 8601 in UTC with milliseconds. */
export const parseTimestamp = (text: string): string => new Date(text).toISOString();
