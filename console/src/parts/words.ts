/** `compare_at_price` as `Compare at price`. */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/[_.]/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A text without accents and case, as it is compared with words that are typed. */
export const folded = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
