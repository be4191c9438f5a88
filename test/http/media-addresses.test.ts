import { expect, test } from "vitest";
import { saveCollection } from "../../src/catalog/catalog.ts";
import { saveArticle } from "../../src/content/content.ts";
import { app, buildTestApp, getFrom, openShop } from "../support/app.ts";

const ORIGIN = "https://media.example.com";
const CDN = "https://cdn.example.com";

/** Every media address the API shows of a shop that has one of each kind, relative, under the origin and elsewhere. */
async function shown(settings: Parameters<typeof buildTestApp>[0] | undefined) {
  const via = settings ? await buildTestApp(settings) : app;
  const shop = await openShop({ via });
  await shop.product({
    slug: "pot",
    images: ["/a.svg", `${ORIGIN}/b.svg`, "https://elsewhere.com/c.svg"].map((url) => ({ url, alt: null })),
    options: [{ name: "Size", values: ["S"] }],
    variants: [{ option_values: { Size: "S" }, image_url: "/v.svg" }],
  });
  const plain = { seo_title: null, seo_description: null, description: null };
  await shop.transact(async (db) => {
    await saveCollection(
      db,
      { ...plain, slug: "c", title: "C", image_url: "c.svg", is_active: true, sort_order: "manual", position: 0 },
      ["pot"],
    );
    const article = {
      ...plain,
      title: "P",
      type: null,
      body: null,
      content: null,
      is_published: true,
      published_at: db.now,
    };
    await saveArticle(db, "post", { ...article, slug: "p", featured_image: `${ORIGIN}/p.svg` });
  });
  const get = async (path: string) => (await getFrom(via, path, { "x-api-key": shop.publishable_key })).body;
  const product = await get("/products/pot");
  return [
    (await get("/store")).logo_url,
    ...product.images.map(({ url }: { url: string }) => url),
    product.variants[0].image_url,
    product.collections[0].image_url,
    (await get("/products")).data[0].images[0].url,
    (await get("/collections/c")).collection.image_url,
    (await get("/blogs/p")).featured_image,
    (await get("/blogs")).data[0].featured_image,
  ];
}

test("with a CDN, the store's media are shown from there", async () => {
  const cdn = (path: string) => `${CDN}${path}`;

  expect(await shown({ MEDIA_ORIGIN: ORIGIN, MEDIA_CDN_URL: CDN })).toEqual([
    cdn("/media/logo.svg"), cdn("/a.svg"), cdn("/b.svg"), "https://elsewhere.com/c.svg", cdn("/v.svg"), cdn("/c.svg"), cdn("/a.svg"), cdn("/c.svg"),
    cdn("/p.svg"), cdn("/p.svg"),
  ]); // biome-ignore format: a list
});

/** What is shown without a CDN: relative addresses under this one, the others as stored. */
const under = (base: string) => [
  `${base}/media/logo.svg`, `${base}/a.svg`, `${ORIGIN}/b.svg`, "https://elsewhere.com/c.svg", `${base}/v.svg`,
  `${base}/c.svg`, `${base}/a.svg`, `${base}/c.svg`, `${ORIGIN}/p.svg`, `${ORIGIN}/p.svg`,
]; // biome-ignore format: a list

test("without a CDN, relative addresses get the server's public address", async () => {
  expect(await shown({ PUBLIC_URL: "https://api.example.com" })).toEqual(under("https://api.example.com"));
});

test("without a public address, they get the host of the request", async () => {
  expect(await shown(undefined)).toEqual(under("http://localhost"));
});

test("an answer with the request's host is not stored in shared caches", async () => {
  const shop = await openShop();
  await shop.product({ slug: "pot", images: [{ url: "/a.svg", alt: null }] });

  const forged = await shop.get("/products/pot", { host: "evil.example" });
  expect(forged.body.images[0].url).toBe("http://evil.example/a.svg");
  expect(forged.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
  expect((await shop.get("/products/pot")).body.images[0].url).toBe("http://localhost/a.svg");
});

test.each(['a"><script>', "evil.example:99/x", "user@evil.example", "shop example"])(
  "the host %j is refused",
  async (host) => {
    const shop = await openShop();
    await shop.product({ slug: "pot", images: [{ url: "/a.svg", alt: null }] });

    expect(await shop.get("/products/pot", { host })).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  },
);

test("the host that a proxy names counts only if the proxy is trusted", async () => {
  const headers = { "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" };
  for (const [TRUST_PROXY, expected] of [
    ["", "http://localhost/a.svg"],
    ["true", "https://shop.example/a.svg"],
  ]) {
    const shop = await openShop({ via: await buildTestApp({ TRUST_PROXY: TRUST_PROXY as string }) });
    await shop.product({ slug: "pot", images: [{ url: "/a.svg", alt: null }] });
    expect((await shop.get("/products/pot", headers)).body.images[0].url).toBe(expected);
  }
});
