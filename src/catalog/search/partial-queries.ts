import { type Static, Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { MAX_TOTAL } from "../products/list-queries.ts";
import type { SearchedWord, SearchPlan } from "./plan.ts";
import { isQualifier } from "./qualifiers.ts";
import { MAX_RANKED, mendedIn } from "./queries.ts";

/** The ways in which a product may have a word, as `way` in SQL. */
const WAYS = { typed: 1, misspelt: 2, unfinished: 3 } as const;

/** What a colour, a size or a number weighs beside another word: less than the most frequent of those in a name. */
const QUALIFIER_WEIGHT = 0.1;
const importance = ({ word }: SearchedWord): number => (isQualifier(word) ? QUALIFIER_WEIGHT : 1);

/**
 * CTE `best` (`id`, `weight`), with `candidates` and `looked`: the products with the most words of a query, and those whose
 * words weigh as much. None while there are words that no product has. A word weighs by where the product has it and by how
 * few have it. Of each word the first products are looked at, so that a frequent word cannot hide those of a rare one.
 * `candidates` are materialized, also where they are used once: 10,070 pages among 40,000 products, and else 20,336.
 */
function bestOf(db: SiteDb, plan: SearchPlan, products: Sql): Sql {
  const lists = plan.words.map((one) => ({ query: one.any, importance: importance(one) }));
  if (plan.words.length > 2) lists.push({ query: plan.allButOne, importance: 1 });
  const ways = plan.words.flatMap((one, i) =>
    Object.entries(WAYS).flatMap(([name, way]) => {
      const query = one[name as keyof typeof WAYS];
      return query === "" ? [] : [{ word: i + 1, way, query, importance: importance(one) }];
    }),
  );
  return sql`
    with looked as (
      select list.position, list.importance, found.id
      from unnest(
        ${lists.map((one) => one.query)}::tsquery[], ${lists.map((one) => one.importance)}::float8[]
      ) with ordinality as list (query, importance, position)
      cross join lateral (
        select p.id
        from products p
        where ${products} and p.search @@ list.query
        limit ${Math.ceil(MAX_TOTAL / lists.length)}
      ) found
    ), candidates as materialized (
      select closest.id, ts_filter(w.search, '{a,b,c,d}') as search
      from (
        select id
        from (select id, importance / (1 + ln(count(*) over (partition by position))) as weight from looked) list
        group by id
        order by sum(weight) desc, id
        limit (
          select case when count(distinct position) = ${plan.words.length} then ${MAX_RANKED}::bigint else 0 end
          from looked
          where position <= ${plan.words.length}
        )
      ) closest
      join products w on w.site_id = ${db.siteId} and w.id = closest.id
    ), hits as (
      select
        c.id, way.word, way.way, way.importance,
        case
          when ts_filter(c.search, '{a}') @@ way.query then 1
          when ts_filter(c.search, '{b,c}') @@ way.query then 0.4
          else 0.1
        end as part,
        count(*) over (partition by way.word, way.way) as products,
        min(way.way) over (partition by way.word) as best_way
      from unnest(
        ${ways.map((one) => one.word)}::integer[], ${ways.map((one) => one.way)}::integer[],
        ${ways.map((one) => one.query)}::tsquery[], ${ways.map((one) => one.importance)}::float8[]
      ) as way (word, way, query, importance)
      join candidates c on c.search @@ way.query
    ), weighed as (
      select id, count(*) as words, round(sum(weight)::numeric, 9) as weight
      from (
        select id, word, max(${hitWeight}) as weight
        from hits
        group by id, word
      ) by_word
      group by id
    ), best as (
      select id, weight
      from weighed
      where weight >= (select min(weight) from weighed where words = (select max(words) from weighed))
    )`;
}

/** A misspelling counts nearly as the word when no product has what was typed; the part of a word decides only between equals. */
const hitWeight: Sql = sql`importance * part / (1 + ln(products)) * case
          when way = ${WAYS.typed} then 1
          when way = ${WAYS.unfinished} then 0.0001
          when best_way = ${WAYS.misspelt} then 0.9
          else 0.01
        end`;

const Best = Type.Object({
  ids: Type.Array(Type.String()),
  mended: Type.Array(Type.String()),
  known: Type.Array(Type.Integer()),
});

/** The products that match a query best when none has every word. */
export interface BestProducts extends Pick<Static<typeof Best>, "ids" | "mended"> {
  /** Words that no product has. While there are any, there are no `ids`. */
  missing: string[];
}

/** The products that match a query best when none has every word, best first: at most 1,000. */
export async function findBest(db: SiteDb, plan: SearchPlan, products: Sql): Promise<BestProducts> {
  const best = await db.first(
    Best,
    sql`
    ${bestOf(db, plan, products)}
    select
      array(select id from best order by weight desc, id) as ids,
      ${mendedIn(plan, sql`candidates c join best using (id)`)} as mended,
      array(select distinct position::integer from looked) as known
  `,
  );
  const { ids = [], mended = [], known = [] } = best ?? {};
  return { ids, mended, missing: plan.words.flatMap(({ word }, i) => (known.includes(i + 1) ? [] : [word])) };
}

/** The condition that products are the best matches; among others they are found anew. */
export const isBest =
  (db: SiteDb, plan: SearchPlan, ids: string[]) =>
  (others: Sql, isWhole: boolean): Sql =>
    isWhole ? sql`p.id = any(${ids}::uuid[])` : sql`p.id = any(array(${bestOf(db, plan, others)} select id from best))`;
