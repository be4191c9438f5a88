import type { Texts } from "./texts.ts";

type Fields = Texts["fields"];

const ofField = (texts: Readonly<Record<string, string>>, operation: string, path: string): string | undefined =>
  texts[`${operation}.${path}`] ?? texts[path] ?? texts[path.slice(path.lastIndexOf(".") + 1)];

/** What an argument is called, by its operation and path, else by its path or name alone; undefined: nobody has named it. */
export const fieldName = ({ names }: Fields, operation: string, path: string): string | undefined =>
  ofField(names, operation, path);

/** What helps to fill an argument in. */
export const fieldHint = ({ hints }: Fields, operation: string, path: string): string | undefined =>
  ofField(hints, operation, path);

/** A value of a field in words: as `status.active`, else as `active` alone, else as a kind of thing. */
export const valueWord = ({ values, things }: Fields, name: string, value: string): string | undefined =>
  values[`${name}.${value}`] ?? values[value] ?? things[value];
