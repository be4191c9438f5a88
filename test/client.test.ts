import { createEcommapsClient, EcommapsAPIError } from "@ecommaps/client";
import { normalizeProductCard, type ProductLike, resolveVariantSelection } from "@ecommaps/storefront-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STOREFRONT } from "../src/app.ts";
import { saveCollection } from "../src/catalog/catalog.ts";
import { saveArticle } from "../src/content/content.ts";
import { saveMenu } from "../src/store/store.ts";
import { buildTestApp, openShop } from "./support.ts";

const app = await buildTestApp();
let apiUrl = "";
let apiKey = "";

beforeAll(async () => {
  apiUrl = (await app.listen({ host: "127.0.0.1", port: 0 })) + STOREFRONT;
  const shop = await openShop({ via: app });
  apiKey = shop.publishable_key;
  await shop.product({ slug: "pot", name: "Clay pot", price: 150000, images: [{ url: "/pot.svg", alt: null }] });
  await shop.product({
    slug: "shirt",
    name: "Linen shirt",
    options: [
      { name: "Taille", values: ["M", "L"] },
      { name: "Couleur", values: ["Rouge", "Bleu"] },
    ],
    variants: ["M", "L"].flatMap((Taille) =>
      ["Rouge", "Bleu"].map((Couleur) => ({
        option_values: { Taille, Couleur },
        inventory_quantity: Taille === "M" ? 2 : 0,
      })),
    ),
  });
  await shop.transact(async (db) => {
    await saveMenu(db, {
      handle: "main-menu",
      title: "Main",
      items: [{ title: "Shop", url: "/products", type: "link", position: 1, children: [] }],
    });
    const article = {
      title: "About",
      type: null,
      description: "Us",
      body: "<p>Us</p>",
      content: null,
      featured_image: null,
      is_published: true,
      published_at: db.now,
      seo_title: null,
      seo_description: null,
    };
    await saveArticle(db, "page", { ...article, slug: "about" });
    await saveArticle(db, "post", { ...article, slug: "hello" });
    await saveCollection(
      db,
      {
        slug: "all",
        title: "All",
        description: null,
        image_url: null,
        is_active: true,
        sort_order: "name_asc",
        position: 0,
        seo_title: null,
        seo_description: null,
      },
      ["pot", "shirt"],
    );
  });
});
afterAll(() => app.close());

describe("@ecommaps/client", () => {
  const client = () => createEcommapsClient({ apiUrl, apiKey });

  test("reads the store, menus, pages and blog", async () => {
    const { store } = client();

    expect(await store.retrieve()).toMatchObject({
      name: "Test shop",
      currency: "DZD",
      shipping_methods: ["home", "desk"],
    });
    expect(await store.menus.list()).toMatchObject([{ handle: "main-menu" }]);
    expect(await store.menus.retrieve("main-menu")).toMatchObject({ items: [{ title: "Shop", children: [] }] });
    expect(await store.pages.list()).toMatchObject([{ slug: "about" }]);
    expect(await store.pages.retrieve("about")).toMatchObject({ title: "About", body: "<p>Us</p>" });
    expect(await store.blogs.list()).toMatchObject([{ slug: "hello" }]);
    expect(await store.blogs.retrieve("hello")).toMatchObject({ body: "<p>Us</p>" });
  });

  test("reads products, search and collections", async () => {
    const { products, collections } = client();

    expect(await products.list({ limit: 1, sort_by: "name" })).toMatchObject({
      data: [{ slug: "pot" }],
      pagination: { total: 2, has_more: true },
    });
    expect(await products.retrieve("shirt")).toMatchObject({ name: "Linen shirt", variants: [{}, {}, {}, {}] });
    expect(await products.search("clay", { limit: 5 })).toMatchObject({
      data: [{ slug: "pot" }],
      query: "clay",
      pagination: { total: 1 },
    });
    expect(await collections.list()).toMatchObject({ data: [{ slug: "all" }] });
    expect(await collections.retrieve("all", 1, 1)).toMatchObject({
      collection: { title: "All" },
      products: [{ slug: "shirt" }],
      pagination: { total: 2 },
    });
  });

  test("throws our sentence and status", async () => {
    await expect(client().products.retrieve("nowhere")).rejects.toThrow(
      new EcommapsAPIError('This store has no product "nowhere".', 404),
    );
    await expect(createEcommapsClient({ apiUrl, apiKey: "pk_wrong" }).store.retrieve()).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe("@ecommaps/storefront-kit", () => {
  test("makes cards and chooses variants of our products", async () => {
    const { products } = createEcommapsClient({ apiUrl, apiKey });
    // Its types allow null where the kit's, under this project's strictness, do not.
    const [pot, shirt] = (await Promise.all([products.retrieve("pot"), products.retrieve("shirt")])) as [
      ProductLike,
      ProductLike,
    ];

    expect(normalizeProductCard(pot)).toMatchObject({
      slug: "pot",
      price: 1500,
      currency: "DZD",
      available: true,
      image: "/pot.svg",
    });
    expect(resolveVariantSelection(pot, {})).toMatchObject({ requires_selection: false, variant_id: null });
    expect(resolveVariantSelection(shirt, {})).toMatchObject({ requires_selection: true, reason: "variant_required" });
    const chosen = resolveVariantSelection(shirt, { color: "rouge", size: "M" });
    const variants = shirt.variants as { id: string; option_values: object }[];
    expect(variants.find(({ id }) => id === chosen.variant_id)?.option_values).toEqual({
      Taille: "M",
      Couleur: "Rouge",
    });
  });
});
