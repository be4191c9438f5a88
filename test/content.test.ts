import { describe, expect, test } from "vitest";
import { saveArticle } from "../src/content/content.ts";
import { openShop } from "./support.ts";

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const article = (slug: string, given: object = {}) => ({
  slug,
  title: `Title of ${slug}`,
  type: "policy",
  description: "In short",
  body: "<p>At length</p>",
  content: { blocks: [1] },
  featured_image: "/x.svg",
  is_published: true,
  published_at: ago(1) as string | null,
  seo_title: "T",
  seo_description: "D",
  ...given,
});

const brief = {
  id: expect.any(String),
  slug: "it",
  title: "Title of it",
  description: "In short",
  featured_image: "/x.svg",
  is_published: true,
  published_at: expect.stringMatching(/Z$/),
  seo_title: "T",
  seo_description: "D",
  created_at: expect.stringMatching(/Z$/),
  updated_at: expect.stringMatching(/Z$/),
};

describe.each([
  { kind: "page", path: "/pages", code: "page_not_found", own: { type: "policy" } },
  { kind: "post", path: "/blogs", code: "post_not_found", own: {} },
] as const)("GET $path", ({ kind, path, code, own }) => {
  test("lists what is published, without bodies", async () => {
    const shop = await openShop();
    await shop.transact((db) => saveArticle(db, kind, article("it")));

    const { status, body } = await shop.get(path);

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [{ ...brief, ...own }],
      pagination: { total: 1, limit: 250, offset: 0, has_more: false },
    });
  });

  test("shows one with its body", async () => {
    const shop = await openShop();
    await shop.transact((db) => saveArticle(db, kind, article("it")));

    const { status, body } = await shop.get(`${path}/it`);

    expect(status).toBe(200);
    expect(body).toEqual({ ...brief, ...own, body: "<p>At length</p>", content: { blocks: [1] } });
  });

  test("does not know what is unpublished, not yet published, of the other kind, or nowhere", async () => {
    const shop = await openShop();
    await shop.transact(async (db) => {
      await saveArticle(db, kind, article("off", { is_published: false }));
      await saveArticle(db, kind, article("off-undated", { is_published: false, published_at: null }));
      await saveArticle(db, kind, article("future", { published_at: ago(-1) }));
      await saveArticle(db, kind === "page" ? "post" : "page", article("other"));
    });

    for (const slug of ["off", "off-undated", "future", "other", "nowhere"]) {
      const { status, body } = await shop.get(`${path}/${slug}`);
      expect([slug, status, body.code]).toEqual([slug, 404, code]);
    }
    expect((await shop.get(path)).body.data).toEqual([]);
  });

  test("pages, and refuses bad paging", async () => {
    const shop = await openShop();
    await shop.transact(async (db) => {
      for (const slug of ["a", "b", "c"]) await saveArticle(db, kind, article(slug));
    });

    const { body } = await shop.get(`${path}?limit=2&offset=2`);

    expect([body.data.length, body.pagination]).toEqual([1, { total: 3, limit: 2, offset: 2, has_more: false }]);
    expect((await shop.get(`${path}?limit=251`)).status).toBe(400);
  });
});

test("posts come newest first", async () => {
  const shop = await openShop();
  await shop.transact(async (db) => {
    for (const days of [3, 1, 2]) await saveArticle(db, "post", article(`day-${days}`, { published_at: ago(days) }));
  });

  const { body } = await shop.get("/blogs");

  expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual(["day-1", "day-2", "day-3"]);
});
