import { expect, inject, test } from "vitest";
import { queryAt } from "../../bench/harness/database.ts";
import { load } from "../../bench/large/loaded.ts";
import { proveLoaded } from "../../bench/large/proof.ts";
import { newId } from "../../src/core/ids.ts";

const SIZE = { stores: 4, products: 200, orders: 40 };

test("loaded products have the rows that they have when the server saves them", async () => {
  const postgres = { url: (name: string) => inject("postgresUrl").replace(/\w+$/, name) };
  const name = `large_${newId().replaceAll("-", "")}`;

  const loaded = await load(postgres, { name, size: SIZE, asked: 3 });

  expect(loaded.stores).toBe(SIZE.stores);
  expect(loaded.products).toBeGreaterThanOrEqual(SIZE.products);
  expect(loaded.orders).toBeGreaterThanOrEqual(SIZE.orders);
  expect(await proveLoaded(loaded)).toBeGreaterThan(50);

  const change = (text: string) => queryAt(loaded.url, text);
  await change("update products set sort_name = sort_name || ' x' where slug like 'produit-%'");
  await expect(proveLoaded(loaded)).rejects.toThrow("saved:");
  await change("update products set sort_name = left(sort_name, -2) where slug like 'produit-%'");
  await change("delete from search_words where word like 'b%'");
  await expect(proveLoaded(loaded)).rejects.toThrow("other words");
}, 120_000);
