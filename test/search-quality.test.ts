import { expect, test } from "vitest";
import { newId } from "../src/core/ids.ts";
import { darElBahdja } from "../src/demo/dar-el-bahdja/store.ts";
import { loadDemoStore } from "../src/demo/demo.ts";
import { searchQueries } from "./search-queries.ts";
import { app, database, getFrom } from "./support.ts";

const LEAST_HIT_RATE = 0.95;
const TOP = 3;

test("shoppers' queries find the right product among the first three", async () => {
  const slug = `quality-${newId()}`;
  const { publishable_key } = await loadDemoStore(database, { ...darElBahdja, slug });
  const misses: string[] = [];
  let asked = 0;

  for (const [kind, queries] of Object.entries(searchQueries)) {
    let hits = 0;
    for (const { query, finds } of queries) {
      const { body } = await getFrom(app, `/search?limit=${TOP}&q=${encodeURIComponent(query)}`, {
        "x-api-key": publishable_key,
      });
      const found = body.data.map((product: { slug: string }) => product.slug);
      if (found.includes(finds)) hits++;
      else misses.push(`${kind}: "${query}" found ${found.join(", ") || "nothing"}, not ${finds}`);
    }
    asked += queries.length;
    console.log(`search quality, ${kind}: ${hits} of ${queries.length}`);
  }

  const rate = 1 - misses.length / asked;
  console.log([`search quality: ${(rate * 100).toFixed(1)} % of ${asked} queries`, ...misses].join("\n"));
  expect(asked).toBeGreaterThanOrEqual(60);
  expect(rate, misses.join("\n")).toBeGreaterThanOrEqual(LEAST_HIT_RATE);
});
