import { words } from "../core/text/fold.ts";
import { type Sql, sql } from "./sql.ts";

/** Accents, Arabic diacritics and tatweel, and marks that turn the direction of text. */
const MARKS = "[\\u0300-\\u036f\\u0640\\u061c\\u064b-\\u065f\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]";

/** In small letters in every locale: some know only those of ASCII, and accents are apart here. */
const lowerCase = (text: Sql): Sql => sql`lower(normalize(${text}, nfkd))`;

/** A name in a column as `fold` would leave it, but for rare letters. */
const folded = (column: Sql): Sql => sql`
      translate(regexp_replace(${lowerCase(column)}, ${MARKS}, '', 'g'), 'ٱةىیک', 'اهييك')`;

/** Whether the name in a column has every word of a text in it, whatever the accents and the Arabic spelling. */
export const containsWords = (column: Sql, text: string): Sql =>
  sql`coalesce((select bool_and(strpos(${folded(column)}, word) > 0) from unnest(${words(text)}::text[]) as word), false)`;

/** Whether a column holds this text, in small or capital letters. */
export const equalsText = (column: Sql, text: string): Sql =>
  sql`${lowerCase(column)} = ${lowerCase(sql`${text}::text`)}`;
