const MAX_LENGTH = 300;

/** The beginning of a text, to be repeated in an answer: the rest may run over pages. */
export const brief = (text: string, most = MAX_LENGTH): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;

/** A row of a list without the members that say nothing. */
export const withoutNulls = <T extends object>(row: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
