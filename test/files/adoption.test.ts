import { beforeEach, expect, test } from "vitest";
import type { Settings } from "../../src/config.ts";
import { Problem } from "../../src/core/problem.ts";
import { Database, type Driver } from "../../src/db/database.ts";
import type { JobRunner } from "../../src/jobs/jobs.ts";
import { jobRunner } from "../../src/work.ts";
import { startClock, tenantOf } from "../jobs/scene.ts";
import { database, driver, type Json, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";
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

interface Run {
  /** Its process stops when so many portions are committed. */
  portions?: number;
  settings?: Partial<Settings>;
  /** What the statements go over. */
  over?: Driver;
  /** Is called when an address is asked for, before its picture comes. */
  onFetch?: (address: string, signal: AbortSignal, runner: JobRunner) => Promise<void> | void;
}

/** Runs the job; returns what went wrong. */
async function run({ portions, settings: given, over = driver, onFetch }: Run = {}): Promise<unknown[]> {
  clock.pass(60_000);
  const errors: unknown[] = [];
  const own = new Database(over, { checks: true, changes: database.changes });
  const settings = settingsWith(given);
  const files = testFiles(settings, async (address, signal) => {
    if (signal) await onFetch?.(address, signal, runner);
  });
  const runner = jobRunner(
    { settings, database: own, keyring, tokens, files },
    { clock: clock.now, onError: (error) => errors.push(error) },
  );
  let count = 0;
  own.onEvents = () => {
    if (++count === portions) void runner.stop();
  };
  await runner.runDue(tenantOf(shop));
  return errors;
}

/** Ends with the signal's reason. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

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
  expect(await run()).toEqual([]);

  expect(await jobOf(id)).toMatchObject({ state: "done", done: 6, total: 6 });
  expect((await jobOf(id)).result).toEqual({
    things: 6,
    pictures: 16,
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

/** Begins to adopt 25 products with a picture each. */
async function begin25(): Promise<string> {
  for (let i = 0; i < 25; i++) await shop.product({ slug: `p-${i}`, images: [{ url: at(`p-${i}`), alt: null }] });
  return begin();
}

test("a job whose process stops goes on where it was, as one change, and keeps no picture twice", async () => {
  const id = await begin25();
  expect(await run({ portions: 1 })).toEqual([]);
  expect(await jobOf(id)).toMatchObject({ state: "waiting", done: 10, total: 25 });
  expect(await run()).toEqual([]);

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
  expect(await run()).toEqual([]);

  const { images: adopted, variants } = await productOf("vase");
  expect(adopted.map(({ url }: Json) => url)).toEqual([OURS]);
  expect(variants[0].image_url).toBe(adopted[0].url);
});

test("what is ours already, and what is no picture's address, leaves nothing to do", async () => {
  const { url } = await done("files_from_url", { url: at("ours") });
  await shop.product({ slug: "vase", description: `<p>https://example.com</p>`, images: [{ url, alt: null }] });

  expect(await done("files_adopt", { dry_run: true })).toMatchObject({ things: 0 });
  const { job_id, things } = await done("files_adopt", {});
  expect({ job_id, things }).toEqual({ job_id: undefined, things: 0 });
});

test("in HTML, only what is a picture's address is fetched, and nothing else changes", async () => {
  const long = `https://example.com/${"a".repeat(2000)}.png`;
  const body =
    `<img alt='1 > "0' srcset="https://10.0.0.1/x.png?a=1&b=2 1x, ${at("one")} 2x"> <video><source src="${at("film")}"></video>` +
    `<picture><source srcset="${at("two")}"><img src="${long}"></picture>`;
  await done("content_save", { kind: "page", title: "About", body });
  const { body: before } = await done("content_get", { kind: "page", slug: "about" });
  const asked: string[] = [];
  const id = await begin();
  await run({ onFetch: (address) => void asked.push(address) });

  expect(asked.filter((address) => address.includes("example.com"))).toEqual([at("one"), at("two")]);
  const { result } = await jobOf(id);
  expect(result).toMatchObject({ things: 1, pictures: 2, failed: 2 });
  expect(result.failures[1]).toMatchObject({
    address: `${long.slice(0, 300)}…`,
    reason: expect.stringContaining("2,000"),
  });
  const { body: after } = await done("content_get", { kind: "page", slug: "about" });
  const ours = [...after.matchAll(/\/media\/\S+?png/g)].map(([address]) => address);
  expect(after).toBe(before.replace(at("one"), ours[0]).replace(at("two"), ours[1]));
});

test("a full store ends the job, and what was done before stays", async () => {
  const id = await begin25();
  const { bytes } = await done("files_from_url", { url: at("ours") });
  await run({ settings: { MEDIA_BYTES_PER_STORE: bytes * 15 } });

  const job = await jobOf(id);
  expect(job).toMatchObject({ state: "failed", done: 10, result: { things: 10, pictures: 10, failed: 0 } });
  expect(job.problem).toContain("files_delete");
  expect((await productOf("p-9")).images[0].url).toEqual(OURS);
  expect((await productOf("p-10")).images[0].url).toBe(at("p-10"));
});

test("a trouble of the server ends the fetches of the others at once, and the job is tried again from there", async () => {
  const id = await begin25();
  const broken: string[] = [];
  const errors = await run({
    onFetch: async (address, signal) => {
      if (address === at("p-10")) throw new Problem("unavailable", "The bucket does not answer.");
      if (address === at("p-11")) await aborted(signal).finally(() => broken.push(address));
    },
  });

  expect(errors).toMatchObject([{ code: "unavailable" }]);
  expect(broken).toEqual([at("p-11")]);
  expect(await jobOf(id)).toMatchObject({ state: "waiting", done: 10, attempts: 1 });
  expect(await run()).toEqual([]);
  expect(await jobOf(id)).toMatchObject({ state: "done", result: { things: 25, pictures: 25, failed: 0 } });
});

test("a cancelled job waits for no fetch, and keeps what it has done", async () => {
  const id = await begin25();
  const errors = await run({
    onFetch: async (address, signal, runner) => {
      if (address !== at("p-13")) return;
      await done("jobs_cancel", { id });
      const broken = aborted(signal);
      await runner.renewLeases();
      await broken;
    },
  });

  expect(errors).toEqual([]);
  expect(await jobOf(id)).toMatchObject({ state: "cancelled", result: { things: 10, pictures: 10 } });
  expect((await productOf("p-10")).images[0].url).toBe(at("p-10"));
  await done("changes_undo", { changes: [id] });
  expect((await productOf("p-9")).images[0].url).toBe(at("p-9"));
});

test("what somebody changes meanwhile stays, whenever it is", async () => {
  const added = { url: "https://10.0.0.1/new.png", alt: "New" };
  await shop.product({ slug: "vase", images: [{ url: at("first"), alt: null }] });
  let times = 0;
  const change = () =>
    done("products_save", { product: "vase", name: `Vase ${++times}`, add_images: times === 1 ? [added] : [] });
  const over = withHooks(driver, {
    afterStatement: async (text) => {
      if (times === 1 && /from products thing\s[\s\S]*any\(/.test(text)) await change();
    },
  });
  await begin();
  expect(await run({ over, onFetch: async () => void (await change()) })).toEqual([]);

  const { name, images } = await productOf("vase");
  expect({ name, images }).toMatchObject({ name: "Vase 2", images: [{ url: OURS, alt: null }, added] });
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
