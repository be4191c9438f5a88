/** Whether all words are in the text. Accents, Arabic vowel signs, the forms of alif and case do not matter. */
export function matches(words: string, text: string): boolean {
  const within = folded(text);
  return folded(words)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

const folded = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ة", "ه").replaceAll("ى", "ي").toLowerCase();
