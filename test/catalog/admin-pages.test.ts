import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { at, refused, runConfirmedTool, runTool } from "../support/mcp-tasks.ts";

const TEN = Array.from({ length: 10 }, (_, i) => `n${i}`);

/** Ten products of two variants each, ten categories and ten collections, all of one millisecond. */
async function openFilled(): Promise<Shop> {
  const shop = await openShop();
  await at("2026-03-01T09:00:00.000Z", async () => {
    for (const slug of TEN) {
      const variants = ["M", "L"].map((Taille) => ({ option_values: { Taille } }));
      await runTool(shop, "products_save", { name: slug, price: 1, variants });
      await runTool(shop, "categories_save", { name: slug });
      await runTool(shop, "collections_save", { title: slug });
    }
  });
  return shop;
}

describe.each([
  ["products_search", TEN.length, "slug"],
  ["inventory_search", TEN.length * 2, "id"],
  ["categories_list", TEN.length, "slug"],
  ["collections_search", TEN.length, "slug"],
] as const)("%s", (tool, all, name) => {
  test("pages show each row once and count all rows", async () => {
    const shop = await openFilled();
    const ids: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: Record<string, string>[]; total: number; next_cursor: string | null } = await runTool(
        shop,
        tool,
        {
          limit: 3,
          ...(cursor === null ? {} : { cursor }),
        },
      );
      expect(page.total).toBe(all);
      ids.push(...page.data.map((row) => row[name] ?? ""));
      sizes.push(page.data.length);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(sizes).toEqual([...Array(Math.floor(all / 3)).fill(3), all % 3]);
    expect(new Set(ids).size).toBe(all);
    const whole = await runTool(shop, tool, { limit: all });
    expect(whole.next_cursor).toBeNull();
    expect(whole.data.map((row: Record<string, string>) => row[name])).toEqual(ids);
  });

  const ID = "019aa2c0-6a53-7e07-9c62-3e4f5a6b7c8d";
  test.each([
    ["nothing", ""],
    ["words", "next page"],
    ["no time", `soon ${ID}`],
    ["no id", "2026-03-01T09:00:00.000Z 7"],
    ["a year no database knows", `+200000-01-01T00:00:00Z ${ID}`],
    ["a year before all years", `-000001-01-01T00:00:00Z ${ID}`],
    ["a place below 0", "at -3"],
    ["a place beyond all", "at 99999999999999999999"],
    ["SQL", `2026-03-01T09:00:00.000Z ${ID}'; drop table products`],
  ])("refuses a cursor that holds %s", async (_, inside) => {
    const shop = await openShop();
    const cursor = Buffer.from(inside).toString("base64url");
    expect(await refused(shop, tool, { cursor })).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "cursor" }],
    });
  });

  test("refuses a limit outside 1 to 100", async () => {
    const shop = await openShop();
    for (const limit of [0, -1, 101, 1.5]) {
      expect(await refused(shop, tool, { limit })).toMatchObject({
        code: "invalid_value",
        errors: [{ path: "limit" }],
      });
    }
    expect(await runTool(shop, tool, { limit: 100 })).toEqual({
      data: [],
      total: 0,
      next_cursor: null,
      ...(tool === "products_search" ? { currency: "DZD" } : {}),
    });
  });
});

test("a row made or deleted between two pages makes no other row go missing", async () => {
  const shop = await openFilled();
  const first = await runTool(shop, "products_search", { limit: 5 });
  await runTool(shop, "products_save", { name: "newer", price: 1 });
  for (const { slug } of first.data.slice(3))
    await runConfirmedTool(shop, "catalog_delete", { kind: "product", item: slug });
  const second = await runTool(shop, "products_search", { limit: 10, cursor: first.next_cursor });
  const slugs = [...first.data, ...second.data].map(({ slug }: { slug: string }) => slug);
  expect(slugs.toSorted()).toEqual(TEN);
  expect(second).toMatchObject({ total: 9, next_cursor: null });
});
