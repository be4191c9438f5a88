import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { at, refused, runTool } from "../../support/mcp-tasks.ts";
import { listed, newKey } from "../changes.ts";

test("summary counts the calls by day of the shop, key and operation, within the filters", async () => {
  const shop = await openShop();
  const { key } = await newKey(shop, "Agent Deux");
  await shop.product({ slug: "vase", price: 1000 });
  const save = (price: number, by?: string) => runTool(shop, "products_save", { product: "vase", price }, by);
  await at("2026-03-09T22:59:59.999Z", () => save(11));
  await at("2026-03-09T23:00:00Z", () => save(12, key));
  await at("2026-03-10T10:00:00Z", () => save(13, key));
  await at("2026-03-10T10:00:00Z", () => runTool(shop, "store_update", { name: "Vases" }));
  const mine = { actor: "key First secret key", operation: "products_save", calls: 1 };
  const theirs = { actor: "key Agent Deux", operation: "products_save", calls: 2 };

  const summed = await listed(shop, { summary: true });
  expect(summed.calls).toBe(4);
  expect(summed.data).toHaveLength(3);
  expect(summed.data).toEqual(
    expect.arrayContaining([
      { day: "2026-03-10", ...theirs },
      { day: "2026-03-10", ...mine, operation: "store_update" },
      { day: "2026-03-09", ...mine },
    ]),
  );
  const day = { from: "2026-03-10", to: "2026-03-10", operation: "products_save" };
  expect((await listed(shop, { summary: true, ...day })).data).toEqual([{ day: "2026-03-10", ...theirs }]);
  expect((await listed(shop, day)).data.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    "2026-03-10 11:00 Agent Deux, products_save: price of vase Default 12 → 13.",
    "2026-03-10 00:00 Agent Deux, products_save: price of vase Default 11 → 12.",
  ]);
  const first = await listed(shop, { summary: true, limit: 2 });
  const rest = await listed(shop, { summary: true, limit: 2, cursor: first.next_cursor });
  expect([...first.data, ...rest.data]).toEqual(summed.data);
  expect((await refused(shop, "changes_list", { summary: true, of: "vase" }))?.errors[0]?.path).toBe("of");
});

test("the sentence of a call names a person's fields without their values, for every key", async () => {
  const shop = await openShop();
  const { id: customer } = await runTool(shop, "customers_save", { full_name: "Amina", email: "amina@example.dz" });
  await runTool(shop, "customers_save", { customer, full_name: "Samia" });

  const [{ sentence }] = (await listed(shop)).data;
  expect(sentence).toContain("full name of");
  expect(sentence).not.toMatch(/Amina|Samia/);
});
