/** Places where a rule is known to be broken, by the name of the rule. */
export type Known<Rule extends string> = { readonly [R in Rule]?: readonly string[] };

/**
 * A line for each finding that is not known, with the sentence of its rule, and one for each known finding that no longer
 * occurs.
 */
export function differences<Rule extends string>(
  findings: readonly { rule: Rule; place: string }[],
  known: Known<Rule>,
  rules: Readonly<Record<Rule, string>>,
): string[] {
  const found = new Map(findings.map(({ rule, place }) => [`${rule} ${place}`, `${place}: ${rules[rule]}`]));
  const listed = Object.entries<readonly string[] | undefined>(known).flatMap(([rule, places = []]) =>
    places.map((place) => `${rule} ${place}`),
  );
  return [
    ...[...found].filter(([key]) => !listed.includes(key)).map(([, line]) => line),
    ...listed.filter((key) => !found.has(key)).map((key) => `no longer found: ${key}`),
  ];
}
