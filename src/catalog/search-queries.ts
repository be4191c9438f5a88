import { Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";
import type { Order } from "./finding-queries.ts";
import type { Places, SearchPlan } from "./search-text.ts";

const NearWord = Type.Object({ asked: Type.String(), found: Type.String() });

const MOST_NEAR = 20;

/** Words of the store's vocabulary that each of these may be a slip for, nearest first. */
export const findNearWords = (
  db: SiteDb,
  asked: { word: string; typos: number }[],
  swaps: { word: string; swap: string }[],
) =>
  db.many(
    NearWord,
    sql`
    select asked.word as asked, near.word as found
    from unnest(${asked.map((one) => one.word)}::text[], ${asked.map((one) => one.typos)}::integer[]) as asked (word, typos)
    cross join lateral (
      select s.word
      from search_words s
      where s.site_id = ${db.siteId}
        and s.length between char_length(asked.word) - asked.typos and char_length(asked.word) + asked.typos
        and s.word <> asked.word
        and levenshtein_less_equal(s.word, asked.word, asked.typos) <= asked.typos
      order by levenshtein_less_equal(s.word, asked.word, asked.typos), s.word
      limit ${MOST_NEAR}
    ) near
    union
    select swapped.asked, s.word
    from unnest(${swaps.map((one) => one.word)}::text[], ${swaps.map((one) => one.swap)}::text[]) as swapped (asked, word)
    join search_words s on s.site_id = ${db.siteId} and s.length = char_length(swapped.word) and s.word = swapped.word
  `,
  );

export const addWords = (db: SiteDb, list: string[]) =>
  db.run(sql`
    insert into search_words (site_id, length, word)
    select ${db.siteId}, char_length(word), word
    from unnest(${list}::text[]) as word
    on conflict do nothing
  `);

export const anyOf = (one: Sql, other: Sql): Sql => sql`(${one} or ${other})`;

export const matchesAll = ({ all }: SearchPlan): Sql => sql`p.search @@ ${all}::tsquery`;

const matchesOf = (plan: SearchPlan): Sql =>
  sql`(select count(*) from unnest(${plan.words}::tsquery[]) as word where p.search @@ word)`;

export const matchesMost = (plan: SearchPlan, most: number): Sql =>
  sql`p.search @@ ${plan.any}::tsquery and ${matchesOf(plan)} = ${most}`;

/** How many of the query's words the best product matches. */
export const mostMatches = (db: SiteDb, plan: SearchPlan, products: Sql) =>
  db.first(
    Type.Object({ most: Type.Integer() }),
    sql`
    select coalesce(max(${matchesOf(plan)}), 0) as most
    from products p
    where ${products} and p.search @@ ${plan.any}::tsquery
  `,
  );

/** Best first: name over labels over description, exact over unfinished over misspelt, and the whole name before all. */
export function byRelevance({ exact, prefix, near, name }: SearchPlan): Order {
  return {
    joins: sql``,
    by: sql`
      (p.sort_name = ${name})::integer desc,
      4 * ts_rank('{0.1, 0.2, 0.4, 1.0}', p.search, ${exact}::tsquery) + 2 * ${placed(prefix)} + ${placed(near)}
        + (starts_with(p.sort_name, ${name}))::integer desc,
      p.id
    `,
  };
}

/** The same weights for the best place alone: many words that begin alike must not add up. */
const placed = ({ name, labels, anywhere }: Places): Sql => sql`
      case
        when p.search @@ ${name}::tsquery then 0.6
        when p.search @@ ${labels}::tsquery then 0.24
        when p.search @@ ${anywhere}::tsquery then 0.06
        else 0
      end`;
