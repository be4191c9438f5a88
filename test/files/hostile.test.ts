import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { app, openShop, type Shop, settingsWith } from "../support/app.ts";
import { HOSTILE } from "./hostile.ts";
import { upload } from "./upload.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

const { MEDIA_DIR } = settingsWith();

test.each(HOSTILE)("$what is refused, or harmless", async ({ bytes, name = "a.jpg", refused }) => {
  const { status, body } = await upload(shop, await bytes(), { name });
  expect(readdirSync(join(MEDIA_DIR, ".incoming"))).toEqual([]);
  if (refused) {
    expect({ status, code: body.code }).toEqual({ status: refused === "picture_refused" ? 422 : 413, code: refused });
    return;
  }
  expect({ status, body }).toMatchObject({ status: 200, body: { url: expect.stringMatching(/^\/media\//) } });
  expect(body.name).not.toMatch(/[/\\]|\p{C}/u);
  expect(body.name.length).toBeLessThanOrEqual(201);
  for (const url of [body.url, body.sizes[0]?.webp].filter(Boolean)) {
    const { statusCode, headers, rawPayload } = await app.inject({ url });
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toMatch(/^image\/(jpeg|png|webp|avif)$/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const text = rawPayload.toString("latin1");
    for (const foreign of ["script", "PK\x05\x06", "Amina", "Exif"]) expect(text).not.toContain(foreign);
    const { exif, xmp, iptc, pages = 1 } = await sharp(rawPayload).metadata();
    expect({ exif, xmp, iptc, pages }).toEqual({ pages: 1 });
  }
});

test("a picture that lies on its side is turned upright", async () => {
  const lying = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#00f" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await upload(shop, lying)).body).toMatchObject({ width: 20, height: 60 });
});

test("a JPEG that must be held in memory whole is kept at half its size, or refused", async () => {
  const photo = sharp({ create: { width: 6400, height: 4000, channels: 3, background: "#a33" } });
  const turned = await upload(shop, await photo.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(turned).toMatchObject({ status: 200, body: { width: 2000, height: 3200 } });
  const mirrored = await upload(shop, await photo.clone().withMetadata({ orientation: 2 }).jpeg().toBuffer());
  expect(mirrored).toMatchObject({ status: 200, body: { width: 6400, height: 4000 } });
  const progressive = await upload(shop, await photo.clone().jpeg({ progressive: true }).toBuffer());
  expect(progressive).toMatchObject({ status: 422, body: { detail: expect.stringContaining("progressive") } });
});
