const MAX_LENGTH = 60;

/** Characters that would break a line, or change the direction of the text around them. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** What a problem repeats of a text that was sent: at most `maxLength` characters, with "…" when the text is longer. */
export function excerpt(text: string, maxLength = MAX_LENGTH): string {
  const characters = [...text.replace(UNSAFE, "")];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join("")}…` : characters.join("");
}

/** What a problem repeats of several texts: at most 60 characters together. Short texts stay whole. */
export function excerpts(texts: string[]): string[] {
  const isLong = [...texts.join("")].length > MAX_LENGTH;
  return isLong
    ? texts.map((text) => excerpt(text, Math.floor(MAX_LENGTH / texts.length)))
    : texts.map((text) => excerpt(text));
}
