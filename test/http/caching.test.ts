import { describe, expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { saveCollection } from "../../src/catalog/catalog.ts";
import { buildTestApp, getFrom, openShop } from "../support/app.ts";

describe("reads for shared caches", () => {
  test("say how long they may be cached and what they vary by", async () => {
    const shop = await openShop({ via: await buildTestApp({ PUBLIC_URL: "https://api.example.com" }) });

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

  test("answer 304 without a body to a matching ETag, in every form", async () => {
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

  test("get a new ETag when their content changes", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot", price: 100 });
    const before = await shop.get("/products/pot");
    await shop.product({ slug: "pot", price: 200 });

    const after = await shop.get("/products/pot", { "if-none-match": String(before.headers.etag) });

    expect([after.status, after.body.price]).toEqual([200, 2]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test("get a new ETag wherever the changed product appears", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot", name: "Clay pot", price: 100 });
    const collection = {
      slug: "clay",
      title: "Clay",
      description: null,
      image_url: null,
      is_active: true,
      position: 0,
      sort_order: "manual" as const,
      seo_title: null,
      seo_description: null,
    };
    await shop.transact((db) => saveCollection(db, collection, ["pot"]));
    const paths = ["/products", "/search?q=clay", "/collections/clay"];
    const before = await Promise.all(paths.map((path) => shop.get(path)));
    await shop.product({ slug: "pot", name: "Clay pot", price: 200 });

    for (const [i, path] of paths.entries()) {
      const known = String(before[i]?.headers.etag);
      const after = await shop.get(path, { "if-none-match": known });
      expect([path, after.status]).toEqual([path, 200]);
      expect(after.headers.etag).not.toBe(known);
    }
  });

  test("differ between stores at the same address", async () => {
    const [mine, other] = await Promise.all([openShop(), openShop()]);
    await Promise.all([mine, other].map((shop) => shop.product({ slug: "pot", name: "Pot" })));

    for (const path of ["/store", "/products", "/products/pot", "/search?q=pot"]) {
      const { headers } = await other.get(path);
      const answer = await mine.get(path, { "if-none-match": String(headers.etag) });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  test("have the same ETag in every process, so that any of them can answer 304", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot" });
    const { headers } = await shop.get("/products/pot");

    const elsewhere = await getFrom(await buildTestApp(), "/products/pot", {
      "x-api-key": shop.secret_key,
      "if-none-match": String(headers.etag),
    });

    expect(elsewhere.status).toBe(304);
  });

  test("answer 304 to HEAD too", async () => {
    const shop = await openShop();
    const via = await buildTestApp();
    const headers = { "x-api-key": shop.publishable_key };
    const { headers: known } = await via.inject({ url: `${STOREFRONT}/store`, headers });

    const answer = await via.inject({
      method: "HEAD",
      url: `${STOREFRONT}/store`,
      headers: { ...headers, "if-none-match": String(known.etag) },
    });

    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, "", known.etag]);
  });

  test("also vary by origin when only some origins may read them", async () => {
    const via = await buildTestApp({
      CORS_ORIGINS: "https://shop.example",
      HTTP_CACHE_SECONDS: 60,
      PUBLIC_URL: "https://api.example",
    });
    const shop = await openShop({ via });

    for (const given of [{}, { origin: "https://shop.example" }, { origin: "https://evil.example" }]) {
      const { headers } = await shop.get("/store", given);
      expect(String(headers.vary).toLowerCase().split(", ").sort()).toEqual(["origin", "x-api-key"]);
      expect(headers["cache-control"]).toContain("s-maxage=60");
    }
  });

  test("are not cached when they are errors", async () => {
    const shop = await openShop();
    const refused = [
      await shop.get("/products/nowhere", { "if-none-match": "*" }),
      await shop.get("/products?limit=0", { "if-none-match": "*" }),
      await shop.get("/nowhere", { "if-none-match": "*" }),
      await shop.get("/store", { "x-api-key": "wrong", "if-none-match": "*" }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([404, 400, 404, 401]);
    for (const { headers } of refused) {
      expect(headers).not.toHaveProperty("etag");
      expect(String(headers["cache-control"] ?? "")).not.toMatch(/public|s-maxage/);
    }
  });
});
