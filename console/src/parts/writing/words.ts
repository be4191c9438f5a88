/** `compare_at_price` as `Compare at price`. */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/[_.]/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
