import { beforeEach, expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { jobRunner } from "../../src/work.ts";
import { startClock, tenantOf } from "../jobs/scene.ts";
import { database, driver, type Json, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { post } from "../support/operations.ts";
import { testFiles } from "./support.ts";

let shop: Shop;
let clock: ReturnType<typeof startClock>;

beforeEach(async () => {
  shop = await openShop();
  clock = startClock();
});

const at = (name: string) => `https://example.com/${name}.png`;
const OURS = expect.stringMatching(/^\/media\/[0-9a-f-]{36}\/[0-9a-f]{64}\.png$/);

const done = async (operation: string, args: object): Promise<Json> => {
  const { status, body } = await post(shop, operation, args);
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  return body;
};

/** Runs the job, or as much of it as is done when `portions` of it are committed: then its process stops. */
async function run(portions = Number.POSITIVE_INFINITY): Promise<void> {
  clock.pass(60_000);
  const errors: unknown[] = [];
  const own = new Database(driver, { checks: true, changes: database.changes });
  const settings = settingsWith();
  const runner = jobRunner(
    { settings, database: own, keyring, tokens, files: testFiles(settings) },
    { clock: clock.now, onError: (error) => errors.push(error) },
  );
  let count = 0;
  own.onEvents = () => {
    if (++count === portions) void runner.stop();
  };
  await runner.runDue(tenantOf(shop));
  expect(errors).toEqual([]);
}

async function begin(args: object = {}): Promise<string> {
  const { confirm_token } = await done("files_adopt", { ...args, dry_run: true });
  return (await done("files_adopt", { ...args, confirm_token })).job_id;
}

const jobOf = async (id: string): Promise<Json> => (await done("jobs_list", { id })).data[0];
const productOf = (slug: string): Promise<Json> => done("products_get", { product: slug, response_format: "detailed" });

test("whatever names a picture elsewhere names ours afterwards, and an undo puts the old addresses back", async () => {
  const html = (name: string) =>
    `<p>A &amp; b <IMG alt="1 > 0" src='${at(name)}?a=1&amp;b=2' srcset="${at(name)} 1x, ${at("large")} 2x"><a href="${at(name)}">…</a></p>`;
  await shop.product({
    slug: "vase",
    description: html("in-html"),
    images: [
      { url: at("first"), alt: "First" },
      { url: "https://10.0.0.1/private.png", alt: null },
      { url: at("second"), alt: null },
    ],
    options: [{ name: "Size", values: ["S", "M"] }],
    variants: [
      { option_values: { Size: "S" }, image_url: at("second") },
      { option_values: { Size: "M" }, image_url: at("only-of-m") },
    ],
  });
  await done("categories_save", { name: "House", image_url: at("category"), description: html("of-category") });
  await done("collections_save", { title: "New", image_url: at("collection") });
  await done("content_save", { kind: "page", title: "About", body: html("of-page") });
  await done("content_save", { kind: "post", title: "News", featured_image: `//example.com/post.png` });
  await done("store_update", { logo_url: at("logo") });
  const before = await productOf("vase");

  const dry = await done("files_adopt", { dry_run: true });
  expect(dry).toMatchObject({ dry_run: true, confirm_token: expect.any(String) });
  const id = await begin();
  expect((await productOf("vase")).images[0].url).toBe(at("first"));
  await run();

  expect(await jobOf(id)).toMatchObject({ state: "done", done: 6, total: 6 });
  expect((await jobOf(id)).result).toEqual({
    things: 6,
    pictures: expect.any(Number),
    failed: 1,
    failures: [
      {
        thing: "product",
        slug: "vase",
        address: "https://10.0.0.1/private.png",
        reason: expect.stringContaining("public"),
      },
    ],
    change_id: id,
  });
  const product = await productOf("vase");
  expect(product.images.map(({ url, alt }: Json) => [url, alt])).toEqual([
    [OURS, "First"],
    ["https://10.0.0.1/private.png", null],
    [OURS, null],
  ]);
  expect(product.variants.map(({ image_url }: Json) => image_url)).toEqual([product.images[2].url, OURS]);
  expect(product.description).toMatch(
    /^<p>A &amp; b <IMG alt="1 > 0" src='\/media\/\S+png' srcset="\/media\/\S+png 1x, \/media\/\S+png 2x"><a href="https:\/\/example.com\/in-html.png">…<\/a><\/p>$/,
  );
  const [category] = (await done("categories_list", { response_format: "detailed" })).data;
  expect(category).toMatchObject({ image_url: OURS, description: expect.not.stringContaining("src='https") });
  expect((await done("collections_search", { collection: "new" })).data[0].image_url).toEqual(OURS);
  expect((await done("content_get", { kind: "page", slug: "about" })).body).not.toContain("src='https");
  expect((await done("content_get", { kind: "post", slug: "news" })).featured_image).toEqual(OURS);
  expect((await done("store_get", {})).logo_url).toEqual(OURS);
  const { data: changes } = await done("changes_list", {});
  expect(changes.filter(({ change_id }: Json) => change_id === id)).toHaveLength(1);
  expect(changes[0].sentence).toContain("files_adopt");

  await done("changes_undo", { changes: [id] });
  expect((await productOf("vase")).images).toEqual(before.images);
  expect((await productOf("vase")).description).toBe(before.description);
  expect((await done("store_get", {})).logo_url).toBe(at("logo"));
});

test("a job whose process stops goes on where it was, as one change, and keeps no picture twice", async () => {
  for (let i = 0; i < 25; i++) await shop.product({ slug: `p-${i}`, images: [{ url: at(`p-${i}`), alt: null }] });
  const id = await begin();
  await run(1);
  expect(await jobOf(id)).toMatchObject({ state: "waiting", done: 10, total: 25 });
  await run();

  expect(await jobOf(id)).toMatchObject({ state: "done", done: 25, total: 25, result: { things: 25, pictures: 25 } });
  expect((await done("files_list", {})).total).toBe(25);
  expect((await done("changes_list", {})).data).toHaveLength(1);
  await done("changes_undo", { changes: [id] });
  expect((await productOf("p-24")).images[0].url).toBe(at("p-24"));
});

test("two addresses of one picture are one picture of a product", async () => {
  const images = [at("same"), at("same").replace("https:", "")].map((url) => ({ url, alt: null }));
  await shop.product({ slug: "vase", images, variants: [{ image_url: images[1]?.url ?? null }] });
  await begin();
  await run();

  const { images: adopted, variants } = await productOf("vase");
  expect(adopted.map(({ url }: Json) => url)).toEqual([OURS]);
  expect(variants[0].image_url).toBe(adopted[0].url);
});

test("what is ours already, and what is no picture's address, leaves nothing to do", async () => {
  const { url } = await done("files_from_url", { url: at("ours") });
  await shop.product({ slug: "vase", description: `<p>https://example.com</p>`, images: [{ url, alt: null }] });

  const { job_id, things } = await done("files_adopt", {});
  expect({ job_id, things }).toEqual({ job_id: undefined, things: 0 });
});

test("pages need content:write, and the logo settings:write, unless they are left out", async () => {
  await shop.product({ slug: "vase", images: [{ url: at("a"), alt: null }] });
  await done("content_save", { kind: "page", title: "About", featured_image: at("b") });
  const secret_key = await keyFor(shop, "catalog:write");
  const send = (args: object) => post({ ...shop, secret_key }, "files_adopt", { ...args, dry_run: true });

  expect((await send({})).body).toMatchObject({ code: "insufficient_scope" });
  expect((await send({ pages: false })).body).toMatchObject({ code: "insufficient_scope" });
  expect((await send({ pages: false, logo: false })).body).toMatchObject({ things: 1 });
});
