import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { entries } from "../../support/mcp-tasks.ts";
import { call, callConfirmed } from "../../support/operations.ts";

test("a page gets a slug from its title, and can be published, changed and deleted", async () => {
  const shop = await openShop();

  const made = await call(shop, "content_save", { kind: "page", title: "À propos de nous", body: "<p>Nous</p>" });
  expect(made.problem).toBeUndefined();
  expect(made.data).toMatchObject({ slug: "a-propos-de-nous", is_published: false, published_at: null });
  expect((await shop.get("/pages/a-propos-de-nous")).status).toBe(404);

  const published = await call(shop, "content_save", { kind: "page", slug: "a-propos-de-nous", is_published: true });
  expect(published.text).toContain("published");
  expect(published.data.published_at).not.toBeNull();
  const { body } = await shop.get("/pages/a-propos-de-nous");
  expect(body).toMatchObject({ title: "À propos de nous", body: "<p>Nous</p>" });

  const renamed = await call(shop, "content_save", {
    kind: "page",
    slug: made.data.id,
    new_slug: "about",
    title: "Us",
  });
  expect(renamed.data).toMatchObject({ slug: "about", title: "Us", id: made.data.id });
  expect((await shop.get("/pages/about")).body).toMatchObject({ title: "Us", body: "<p>Nous</p>" });

  const dry = await call(shop, "content_delete", { kind: "page", slug: "about", dry_run: true });
  expect(dry.data).toMatchObject({ dry_run: true, changes: [{ entity: "page", label: "about", after: null }] });
  expect((await shop.get("/pages/about")).status).toBe(200);
  await callConfirmed(shop, "content_delete", { kind: "page", slug: "about" });
  expect((await shop.get("/pages/about")).status).toBe(404);
  const again = await call(shop, "content_delete", { kind: "page", slug: "about" });
  expect(again.problem?.code).toBe("page_not_found");
});

test("a post with a future time is scheduled; pages and posts may have the same slug", async () => {
  const shop = await openShop();
  const later = new Date(Date.now() + 86_400_000).toISOString();

  const post = { kind: "post", slug: "soldes", title: "Soldes", is_published: true, published_at: later };
  const scheduled = await call(shop, "content_save", post);
  expect(scheduled.text).toContain("to be published at");
  expect((await shop.get("/blogs/soldes")).status).toBe(404);
  await call(shop, "content_save", { kind: "post", slug: "soldes", published_at: "2026-01-01" });
  expect((await shop.get("/blogs/soldes")).body.published_at).toBe("2025-12-31T23:00:00.000Z");
  await call(shop, "content_save", { kind: "page", slug: "soldes", title: "Page" });
  expect((await call(shop, "content_get", { kind: "page", slug: "soldes" })).data).toMatchObject({ title: "Page" });
});

test("content_search finds by title, slug and state, with paging", async () => {
  const shop = await openShop();
  for (const title of ["Livraison", "Retours", "Café du matin"]) {
    await call(shop, "content_save", { kind: "page", title, is_published: title !== "Retours" });
  }
  const slugs = async (args: object) =>
    (await call(shop, "content_search", { kind: "page", ...args })).data.data.map(({ slug }: { slug: string }) => slug);

  expect(await slugs({})).toEqual(["cafe-du-matin", "retours", "livraison"]);
  expect(await slugs({ query: "CAFE DU" })).toEqual(["cafe-du-matin"]);
  expect(await slugs({ query: "café" })).toEqual(["cafe-du-matin"]);
  expect(await slugs({ query: "100%" })).toEqual([]);
  expect(await slugs({ published: false })).toEqual(["retours"]);
  const first = await call(shop, "content_search", { kind: "page", limit: 2, response_format: "detailed" });
  expect(first.data).toMatchObject({ total: 3, data: [{ seo_title: null }, {}] });
  expect(await slugs({ limit: 2, cursor: first.data.next_cursor })).toEqual(["livraison"]);
  expect((await call(shop, "content_search", { kind: "post" })).data).toEqual({
    data: [],
    total: 0,
    next_cursor: null,
  });
});

