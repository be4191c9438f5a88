import { words } from "../core/text/fold.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * Whether a column contains every word of a text, ignoring case, accents and Arabic spelling variants. No index serves
 * it: it is for tables in which a store has few rows.
 */
export const containsWords = (column: Sql, text: string): Sql =>
  sql`coalesce((select bool_and(strpos(folded_text(${column}), word) > 0) from unnest(${words(text)}::text[]) as word), false)`;
