import { words } from "../core/text/fold.ts";
import { type Sql, sql } from "./sql.ts";

/** Accents, Arabic diacritics, tatweel and marks of text direction. */
const MARKS = "[\\u0300-\\u036f\\u0640\\u061c\\u064b-\\u065f\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]";

/** Lower case in every locale of the database. NFKD separates accents first, because some locales lower only ASCII. */
const lowerCase = (text: Sql): Sql => sql`lower(normalize(${text}, nfkd))`;

/** A column folded like `fold` does it, except for some rare letters. */
const folded = (column: Sql): Sql => sql`
      translate(regexp_replace(${lowerCase(column)}, ${MARKS}, '', 'g'), 'ٱةىیک', 'اهييك')`;

/** Whether a column contains every word of a text, ignoring case, accents and Arabic spelling variants. */
export const containsWords = (column: Sql, text: string): Sql =>
  sql`coalesce((select bool_and(strpos(${folded(column)}, word) > 0) from unnest(${words(text)}::text[]) as word), false)`;

/** Whether a column equals a text, ignoring case. */
export const equalsText = (column: Sql, text: string): Sql =>
  sql`${lowerCase(column)} = ${lowerCase(sql`${text}::text`)}`;
