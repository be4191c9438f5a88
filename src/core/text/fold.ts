const SIGNS = /[™℠\ufdfa\ufdfb]/g; // NFKD would turn these into letters, up to 18 for one sign
const MARKS = /[\p{M}\p{Cf}\u06d6-\u06ed\u0640]/gu; // accents, Arabic diacritics, tatweel, soft hyphens, text direction

// biome-ignore format: one row per alphabet
const LETTERS: Record<string, string> = {
  أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ة: "ه", ى: "ي", ی: "ي", ئ: "ي", ؤ: "و", ک: "ك", گ: "ك", ڤ: "ف", پ: "ب",
  œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d", ı: "i",
};
const FOLDABLE = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const digitOf = (digit: string): string => String(digit.charCodeAt(0) & 0xf);

/**
 * Normalises text for search and sorting: lower case, no accents, Arabic letter variants and diacritics folded to one
 * form, Arabic digits as 0-9. "Café" and "CAFE" give the same result.
 */
export function fold(text: string): string {
  return text
    .replace(SIGNS, " ")
    .replace(MARKS, "") // before normalising too: it sorts a run of marks in quadratic time
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(FOLDABLE, (letter) => LETTERS[letter] ?? letter)
    .replace(ARABIC_DIGITS, digitOf);
}

/**
 * Like `fold`, for text that people see, such as a URL: Arabic letters keep their spelling (فوائد, not فوايد) and lose only
 * diacritics and tatweel; other alphabets lose their accents.
 */
export const foldKeepingArabic = (text: string): string =>
  text
    .replace(SIGNS, " ")
    .normalize("NFKC")
    .replace(/[^\p{Script=Arabic}]+/gu, fold)
    .replace(ARABIC_DIGITS, digitOf);

/** The folded words of a text. A word is a run of letters and digits. */
export const words = (text: string): string[] => wordsIn(fold(text));
/** The words of a text that is folded already. */
export const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];
