/** A text without what people leave out when they type: case, accents, and forms of Arabic letters. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .replaceAll("ة", "ه")
    .replaceAll("ى", "ي")
    .replaceAll("ـ", "");
