/**
 * How both databases hand values over, so that a row looks the same from either: an int8 is a safe integer or an
 * error, never text or a BigInt; a timestamp is ISO 8601 UTC with milliseconds.
 */
export function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`int8 beyond the safe integers: ${text}`);
  return number;
}

export const parseTimestamp = (text: string): string => new Date(text).toISOString();
