import { symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { picture } from "../../files/pictures.ts";
import { type Json, openShop, type Shop, settingsWith } from "../../support/app.ts";
import { post } from "../../support/operations.ts";
import { hanout, onPostgres, temporaryFolder } from "../hanout.ts";
import { fileOf } from "../importing.ts";
import { zipOf } from "./zip.ts";

const { MEDIA_DIR } = settingsWith();

/** Runs a command on the store, over the same database and pictures. */
const inStore = ({ slug }: Shop, args: string[], environment: Record<string, string> = {}) =>
  hanout([...args, "--store", slug], { ...onPostgres, MEDIA_DIR, ...environment });

/** How shoppers read a product, with the measures of its pictures. */
const productOf = async (shop: Shop, slug: string): Promise<Json> =>
  (await shop.get(`/products/${slug}?pictures=true`)).body;

const png = (width: number) => picture("png", width, 30);

test("pictures named by SKU or slug come to their products, in the order of their numbers, once", async () => {
  const shop = await openShop();
  await shop.product({
    slug: "pot",
    options: [{ name: "Size", values: ["S", "L"] }],
    variants: ["S", "L"].map((size) => ({ option_values: { Size: size }, sku: `POT-${size}` })),
  });
  await shop.product({ slug: "mug", sku: "MUG-2" });
  const folder = temporaryFolder();
  const files: [string, Buffer][] = [
    ["pot.png", await png(40)],
    ["POT-S.png", await png(41)],
    ["POT-S-10.png", await png(43)],
    ["POT-S-2.png", await png(42)],
    ["mug.png", await png(51)],
    ["MUG-2.jpg", await picture("jpeg", 52, 30)],
    ["mug-3.png", Buffer.from("no picture at all, but a text that is long enough to be told from one")],
    ["nothing.png", await png(61)],
  ];
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  symlinkSync(join(folder, "pot.png"), join(folder, "POT-L.png"));
  writeFileSync(join(folder, "notes.txt"), "The blue ones are sold.");
  const put = (path: string, ...options: string[]) => inStore(shop, ["pictures", path, ...options]);

  const dry = await put(folder, "--dry-run");
  expect([dry.code, dry.out]).toEqual([2, expect.stringContaining("MUG-2.jpg would be put with MUG-2\n")]);
  // What shoppers read is kept by this process, which learns of no other's changes.
  const unchanged = await post(shop, "products_get", { product: "pot", response_format: "detailed" });
  expect(unchanged.body.images).toEqual([]);

  const { code, out, err } = await put(folder);
  expect([code, out]).toEqual([2, "Added 6, unchanged 0, failed 2.\n"]);
  expect(err).toContain("nothing.png: No product has this SKU or slug.\n");
  expect(err).toContain("mug-3.png: The file is no picture that is kept");
  const pot = await productOf(shop, "pot");
  expect(pot.images.map(({ url }: { url: string }) => pot.pictures[url].width)).toEqual([40, 41, 42, 43]);
  const shown = Object.fromEntries(
    pot.variants.map(({ sku, image_url }: { sku: string; image_url: string }) => [sku, image_url]),
  );
  expect(shown).toEqual({ "POT-S": pot.images[1].url, "POT-L": null });
  expect((await productOf(shop, "mug")).images).toHaveLength(2);

  const zip = join(folder, "photos.zip");
  const bomb = Buffer.concat([await png(10), Buffer.alloc(60 * 2 ** 20)]);
  const added: [string, Buffer][] = [
    ["__MACOSX/POT-L.png", Buffer.from("x")],
    ["photos/POT-L.png", await png(44)],
    ["photos/pot-9.png", bomb],
  ];
  writeFileSync(
    zip,
    zipOf([...files.map(([name, content]): [string, Buffer] => [`photos/${name}`, content]), ...added]),
  );
  const again = await put(zip, "--json");
  expect(again.code).toBe(2);
  expect(JSON.parse(again.out)).toMatchObject({ added: 1, unchanged: 6, failed: 3 });
  expect(JSON.parse(again.out).failures).toContainEqual({ name: "pot-9.png", reason: expect.stringContaining("MiB") });
});

test.each([
  ["a path that leads out of it", zipOf([["../../POT-S.png", Buffer.from("x")]]), "invalid relative path"],
  ["nothing that is a picture", zipOf([["a.txt", Buffer.from("x")]]), "has no pictures"],
  [
    "names that cannot be shown",
    zipOf(["POT\0.png", "\x1bPOT.png"].map((name) => [name, Buffer.from("x")])),
    "has no pictures",
  ],
  ["the name of one, and another beginning", Buffer.alloc(200_000, "text "), "it does not begin as one"],
  ["no table", Buffer.from("PK\x03\x04 and nothing"), "neither a folder nor a ZIP file"],
])("a ZIP file with %s is refused", async (_what, content, reason) => {
  const path = join(temporaryFolder(), "photos.zip");
  writeFileSync(path, content);

  const { code, err } = await inStore(await openShop(), ["pictures", path]);

  expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
});

test("a full store ends the command, which says what it has done", async () => {
  const shop = await openShop();
  for (const slug of ["a", "b", "c"]) await shop.product({ slug });
  const folder = temporaryFolder();
  for (const [i, name] of ["a.png", "b.png", "c.png"].entries()) writeFileSync(join(folder, name), await png(41 + i));
  const room = String(Math.floor((await png(41)).length * 1.5));
  const { code, out, err } = await inStore(shop, ["pictures", folder, "--json"], { MEDIA_BYTES_PER_STORE: room });

  expect([code, err]).toEqual([1, expect.stringContaining("files_delete")]);
  expect(JSON.parse(out)).toMatchObject({ added: 1, unchanged: 0, failed: 0, ended_early: true });
});

test("an import with --adopt-pictures keeps the pictures of the file, and says which it cannot fetch", async () => {
  const shop = await openShop();
  const content = await png(71);
  const server = createServer(({ url }, response) => {
    if (url === "/mug.png") response.end(content);
    else response.writeHead(404).end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = fileOf(
    "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src",
    `mug,Mug,Title,Default Title,MUG-2,5,${there}/mug.png`,
    `bowl,Bowl,Title,Default Title,BOWL,5,${there}/bowl.png`,
  );

  const run = (environment: Record<string, string> = {}) =>
    inStore(shop, ["import", file, "--adopt-pictures", "--json"], { WEBHOOKS_TO_THIS_MACHINE: "true", ...environment });

  const full = await run({ MEDIA_BYTES_PER_STORE: "1" });
  expect([full.code, full.err]).toEqual([1, expect.stringContaining("files_delete")]);
  expect(JSON.parse(full.out)).toMatchObject({ created: 2, ended_early: true, pictures: { adopted: 0, failed: 0 } });

  const { code, out, err } = await run();
  expect(code).toBe(2);
  expect(err).toContain(`bowl, ${there}/bowl.png: The picture cannot be fetched. It answered 404.`);
  expect(JSON.parse(out)).toMatchObject({ failed: 0, pictures: { adopted: 1, failed: 1 } });
  const mug = await productOf(shop, "mug");
  expect(mug.pictures[mug.images[0].url].width).toBe(71);
});
