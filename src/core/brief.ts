const MAX_LENGTH = 300;

/** The beginning of a text that a client sent, to be repeated in an answer: the rest may run over pages. */
export const brief = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
