import { words } from "../core/fold.ts";
import { type Sql, sql } from "./sql.ts";

/** Accents, Arabic diacritics and tatweel, and marks that turn the direction of text. */
const MARKS = "[\\u0300-\\u036f\\u0640\\u061c\\u064b-\\u065f\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]";

/** A name in a column as `fold` would leave it, but for rare letters. */
const folded = (column: Sql): Sql => sql`
      translate(regexp_replace(normalize(lower(${column}), nfkd), ${MARKS}, '', 'g'), 'ٱةىیک', 'اهييك')`;

/** Whether the name in a column has every word of a text in it, whatever the accents and the Arabic spelling. */
export const hasWords = (column: Sql, text: string): Sql =>
  sql`coalesce((select bool_and(strpos(${folded(column)}, word) > 0) from unnest(${words(text)}::text[]) as word), false)`;
