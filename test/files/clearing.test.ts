import { existsSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { jobRunner } from "../../src/work.ts";
import { DAY, openOwnShop, startClock } from "../jobs/scene.ts";
import { type Json, settingsWith, tokens } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";
import { picture } from "./pictures.ts";
import { upload } from "./upload.ts";

/** Longer than what nothing names is kept, so that one is seen without the other. */
const UNDO_DAYS = 60;

const { MEDIA_DIR } = settingsWith();
const onDisk = (address: string) => {
  const [, , site = "", name = ""] = address.split("/");
  return join(MEDIA_DIR, site, name.slice(0, 2), name);
};

async function openScene() {
  const own = await openOwnShop();
  const { shop, app } = own;
  const clock = startClock();
  const runner = jobRunner({ ...own, settings: settingsWith({ UNDO_DAYS }), tokens }, { clock: clock.now });
  await runner.addRepeated();
  let seed = 0;
  const uploaded = async (): Promise<Json> => {
    seed += 5;
    const { body } = await upload(shop, await picture("png", 200, 20, seed), { via: app });
    await app.inject({ url: body.sizes[0].webp });
    return body;
  };
  const save = async (operation: string, args: object) => {
    const { data, problem } = await call(shop, operation, args, shop.secret_key, app);
    expect(problem).toBeUndefined();
    return data;
  };
  /** Which of these files the store still has, after so many days. */
  const left = async (days: number, files: Record<string, Json>) => {
    clock.pass(days * DAY);
    await runner.runDue();
    const { data } = await save("files_list", { limit: 100 });
    const rows = new Set(data.map(({ id }: Json) => id));
    const kept = Object.keys(files).filter((name) => rows.has(files[name].id));
    for (const [name, { url, sizes }] of Object.entries(files)) {
      const found = [url, sizes[0].webp].map((address) => existsSync(onDisk(address)));
      expect(found, name).toEqual(kept.includes(name) ? [true, true] : [false, false]);
    }
    return kept;
  };
  return { ...own, clock, uploaded, save, left };
}

test("what nothing has named for 30 days is deleted; what is shown, was sold or can come back by an undo stays", async () => {
  const { shop, uploaded, save, left } = await openScene();
  const files = {
    unnamed: await uploaded(),
    shown: await uploaded(),
    inHtml: await uploaded(),
    logo: await uploaded(),
    sold: await uploaded(),
    soldByCdn: await uploaded(),
    undoable: await uploaded(),
  };
  await shop.product({ slug: "lampe" });
  await save("products_save", { product: "lampe", images: [{ file: files.shown.id }] });
  await save("content_save", {
    kind: "page",
    title: "Nous",
    body: `<p><img src="https://cdn.example.com${files.inHtml.url}">`,
  });
  await save("store_update", { logo_url: files.logo.sizes[0].webp });
  const vase = await shop.product({ slug: "vase", images: [{ url: files.sold.url, alt: null }] });
  const cup = await shop.product({
    slug: "cup",
    images: [{ url: `https://cdn.example.com${files.soldByCdn.sizes[0].webp}`, alt: null }],
  });
  await ordered(
    shop,
    [vase, cup].map(({ id }) => ({ product_id: id, quantity: 1 })),
  );
  for (const slug of ["vase", "cup"]) await shop.product({ slug });
  await save("products_save", { product: "vase", images: [{ file: files.undoable.id }] });
  await save("products_save", { product: "vase", images: [] });

  expect(await left(29, files)).toEqual(Object.keys(files));
  expect(await left(2, files)).toEqual(["shown", "inHtml", "logo", "sold", "soldByCdn", "undoable"]);
  expect(await left(20, files)).toEqual(["shown", "inHtml", "logo", "sold", "soldByCdn", "undoable"]);
  expect(await left(31, files)).toEqual(["shown", "inHtml", "logo", "sold", "soldByCdn"]);
});

test("what killed processes left behind is removed", async () => {
  const { shop, clock, left } = await openScene();
  const hash = "ab".repeat(32);
  const abandoned = join(MEDIA_DIR, ".incoming", newId());
  const rowless = onDisk(`/media/${shop.id}/${hash}.jpg`);
  const fresh = onDisk(`/media/${shop.id}/${hash.replace("b", "c")}.jpg`);
  for (const path of [abandoned, rowless, fresh]) {
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, "left behind");
  }
  const then = new Date(clock.now() - 2 * DAY);
  for (const path of [abandoned, rowless]) await utimes(path, then, then);

  await left(0, {});

  expect([abandoned, rowless, fresh].map(existsSync)).toEqual([false, false, true]);
});
