const MAX_LENGTH = 300;

/** The first `maxLength` characters of a text, with "…" when it is longer; for texts that an answer repeats. */
export const truncate = (text: string, maxLength = MAX_LENGTH): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
