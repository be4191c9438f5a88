import { describe, expect, test } from "vitest";
import { openShop } from "./support.ts";

describe("reads for shared caches", () => {
  test("say how long they keep and what they vary by", async () => {
    const shop = await openShop();

    for (const path of [
      "/store",
      "/store/menus",
      "/products",
      "/search?q=a",
      "/product-categories",
      "/collections",
      "/pages",
      "/blogs",
    ]) {
      const { headers } = await shop.get(path);
      expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=10, must-revalidate");
      expect(headers.vary).toContain("x-api-key");
      expect(headers.etag).toMatch(/^"[\w-]+"$/);
    }
  });

  test("answer 304 without a body to an ETag they still have, in every form", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot" });
    const { headers } = await shop.get("/products/pot");
    const etag = String(headers.etag);

    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await shop.get("/products/pot", { "if-none-match": given });
      expect([given, answer.status, answer.body]).toEqual([given, 304, undefined]);
      expect(answer.headers).toMatchObject({ etag, "cache-control": headers["cache-control"], vary: headers.vary });
      expect(answer.headers).not.toHaveProperty("content-type");
    }
    expect((await shop.get("/products/pot", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("get a new ETag when what they show changes", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot", price: 100 });
    const before = await shop.get("/products/pot");
    await shop.product({ slug: "pot", price: 200 });

    const after = await shop.get("/products/pot", { "if-none-match": String(before.headers.etag) });

    expect([after.status, after.body.price]).toEqual([200, 2]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test("are not kept when they are errors", async () => {
    const shop = await openShop();

    for (const path of ["/products/nowhere", "/products?limit=0"]) {
      const { headers } = await shop.get(path, { "if-none-match": "*" });
      expect(headers).not.toHaveProperty("etag");
      expect(headers).not.toHaveProperty("cache-control");
    }
  });
});
