const DIGITS_OF_ALGERIA = 10;
const FEWEST_DIGITS = 6;

/** What is wrong with a phone number, and by how many digits. */
export interface PhoneProblem {
  key: "phoneEmpty" | "phoneShort" | "phoneLong" | "phoneWrong";
  count: number;
}

/** A number with the digits that everybody's telephone has: those of Arabic keyboards become `0` to `9`. */
export const westernDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));

/** What is wrong with a phone number; null when it may be one. Those of Algeria have ten digits, those of other countries a `+`. */
export function phoneProblem(given: string, country: string): PhoneProblem | null {
  const text = westernDigits(given).replaceAll(/[\s.()-]/g, "");
  if (text === "") return { key: "phoneEmpty", count: 0 };
  if (!/^\+?\d+$/.test(text)) return { key: "phoneWrong", count: 0 };
  const isForeign = country !== "DZ" || (/^(\+|00)/.test(text) && !/^(\+|00)213/.test(text));
  if (isForeign) return text.length < FEWEST_DIGITS ? { key: "phoneWrong", count: 0 } : null;
  const digits = text.replace(/^(\+|00)213/, "0");
  if (!digits.startsWith("0")) return { key: "phoneWrong", count: 0 };
  const missing = DIGITS_OF_ALGERIA - digits.length;
  if (missing > 0) return { key: "phoneShort", count: missing };
  return missing < 0 ? { key: "phoneLong", count: -missing } : null;
}
