/** A value of an option with the option's name, as PostgreSQL writes `jsonb`: products are stored with it. */
export const optionPair = (name: string, value: string): string =>
  `[${JSON.stringify(name)}, ${JSON.stringify(value)}]`;
