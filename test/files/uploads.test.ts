import { readdirSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { attempt, createAdmin } from "../../packages/client/src/admin.ts";
import { ADMIN } from "../../src/app.ts";
import { Files } from "../../src/files/files.ts";
import { app, buildTestApp, openShop, type Shop, settingsWith } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { picture } from "./pictures.ts";
import { upload } from "./upload.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});

test("a picture is uploaded, shown by its product, in several sizes, and its product's change undone", async () => {
  const { status, body: file } = await upload(shop, await picture("jpeg", 800, 600), { name: "théière.jpg" });
  expect(status).toBe(200);
  expect(file).toMatchObject({ name: "théière.jpg", type: "image/jpeg", width: 800, height: 600 });
  expect(file.sizes.map(({ width }: { width: number }) => width)).toEqual([160, 320, 640]);
  expect(file.placeholder).toMatch(/^data:image\/webp;base64,/);

  const lamp = await shop.product({ name: "Lampe" });
  const saved = await call(shop, "products_save", {
    product: lamp.slug,
    images: [{ file: file.id, alt: "Une lampe" }],
  });
  expect(saved.data.images).toMatchObject([{ url: file.url, alt: "Une lampe" }]);
  const shown = await shop.get(`/products/${lamp.slug}`);
  expect(shown.body.images[0].url).toContain(file.url);

  for (const { width, webp, url } of file.sizes) {
    const [small, own] = [await app.inject({ url: webp }), await app.inject({ url })];
    expect([small.statusCode, small.headers["content-type"]], `${width}`).toEqual([200, "image/webp"]);
    expect([own.statusCode, own.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(small.rawPayload.length).toBeLessThan(file.bytes);
  }
  expect((await call(shop, "files_get", { file: file.id })).data.uses).toMatchObject([
    { thing: "product", label: lamp.slug },
    { thing: "change" },
  ]);

  const undone = await call(shop, "changes_undo", { changes: [saved.data.change_id] });
  expect(undone.problem).toBeUndefined();
  expect((await shop.get(`/products/${lamp.slug}`)).body.images).toEqual([]);
  const refused = await call(shop, "files_delete", { file: file.id });
  expect(refused.problem?.code).toBe("file_in_use");
  await call(shop, "changes_undo", { changes: [undone.data.change_id] });
  expect((await shop.get(`/products/${lamp.slug}`)).body.images[0].url).toContain(file.url);
});

test("a picture is served for ever, in parts, and not again to who has it", async () => {
  const { body: file } = await upload(shop, await picture("png", 60, 40));
  const whole = await app.inject({ url: file.url });
  expect(whole.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    "content-length": String(file.bytes),
  });
  const { etag } = whole.headers;
  const get = (headers: Record<string, string>) => app.inject({ url: file.url, headers });
  expect((await get({ "if-none-match": String(etag) })).statusCode).toBe(304);
  const part = await get({ range: "bytes=10-19" });
  expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 10-19/${file.bytes}`]);
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
  expect((await get({ range: "bytes=-5" })).rawPayload).toEqual(whole.rawPayload.subarray(-5));
  expect((await get({ range: `bytes=${file.bytes}-` })).statusCode).toBe(416);
  expect((await get({ range: "bytes=0-1", "if-range": '"other"' })).statusCode).toBe(200);
  expect((await app.inject({ method: "HEAD", url: file.url })).headers["content-length"]).toBe(String(file.bytes));
});

test.each([
  ["a width that is not made", (url: string) => url.replace(".png", "-161.png")],
  ["another kind", (url: string) => url.replace(".png", "-160.jpg")],
  ["a path", (url: string) => url.replace(/[0-9a-f]{64}/, "..%2f..%2fetc%2fpasswd")],
  ["a picture that was never uploaded", (url: string) => url.replace(/[0-9a-f]{64}/, "0".repeat(64))],
])("there is nothing at the address of %s", async (_what, change) => {
  const { body: file } = await upload(shop, await picture("png", 60, 40));
  expect((await app.inject({ url: change(file.url) })).statusCode).toBe(404);
});

test("the same picture twice is one file of each store", async () => {
  const bytes = await picture("webp", 50, 50);
  const [first, again] = [await upload(shop, bytes), await upload(shop, bytes, { name: "b.webp" })];
  expect(again.body).toEqual(first.body);
  const other = await openShop();
  const { body } = await upload(other, bytes);
  expect(body.url).not.toBe(first.body.url);
  for (const field of [{ file: first.body.id }, { url: first.body.url }]) {
    const { problem } = await call(other, "products_save", { name: "Vol", price: 1, images: [field] });
    expect(problem?.code).toBe("file_not_found");
  }
  const page = { kind: "page", title: "Vol", featured_image: first.body.url };
  expect((await call(other, "content_save", page)).problem?.code).toBe("file_not_found");
});

test("a store keeps no more than its room, and says what to do", async () => {
  const bytes = await picture("png", 100, 100);
  const via = await buildTestApp({ MEDIA_BYTES_PER_STORE: bytes.length * 3 });
  const statuses = [];
  for (const seed of [1, 60, 120, 180]) {
    statuses.push((await upload(shop, await picture("png", 100, 100, seed), { via })).status);
  }
  const refused = await upload(shop, await picture("png", 100, 100, 200), { via });
  expect(refused).toMatchObject({
    status: 422,
    body: { code: "files_full", detail: expect.stringContaining("files_delete") },
  });
  const { data } = await call(shop, "files_list", { with_uses: true }, shop.secret_key, via);
  expect(data).toMatchObject({
    max_bytes: bytes.length * 3,
    total: statuses.filter((status) => status === 200).length,
  });
  expect(data.used_bytes).toBeLessThanOrEqual(data.max_bytes);
  await call(shop, "files_delete", { file: data.data[0].id }, shop.secret_key, via);
  expect((await upload(shop, await picture("png", 100, 100, 200), { via })).status).toBe(200);
  await via.close();
});

test.each([
  ["no part named file", { part: "picture" }, 422, "invalid_value"],
  ["a key that may not write", { scopes: ["catalog:read"] as const }, 403, "insufficient_scope"],
])(
  "an upload with %s is refused",
  async (_what, { scopes, ...given }: { part?: string; scopes?: readonly ["catalog:read"] }, status, code) => {
    const key = scopes
      ? (await shop.createKey({ name: "reader", kind: "secret", scopes: [...scopes] })).key
      : shop.secret_key;
    const refused = await upload({ secret_key: key }, await picture("png", 10, 10), given);
    expect(refused).toMatchObject({ status, body: { code } });
  },
);

test("a refused upload leaves its connection to the next request", async () => {
  const via = await buildTestApp();
  const url = `${await via.listen({ host: "127.0.0.1", port: 0 })}${ADMIN}/files`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    authorization: `Bearer ${shop.secret_key}`,
    "content-type": "multipart/form-data; boundary=b",
  };
  const statusOf = (bytes: Buffer) =>
    new Promise<number | undefined>((resolve, reject) => {
      const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
      request(url, { agent, method: "POST", headers }, (answer) =>
        answer.resume().once("end", () => resolve(answer.statusCode)),
      )
        .once("error", reject)
        .end(Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--b--\r\n")]));
    });

  expect(await statusOf(Buffer.alloc(5_000_000, "no picture "))).toBe(422);
  expect(await statusOf(Buffer.alloc(12_000_000, "no picture "))).toBe(422);
  expect(await statusOf(await picture("png", 20, 20))).toBe(200);
  agent.destroy();
  await via.close();
});

test("the typed client uploads", async () => {
  const via = await buildTestApp();
  const admin = createAdmin({ url: await via.listen({ host: "127.0.0.1", port: 0 }), key: shop.secret_key });
  const bytes = new Uint8Array(await picture("avif", 40, 30));
  const file = await admin.files.upload({ file: new File([bytes], "lampe.avif") });
  expect(file).toMatchObject({ name: "lampe.avif", type: "image/avif", width: 40 });
  const { error } = await attempt(admin.files.upload({ file: new Blob(["<svg/>"]) }));
  expect(error?.code).toBe("picture_refused");
  await via.close();
});

test("no space left refuses an upload, and leaves nothing of it", async () => {
  const settings = settingsWith();
  const files = new Files(settings);
  files.storage.write = async () => {
    throw Object.assign(new Error("no space"), { code: "ENOSPC" });
  };
  const via = await buildTestApp({}, undefined, undefined, undefined, undefined, files);
  const refused = await upload(shop, await picture("png", 30, 30), { via });
  expect(refused).toMatchObject({
    status: 503,
    body: { code: "unavailable", detail: expect.stringContaining("space") },
  });
  expect(readdirSync(join(settings.MEDIA_DIR, ".incoming"))).toEqual([]);
  expect((await call(shop, "files_list", {})).data).toMatchObject({ total: 0, used_bytes: 0 });
  await via.close();
});
