import { expect, test } from "vitest";
import { openShop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";

test.each([
  ["فوائد الزيت", "فوائد-الزيت"],
  ["مَرْحَبًا بكم", "مرحبا-بكم"],
  ["قفطـــان أحمر ٢٠٢٦", "قفطان-أحمر-2026"],
  ["آداب إسلامية", "آداب-إسلامية"],
  ["Théière d'été", "theiere-d-ete"],
  ["Robe / فستان", "robe-فستان"],
])("%s gets the slug %s, with its letters as they are written", async (title, slug) => {
  const shop = await openShop();

  expect(await runTool(shop, "products_save", { name: title, price: 1, status: "active" })).toMatchObject({ slug });
  expect(await runTool(shop, "content_save", { kind: "post", title, is_published: true })).toMatchObject({ slug });
  expect(await runTool(shop, "collections_save", { title })).toMatchObject({ slug });
  expect(await runTool(shop, "categories_save", { name: title })).toMatchObject({ slug });
  for (const path of ["/products", "/blogs", "/collections"]) {
    expect((await shop.get(`${path}/${encodeURIComponent(slug)}`)).status, path).toBe(200);
  }
});