test("invalid values are refused, with the field", async () => {
  const shop = await openShop();
  const { data: page } = await call(shop, "content_save", { kind: "page", title: "One" });
  await call(shop, "content_save", { kind: "page", title: "Two" });
  const unknown = "019aa2c0-6a52-7b11-a2c4-6e0f9d3b5a77";

  for (const [args, code, path] of [
    [{ slug: "new" }, "invalid_value", "title"],
    [{ slug: "Not A Slug", title: "T" }, "invalid_value", "slug"],
    [{ title: "  " }, "invalid_value", "title"],
    [{ slug: "two", new_slug: "one" }, "slug_taken", "slug"],
    [{ slug: "three", new_slug: "one", title: "T" }, "slug_taken", "slug"],
    [{ slug: unknown, title: "T" }, "page_not_found", undefined],
    [{ slug: "gone", title: "T", expected_updated_at: page.updated_at }, "page_not_found", undefined],
    [{ slug: "one", title: "T", expected_updated_at: "2020-01-01T00:00:00Z" }, "stale", "expected_updated_at"],
    [{ slug: "one", published_at: "tomorrow" }, "invalid_value", "published_at"],
    [{ slug: "one", featured_image: "javascript:alert(1)" }, "invalid_value", "featured_image"],
    [{ slug: "one", is_published: "yes" }, "invalid_value", "is_published"],
    [{ slug: "one", author: "me" }, "invalid_value", "author"],
  ] as const) {
    const { problem } = await call(shop, "content_save", { kind: "page", ...args });
    expect([problem?.code, problem?.errors[0]?.path], JSON.stringify(args)).toEqual([code, path]);
  }
  const { change_id: _, ...kept } = page;
  expect((await call(shop, "content_get", { kind: "page", slug: "one" })).data).toEqual({
    ...kept,
    body: null,
    content: null,
  });
});

test("of two concurrent requests for the same new page, one creates it and the other changes it", async () => {
  const shop = await openShop();
  const save = (title: string) => call(shop, "content_save", { kind: "page", slug: "same", title });

  const answers = await Promise.all([save("One"), save("Two"), save("Three")]);

  expect(answers.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect(answers.filter(({ text }) => text.startsWith("Created"))).toHaveLength(1);
});

test("thirty concurrent requests with the same title create thirty posts", async () => {
  const shop = await openShop();
  const save = () => call(shop, "content_save", { kind: "post", title: "Same" });

  const answers = await Promise.all(Array.from({ length: 30 }, save));

  expect(answers.map(({ problem }) => problem).filter(Boolean)).toEqual([]);
  expect(new Set(answers.map(({ data }) => data.slug)).size).toBe(30);
});

test("the same idempotency key creates one page", async () => {
  const shop = await openShop();
  const args = { kind: "page", title: "Once", idempotency_key: "k1" };

  const [first, again] = [await call(shop, "content_save", args), await call(shop, "content_save", args)];

  expect(again.data).toEqual({ ...first.data, replayed: true });
  expect((await call(shop, "content_search", { kind: "page" })).data.total).toBe(1);
});

test("another store's page is not found", async () => {
  const [ours, theirs] = [await openShop(), await openShop()];
  const { data } = await call(theirs, "content_save", { kind: "page", slug: "theirs", title: "Theirs" });

  for (const slug of ["theirs", data.id]) {
    expect((await call(ours, "content_get", { kind: "page", slug })).problem?.code).toBe("page_not_found");
    expect((await call(ours, "content_delete", { kind: "page", slug })).problem?.code).toBe("page_not_found");
  }
  expect((await call(ours, "content_save", { kind: "page", slug: data.id, title: "T" })).problem?.code).toBe(
    "page_not_found",
  );
  expect((await call(theirs, "content_get", { kind: "page", slug: "theirs" })).data.title).toBe("Theirs");
});

test("changes are in the audit log", async () => {
  const shop = await openShop();
  await call(shop, "content_save", { kind: "page", title: "One" });
  await call(shop, "content_save", { kind: "page", slug: "one", title: "Two" });

  expect(await entries(shop)).toMatchObject([
    { tool: "content_save", entity: "page", before: null, after: { title: "One" } },
    { tool: "content_save", entity: "page", before: { title: "One" }, after: { title: "Two" } },
  ]);
});

test("text that cannot be stored is refused, with its field", async () => {
  const shop = await openShop();

  for (const title of ["a\0b", "\ud800"]) {
    expect(await call(shop, "content_save", { kind: "page", title })).toMatchObject({
      problem: { code: "invalid_value", errors: [{ path: "title" }] },
    });
  }
});
