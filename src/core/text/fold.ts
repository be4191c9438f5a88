const SIGNS = /[™℠\ufdfa\ufdfb]/g; // NFKD makes letters of them, up to 18 of one
const MARKS = /[\p{M}\p{Cf}\u06d6-\u06ed\u0640]/gu; // accents, Arabic diacritics, tatweel, soft hyphens, text direction

// biome-ignore format: one row an alphabet
const LETTERS: Record<string, string> = {
  أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ة: "ه", ى: "ي", ی: "ي", ئ: "ي", ؤ: "و", ک: "ك", گ: "ك", ڤ: "ف", پ: "ب",
  œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d", ı: "i",
};
const FOLDABLE = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const digitOf = (digit: string): string => String(digit.charCodeAt(0) & 0xf);

/**
 * Text as search and sorting see it: lower case, without accents, Arabic letter variants and
 * diacritics folded to one form, Arabic digits as 0-9. "Café" and "CAFE" fold to the same text.
 */
export function fold(text: string): string {
  return text
    .replace(SIGNS, " ")
    .replace(MARKS, "") // first as well: normalising sorts a run of marks, in the square of its length
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(FOLDABLE, (letter) => LETTERS[letter] ?? letter)
    .replace(ARABIC_DIGITS, digitOf);
}

/**
 * The same for text that people see, as in an address: Arabic letters stay as they are written (فوائد, not فوايد), without
 * diacritics and tatweel; other alphabets lose their accents.
 */
export const foldedButArabic = (text: string): string =>
  text
    .replace(SIGNS, " ")
    .normalize("NFKC")
    .replace(/[^\p{Script=Arabic}]+/gu, fold)
    .replace(ARABIC_DIGITS, digitOf);

/** The words of a text, folded: runs of letters and digits. */
export const words = (text: string): string[] => wordsIn(fold(text));
export const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];
