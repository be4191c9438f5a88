/** The forms of a word by count. Arabic has six, French and English two. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Makes a function that chooses the form for a count and puts the count in the place of `#`. */
export function countIn(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat("fr-DZ");
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace("#", digits.format(count));
}
