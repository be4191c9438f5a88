import { describe, expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { demoStores, loadDemoStore } from "../../src/demo/demo.ts";
import { app, database, getFrom, type Json } from "../support/app.ts";

const urlsOf = (items: Json[]): string[] => items.flatMap(({ url, children }) => [url ?? [], urlsOf(children)].flat());

describe.each(demoStores)("the demo store $slug", (store) => {
  test("has the menus that published themes ask for, and links that lead somewhere", async () => {
    const demo = await loadDemoStore(database, { ...store, slug: `menus-${newId()}` });
    const get = async (path: string) => {
      const { status, body } = await getFrom(app, path, { "x-api-key": demo.publishable_key });
      expect(status, path).toBe(200);
      return body;
    };
    const menus: Json[] = (await get("/store/menus")).data;
    const categories = (await get("/product-categories")).data.map(({ slug }: Json) => `/categories/${slug}`);

    expect(menus.map(({ handle }) => handle).sort()).toEqual([
      ...["footer", "legal", "main-menu", "topcollection", "topseller"],
    ]);
    for (const url of menus.flatMap(({ items }) => urlsOf(items))) {
      if (url.startsWith("/categories/")) expect(categories).toContain(url);
      else await get(url);
    }
  });
});
