import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { Files } from "../../src/files/files.ts";
import { buildTestApp, openShop, app as other, settingsWith } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { openBucket } from "./bucket.ts";
import { picture } from "./pictures.ts";
import { upload } from "./upload.ts";

const settings = openBucket();

test("a bucket keeps pictures as a folder does: uploaded, shown in sizes and parts, deleted", async () => {
  const app = await buildTestApp(settings());
  const shop = await openShop();
  const files = new Files(settingsWith(settings()));
  const keys = async () => {
    const found: string[] = [];
    for await (const page of files.storage.list(new Date(Date.now() + 60_000))) found.push(...page);
    return found;
  };

  const { body: file } = await upload(shop, await picture("jpeg", 700, 500), { via: app });
  const { webp, url } = file.sizes[0];
  for (const [address, type] of [
    [file.url, "image/jpeg"],
    [webp, "image/webp"],
    [url, "image/jpeg"],
    [webp, "image/webp"],
  ]) {
    const { statusCode, headers } = await app.inject({ url: address });
    expect([statusCode, headers["content-type"]]).toEqual([200, type]);
  }
  const whole = await app.inject({ url: file.url });
  const part = await app.inject({ url: file.url, headers: { range: "bytes=100-199" } });
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200));
  expect(await keys()).toHaveLength(3);
  expect((await other.inject({ url: file.url })).statusCode).toBe(404);

  await call(shop, "files_delete", { file: file.id }, shop.secret_key, app);
  await shop.transact((db) => files.remove(db, file.url.split("/").at(-1).split(".")[0]));
  expect(await keys()).toEqual([]);
  expect((await app.inject({ url: file.url })).statusCode).toBe(404);
  await app.close();
});

test("a bucket forgets one store, and no other", async () => {
  const files = new Files(settingsWith(settings()));
  const [one, other] = [newId(), newId()];
  const content = () => Readable.from([Buffer.from("jpg")]);
  for (const digit of ["a", "b"]) await files.putBack(one, { hash: digit.repeat(64), kind: "jpg" }, content());
  await files.putBack(other, { hash: "a".repeat(64), kind: "jpg" }, content());

  await files.removeStore(one);

  expect([await files.hasStore(one), await files.hasStore(other)]).toEqual([false, true]);
  await files.removeStore(other);
});

test("a bucket that does not answer refuses uploads, and nothing is left of them", async () => {
  const app = await buildTestApp({ MEDIA_BUCKET_URL: "http://a:b@127.0.0.1:1/shop" });
  const shop = await openShop();
  const refused = await upload(shop, await picture("png", 20, 20), { via: app });
  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect((await call(shop, "files_list", {})).data.data).toEqual([]);
  await app.close();
});
