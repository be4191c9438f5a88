import { valueWord } from "../messages/fields.ts";
import type { Language } from "../messages/languages.ts";
import type { Texts } from "../messages/texts.ts";
import { dateText, numberText, percentText, shortDateText } from "../parts/numbers.ts";
import type { ColumnKind } from "./definitions.ts";

export interface Writing {
  texts: Texts;
  language: Language;
  timeZone: string;
}

/** A value of a report as text, without the sign of the currency: the head of its column has that. */
export function cellText(
  kind: ColumnKind,
  name: string,
  value: unknown,
  { texts, language, timeZone }: Writing,
): string {
  if (value === null || value === undefined || value === "") return "—";
  if (typeof value === "boolean") return value ? texts.frame.yes : texts.frame.no;
  if (typeof value === "number") return kind === "ratio" ? percentText(value) : numberText(value);
  const text = String(value);
  if (kind === "date") return shortDateText(text, language);
  if (kind === "time") return dateText(text, language, timeZone);
  return kind === "status" || kind === "word" ? (valueWord(texts.fields, name, text) ?? text) : text;
}
