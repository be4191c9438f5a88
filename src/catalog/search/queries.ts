import { type Static, Type } from "typebox";
import type { OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { join, type Sql, sql } from "../../db/sql.ts";
import { type Conditions, where } from "../products/filter-queries.ts";
import { FoundProducts, MAX_TOTAL } from "../products/list-queries.ts";
import { MAX_NEAR_WORDS, type PartQueries, type SearchPlan } from "./plan.ts";

const NearWord = Type.Object({ asked: Type.String(), found: Type.String(), distance: Type.Integer() });

/** Words of the store's vocabulary that each word may be a misspelling of, nearest first; two swapped letters are one typo. */
export const findNearWords = (
  db: SiteDb,
  asked: { word: string; typos: number }[],
  swaps: { word: string; swap: string }[],
) =>
  db.many(
    NearWord,
    sql`
    select asked.word as asked, near.word as found, near.distance
    from unnest(${asked.map((one) => one.word)}::text[], ${asked.map((one) => one.typos)}::integer[]) as asked (word, typos)
    cross join lateral (
      select s.word, levenshtein_less_equal(s.word, asked.word, asked.typos) as distance
      from search_words s
      where s.site_id = ${db.siteId}
        and s.length between char_length(asked.word) - asked.typos and char_length(asked.word) + asked.typos
        and s.word <> asked.word
        and levenshtein_less_equal(s.word, asked.word, asked.typos) <= asked.typos
      order by distance, s.word
      limit ${MAX_NEAR_WORDS}
    ) near
    union
    select swapped.asked, s.word, 1
    from unnest(${swaps.map((one) => one.word)}::text[], ${swaps.map((one) => one.swap)}::text[]) as swapped (asked, word)
    join search_words s on s.site_id = ${db.siteId} and s.length = char_length(swapped.word) and s.word = swapped.word
    order by distance, found
  `,
  );

/**
 * Adds words to the store's vocabulary. Call it once in a transaction, after everything that waits for other transactions:
 * a word that two transactions add makes the second wait for the first. They are written in one order by all.
 */
export const addWords = (db: SiteDb, list: Iterable<string>) =>
  db.run(sql`
    insert into search_words (site_id, length, word)
    select ${db.siteId}, char_length(word), word
    from unnest(${[...new Set(list)].sort()}::text[]) as word
    on conflict do nothing
  `);

/**
 * The subquery hides how common the words are: the planner would unpack all texts rather than ask the
 * index: 25,056 pages for a frequent word of 40,000 products, and 10,070 so.
 */
const matches = (query: string): Sql => sql`p.search @@ (select ${query}::tsquery)`;

export const matchesAll = ({ all }: SearchPlan): Sql => matches(all);

/** Maximum products that are ranked in one search; each takes some 30 µs. */
export const MAX_RANKED = 1000;
/** Maximum products that are ranked because their names begin with the query, when there are too many to compare. */
const MAX_NAMED = 250;
/** Maximum products whose names are compared with the query to choose those that are ranked. */
const MAX_COMPARED = MAX_TOTAL;
/** Maximum words of a query that are compared with names to choose the products that are ranked. */
const MAX_NAME_WORDS = 4;

/** Every text that begins with another sorts before the other with this character behind it. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * CTE `candidates` of `found` (`id`, `closeness`): those with the closest names, with their texts unpacked once. Of many
 * products only the first are compared, and those whose names begin with the query.
 */
const candidatesOf = (db: SiteDb, plan: SearchPlan, products: Sql): Sql => sql`
    named as (
      select p.id, ${closeness(plan.name)} as closeness
      from products p
      where (select count(*) from (select from found limit ${MAX_COMPARED + 1}) first) > ${MAX_COMPARED}
        and p.id = any(array(
          select named.id
          from products named
          where named.site_id = ${db.siteId} and named.status = 'active'
            and named.sort_name >= ${plan.name} and named.sort_name < ${plan.name + LAST_CHARACTER}
          order by named.sort_name, named.id
          limit ${MAX_NAMED}
        ))
        and ${products}
    ), candidates as (
      select closest.id, w.sort_name, ts_filter(w.search, '{a,b,c,d}') as search
      from (
        (select id, closeness from found limit ${MAX_COMPARED})
        union
        select id, closeness from named
        order by closeness desc, id
        limit ${MAX_RANKED}
      ) closest
      join products w on w.site_id = ${db.siteId} and w.id = closest.id
    )`;

/**
 * How close a product's name is to a query: the same name, then one that begins with it, then by the words it contains.
 * It is one number because every match is kept until the closest are known.
 */
function closeness(name: string): Sql {
  const words = name.split(" ").slice(0, MAX_NAME_WORDS);
  const contained = words.map((word) => sql`(strpos(p.sort_name, ${word}) > 0)::integer`);
  const whole = sql`(p.sort_name = ${name})::integer + starts_with(p.sort_name, ${name})::integer`;
  return sql`(${whole}) * ${MAX_NAME_WORDS + 1} + ${join(contained, " + ")}`;
}

const Relevant = Type.Object({ ...FoundProducts.properties, mended: Type.Array(Type.String()) });

/** `mended`: words of the query that no ranked product has as typed, each with the one it was found by, as "given used". */
export type RelevantProducts = FoundProducts & Static<typeof Relevant>;

/**
 * A page of the products that meet the conditions, best first, and how many there are in all. Those that are not ranked
 * follow by id; a page with them needs all products, so they are counted there.
 */
export async function findRelevant(
  db: SiteDb,
  conditions: Conditions,
  plan: SearchPlan,
  page: OffsetPage,
): Promise<RelevantProducts | undefined> {
  const isDeep = page.offset + page.limit > MAX_RANKED;
  const found = await db.first(Relevant, relevantPage(db, conditions, plan, page, isDeep ? null : MAX_TOTAL + 1));
  return found && !isDeep && found.total > MAX_TOTAL ? { ...found, total: MAX_TOTAL, isPartial: true } : found;
}

/** `not in` is looked up in a hash, where a join would compare all with all if statistics were missing. */
const relevantPage = (
  db: SiteDb,
  conditions: Conditions,
  plan: SearchPlan,
  { limit, offset }: OffsetPage,
  atMost: number | null,
): Sql =>
  sql`
    with found as (
      select p.id, ${closeness(plan.name)} as closeness
      from products p
      where ${where(conditions)}
      limit ${atMost}::bigint
    ), ${candidatesOf(db, plan, where(conditions))}, ranked as (
      select id, row_number() over (order by ${relevance(plan)}, id) as rank
      from candidates
    )
    select
      (select count(*) from found) as total,
      array(select id from ranked order by rank limit ${limit} offset ${offset})
      || array(
        select id
        from found
        where id not in (select id from ranked)
        order by id
        limit ${Math.max(0, Math.min(limit, offset + limit - MAX_RANKED))} offset ${Math.max(0, offset - MAX_RANKED)}
      ) as ids,
      ${mendedIn(plan, sql`candidates`)} as mended
  `;

/**
 * An array: the words of the query that none of the products (`search`) has as typed, each with the nearest word that one
 * of them has, as "given used".
 */
export function mendedIn({ words }: SearchPlan, products: Sql): Sql {
  const mendable = words.filter(({ near }) => near.length > 0);
  const near = mendable.flatMap((one) => one.near.map((word) => ({ of: one.word, word })));
  const own = mendable.map(({ typed, unfinished }) => [typed, unfinished].filter((query) => query !== "").join(" | "));
  return sql`array_remove(array(
        select given.word || ' ' || (
          select near.word
          from unnest(${near.map((one) => one.of)}::text[], ${near.map((one) => one.word)}::text[])
            with ordinality as near (of, word, position)
          where near.of = given.word and exists (select from ${products} where search @@ quote_literal(near.word)::tsquery)
          order by near.position
          limit 1
        )
        from unnest(${mendable.map(({ word }) => word)}::text[], ${own}::tsquery[])
          with ordinality as given (word, own, position)
        where not exists (select from ${products} where search @@ given.own)
        order by given.position
      ), null)`;
}

/** Best first: name over labels over description, exact over unfinished over misspelt, and the whole name before all. */
const relevance = ({ exact, prefix, near, name }: SearchPlan): Sql => sql`
      (sort_name = ${name})::integer desc,
      4 * ts_rank('{0.1, 0.4, 0.4, 1.0}', search, ${exact}::tsquery) + 2 * ${bestWeight(prefix)} + ${bestWeight(near)}
        + (starts_with(sort_name, ${name}))::integer desc`;

/** The weight of the best part that matches, by itself: many words with the same beginning must not add up. */
const bestWeight = ({ name, labels, anywhere }: PartQueries): Sql => sql`
      case
        when search @@ ${name}::tsquery then 0.6
        when search @@ ${labels}::tsquery then 0.24
        when search @@ ${anywhere}::tsquery then 0.06
        else 0
      end`;
