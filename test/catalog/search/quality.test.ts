import { beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { darElBahdja } from "../../../src/demo/dar-el-bahdja/store.ts";
import { loadDemoStore } from "../../../src/demo/demo.ts";
import { app, database, getFrom } from "../../support/app.ts";
import { type JudgedQuery, partialQueries, searchQueries } from "./search-queries.ts";

const MIN_HIT_RATE = 0.95;
const MIN_PARTIAL_HIT_RATE = 0.95;
const MIN_QUERIES = 60;
const TOP = 3;

let publishable_key = "";
beforeAll(async () => {
  ({ publishable_key } = await loadDemoStore(database, { ...darElBahdja, slug: `quality-${newId()}` }));
});

/** Slugs of the first products that a query finds. */
async function found(query: string): Promise<string[]> {
  const headers = { "x-api-key": publishable_key };
  const { body } = await getFrom(app, `/search?limit=${TOP}&q=${encodeURIComponent(query)}`, headers);
  return body.data.map((product: { slug: string }) => product.slug);
}

/** The share of the queries that find their product among the first; prints it by kind, with the misses. */
async function hitRate(title: string, judged: Record<string, JudgedQuery[]>): Promise<[rate: number, misses: string]> {
  const misses: string[] = [];
  let asked = 0;

  for (const [kind, queries] of Object.entries(judged)) {
    let hits = 0;
    for (const { query, finds } of queries) {
      const slugs = await found(query);
      if (slugs.includes(finds)) hits++;
      else misses.push(`${kind}: "${query}" found ${slugs.join(", ") || "nothing"}, not ${finds}`);
    }
    asked += queries.length;
    console.log(`${title}, ${kind}: ${hits} of ${queries.length}`);
  }

  const rate = 1 - misses.length / asked;
  console.log([`${title}: ${(rate * 100).toFixed(1)} % of ${asked} queries`, ...misses].join("\n"));
  expect(asked).toBeGreaterThanOrEqual(MIN_QUERIES);
  return [rate, misses.join("\n")];
}

test("shoppers' queries find the expected product among the first three", async () => {
  const [rate, misses] = await hitRate("search quality", searchQueries);

  expect(rate, misses).toBeGreaterThanOrEqual(MIN_HIT_RATE);
});

test("queries of which no product has every word find the expected product among the first three", async () => {
  const [rate, misses] = await hitRate("search quality, partial", partialQueries);

  expect(rate, misses).toBeGreaterThanOrEqual(MIN_PARTIAL_HIT_RATE);
});

test("a product in the requested colour ranks above one with the colour in its name only", async () => {
  expect((await found("babouche noir"))[0]).toBe("babouches-cuir");
  expect((await found("savon noir"))[0]).toBe("savon-noir-eucalyptus");
});
