import { expect, test } from "vitest";
import { app, buildTestApp, openShop } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { picture } from "./pictures.ts";
import { upload } from "./upload.ts";

test("who asks for pictures is told their measures, in every answer that names some; others get what they got", async () => {
  const shop = await openShop();
  const other = await openShop();
  const { body: file } = await upload(shop, await picture("jpeg", 800, 600));
  const { body: foreign } = await upload(other, await picture("jpeg", 800, 600));
  const save = (operation: string, args: object) => call(shop, operation, args);
  const { slug } = await shop.product({ name: "Lampe" });
  await save("products_save", {
    product: slug,
    description: `<p><img src="${file.sizes[1].webp}"></p>`,
    images: [{ file: file.id }, { url: "https://example.com/a.jpg" }],
  });
  await save("collections_save", { title: "Neuf", slug: "neuf", image_url: file.url, add_products: [slug] });
  await save("categories_save", { name: "Lampes", slug: "lampes", image_url: file.url });
  const text = { title: "Nous", featured_image: file.url, body: `<img src="https://cdn.example.com${foreign.url}">` };
  await save("content_save", { kind: "page", slug: "nous", ...text, is_published: true });
  await save("content_save", { kind: "post", slug: "nous", ...text, is_published: true });
  await save("store_update", { logo_url: file.url });

  const { width, height, placeholder } = file;
  const known = { width, height, placeholder, widths: [160, 320, 640] };
  for (const path of [
    "/products?limit=5",
    `/products/${slug}?`,
    "/search?q=lampe",
    "/product-categories?",
    "/collections?",
    "/collections/neuf?",
    "/pages/nous?",
    "/pages?",
    "/blogs/nous?",
    "/blogs?",
    "/store?",
  ]) {
    const plain = await shop.get(path);
    const asked = await shop.get(`${path}&pictures=true`);
    const { pictures, ...rest } = asked.body;
    expect(rest, path).toEqual(plain.body);
    const address = Object.keys(pictures).find((one) => one.endsWith(file.url)) ?? "";
    expect(JSON.stringify(rest)).toContain(`"${address}"`);
    expect(pictures[address], path).toEqual(known);
    expect((await app.inject({ url: new URL(address).pathname })).statusCode).toBe(200);
    expect(await shop.get(`${path}&pictures=true`)).toMatchObject({ status: 200, body: asked.body });
  }

  const { body } = await shop.get(`/products/${slug}?pictures=true`);
  expect(body.pictures).toEqual({
    [body.images[0].url]: known,
    [file.sizes[1].webp]: { ...known, width: 320, height: 240 },
  });
  expect((await shop.get(`/products/${slug}?pictures=2`)).status).toBe(400);
});

test("pictures behind a CDN are told by their addresses there", async () => {
  const shop = await openShop();
  const via = await buildTestApp({ MEDIA_CDN_URL: "https://cdn.example.com" });
  const { body: file } = await upload(shop, await picture("png", 90, 30));
  await call(shop, "store_update", { logo_url: file.url });
  const reply = await via.inject({
    url: "/api/v1/storefront/store?pictures=true",
    headers: { "x-api-key": shop.publishable_key },
  });
  expect(Object.entries(reply.json().pictures)).toEqual([
    [`https://cdn.example.com${file.url}`, { width: 90, height: 30, placeholder: file.placeholder, widths: [] }],
  ]);
  await via.close();
});
