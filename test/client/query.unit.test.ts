import { QueryClient } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { queriesOf } from "../../packages/client/src/query.ts";
import { createShop } from "../../packages/client/src/shop.ts";
import { json, scriptedServer } from "./scripted-server.ts";

const newShop = async () => {
  const { url, requests } = await scriptedServer(json(200, { data: [] }));
  return { queries: queriesOf(createShop({ url }), "pots/fr"), requests };
};

test("a query calls the read of its name with its arguments, and its key says both", async () => {
  const { queries, requests } = await newShop();
  const client = new QueryClient();
  const options = queries.collections.get("summer", { limit: 3 });

  expect(options.queryKey).toEqual(["pots/fr", "collections", "get", "summer", { limit: 3 }]);
  expect(await client.fetchQuery(options)).toEqual({ data: [] });
  await client.fetchQuery(queries.products.list());
  await client.fetchQuery({ ...queries.collections.get("summer", { limit: 3 }), staleTime: 60_000 });
  expect(requests.map(({ url }) => url)).toEqual([
    "/api/v1/storefront/collections/summer?limit=3",
    "/api/v1/storefront/products",
  ]);
});

test("a query that is cancelled aborts its call", async () => {
  const { url } = await scriptedServer(() => {});
  const client = new QueryClient();
  const { queryKey, queryFn } = queriesOf(createShop({ url })).store.get();
  const signals: AbortSignal[] = [];
  const answer = client.fetchQuery({
    queryKey,
    queryFn: (context) => {
      signals.push(context.signal);
      return queryFn(context);
    },
  });
  await client.cancelQueries({ queryKey });

  await expect(answer).rejects.toThrow("CancelledError");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
