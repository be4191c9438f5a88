import { expect, test } from "vitest";
import { createAdmin } from "../../packages/client/src/admin.ts";
import { createShop } from "../../packages/client/src/shop.ts";
import { Files } from "../../src/files/files.ts";
import { jobRunner } from "../../src/work.ts";
import { DAY, openOwnShop, startClock } from "../jobs/scene.ts";
import { settingsWith, tokens } from "../support/app.ts";
import { openBucket } from "./bucket.ts";
import { picture } from "./pictures.ts";

const bucket = openBucket();

test.each([
  ["a folder", () => ({})],
  ["a bucket", bucket],
])("in %s, the client's picture is shown by its product in its sizes, undone, and cleared", async (_where, given) => {
  const settings = settingsWith({ ...given(), UNDO_DAYS: 1 });
  const own = await openOwnShop(settings);
  const url = await own.app.listen({ host: "127.0.0.1", port: 0 });
  const admin = createAdmin({ url, key: own.shop.secret_key });
  const shop = createShop({ url, key: own.shop.publishable_key });

  const bytes = new Uint8Array(await picture("jpeg", 700, 500));
  const file = await admin.files.upload({ file: new File([bytes], "lampe.jpg") });
  const saved = await admin.products.save({ name: "Lampe", price: 10, status: "active", images: [{ file: file.id }] });
  const { images, pictures } = await shop.products.get("lampe", { pictures: true });
  const [{ url: shown = "" } = {}] = images;
  expect(shown).toContain(file.url);
  expect(pictures?.[shown]).toMatchObject({ width: 700, height: 500, widths: [160, 320, 640] });
  const answers = async () => {
    const addresses = [file.url, ...file.sizes.flatMap((size) => [size.url, size.webp])];
    return Promise.all(addresses.map(async (address) => (await fetch(new URL(address, url))).status));
  };
  expect(await answers()).toEqual(Array(7).fill(200));

  await admin.changes.undo({ changes: [saved.change_id ?? ""] });
  expect((await shop.products.list()).data).toEqual([]);
  const clock = startClock();
  const runner = jobRunner({ ...own, settings, tokens }, { clock: clock.now });
  await runner.addRepeated();
  for (const days of [1, 2, 32]) {
    expect((await admin.files.list()).total).toBe(1);
    clock.pass(days * DAY);
    await runner.runDue();
  }
  expect((await admin.files.list()).total).toBe(0);
  expect(await answers()).toEqual(Array(7).fill(404));
  expect(await new Files(settings).hasStore(own.shop.id)).toBe(false);
  await own.app.close();
});
