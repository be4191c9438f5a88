import { describe, expect, test } from "vitest";
import { saveArticle } from "../../src/content/content.ts";
import { openShop } from "../support/app.ts";

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

const summary = {
  id: expect.any(String),
  slug: "it",
  title: "Title of it",
  description: "In short",
  excerpt: "In short",
  featured_image: "http://localhost/x.svg",
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
  test("lists the published articles, without bodies", async () => {
    const shop = await openShop();
    await shop.transact((db) => saveArticle(db, kind, article("it")));

    const { status, body } = await shop.get(path);

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [{ ...summary, ...own }],
      pagination: { total: 1, limit: 250, offset: 0, has_more: false },
    });
  });

  test("shows an article with its body", async () => {
    const shop = await openShop();
    await shop.transact((db) => saveArticle(db, kind, article("it")));

    const { status, body } = await shop.get(`${path}/it`);

    expect(status).toBe(200);
    expect(body).toEqual({ ...summary, ...own, body: "<p>At length</p>", content: { blocks: [1] } });
  });

  test("returns 404 for unpublished, scheduled and unknown articles, and for articles of the other kind", async () => {
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

  test("returns pages, and refuses invalid paging parameters", async () => {
    const shop = await openShop();
    await shop.transact(async (db) => {
      for (const slug of ["a", "b", "c"]) await saveArticle(db, kind, article(slug));
    });

    const { body } = await shop.get(`${path}?limit=2&offset=2`);

    expect([body.data.length, body.pagination]).toEqual([1, { total: 3, limit: 2, offset: 2, has_more: false }]);
    for (const query of ["limit=0", "limit=251", "limit=x", "offset=-1", "offset=1.5"]) {
      const refused = await shop.get(`${path}?${query}`);
      expect([query, refused.status, refused.body.errors[0].path]).toEqual([query, 400, query.split("=")[0]]);
    }
  });

  test("shows null for fields that were not given", async () => {
    const shop = await openShop();
    const nothing = { type: null, description: null, body: null, content: null, featured_image: null };
    await shop.transact((db) =>
      saveArticle(db, kind, article("it", { ...nothing, seo_title: null, seo_description: null })),
    );

    const { body } = await shop.get(`${path}/it`);

    expect(Object.keys(body).sort()).toEqual([...Object.keys({ ...summary, ...own }), "body", "content"].sort());
    expect(body).toMatchObject({ body: null, content: null, description: null, seo_title: null });
  });

  test("shows the last saved version, and the time of its creation", async () => {
    const shop = await openShop();
    await shop.transact((db) => saveArticle(db, kind, article("it")), "2026-01-01T00:00:00.000Z");
    await shop.transact((db) => saveArticle(db, kind, article("it", { title: "New" })), "2026-02-01T00:00:00.000Z");

    const { data } = (await shop.get(path)).body;

    const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-02-01T00:00:00.000Z" };
    expect(data).toEqual([expect.objectContaining({ title: "New", ...times })]);
  });
});

test("lists posts newest first, and pages by title", async () => {
  const shop = await openShop();
  const given = [
    { days: 3, title: "Banane" },
    { days: 1, title: "Cerise" },
    { days: 2, title: "Abricot" },
  ];
  await shop.transact(async (db) => {
    for (const kind of ["page", "post"] as const)
      for (const { days, title } of given)
        await saveArticle(db, kind, article(`day-${days}`, { title, published_at: ago(days) }));
  });
  const slugs = async (path: string) => (await shop.get(path)).body.data.map(({ slug }: { slug: string }) => slug);

  expect(await slugs("/blogs")).toEqual(["day-1", "day-2", "day-3"]);
  expect(await slugs("/pages")).toEqual(["day-2", "day-3", "day-1"]);
});
