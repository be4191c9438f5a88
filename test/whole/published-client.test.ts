import { createEcommapsClient, EcommapsAPIError } from "@ecommaps/client";
import {
  classifyPromotionStatus,
  normalizeCartSummary,
  normalizeProductCard,
  type ProductLike,
  type PromotionLike,
  resolveVariantSelection,
} from "@ecommaps/storefront-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { saveCollection } from "../../src/catalog/catalog.ts";
import { saveArticle } from "../../src/content/content.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { saveMenu } from "../../src/store/store.ts";
import { buildTestApp, closeAtOnce, openShop } from "../support/app.ts";

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
    await saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: null }]);
    const both = { is_combinable: true };
    await createPromotion(db, {
      ...both,
      title: "Tenth",
      code: "TENTH",
      discount_type: "percentage",
      discount_value: 1000,
      is_discoverable: true,
    });
    await createPromotion(db, { ...both, title: "Ship", code: "SHIP", discount_type: "free_shipping" });
    await createPromotion(db, {
      title: "Rich",
      discount_type: "fixed_amount",
      discount_value: 50_000,
      min_order_amount: 500_000,
      is_discoverable: true,
    });
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
afterAll(() => closeAtOnce(app));

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
    const shirtFirst = await products.list({ sort: "name_asc", offset: 1 });
    expect(shirtFirst).toMatchObject({ data: [{ slug: "shirt" }] });
    expect(await products.list({ q: "clay", sort: "price_asc" })).toMatchObject({
      data: [{ slug: "pot" }],
      pagination: { total: 1 },
    });
    expect(await products.retrieve(shirtFirst.data[0]?.id ?? "")).toMatchObject({ slug: "shirt" });
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

  test("completes a whole shopping trip", async () => {
    const { products, cart, store, orders, auth } = client();
    const { data: found } = await products.search("linen shirt");
    const shirt = await products.retrieve(found[0]?.slug ?? "");
    const { variant_id } = resolveVariantSelection(shirt as ProductLike, { color: "rouge", size: "M" });

    const { id } = await cart.create();
    await cart.addItem(id, { product_id: shirt.id, variant_id: variant_id ?? "", quantity: 1 });
    const pot = await products.retrieve("pot");
    const filled = await cart.addItem(id, { product_id: pot.id, quantity: 3 });
    const [shirtItem, potItem] = filled.items;
    await cart.updateItem(id, potItem?.id ?? "", { quantity: 2 });
    expect(await cart.retrieve(id)).toMatchObject({ items_count: 3, subtotal: 4000 });

    const items = [{ product_id: pot.id, quantity: 2 }];
    expect(await store.coupons.validate({ code: "tenth", cart_total: 4000, items })).toMatchObject({
      valid: true,
      discount_amount: 300,
      applied_discounts: [{ code: "TENTH" }],
    });
    expect(await store.coupons.validate({ code: "nope" })).toMatchObject({ valid: false });

    const person = { email: "trip@example.dz", password: "long enough", full_name: "Trip" };
    const { token, user } = await auth.signup(person);
    const options = { headers: { Authorization: `Bearer ${token}` } };
    expect(user).toMatchObject({ email: "trip@example.dz", addresses: [] });
    const body = { cart_id: id, customer_name: "Trip", customer_phone: "0550123456", coupon_code: "TENTH,SHIP" };
    const placed = (await orders.create(body, options)) as { order_number: string };
    expect(placed).toMatchObject({
      subtotal: 4000,
      discount: 400,
      shipping_cost: 0,
      total: 3600,
      coupon_code: "TENTH,SHIP",
      applied_discounts: [{ code: "TENTH" }, { code: "SHIP", discount_amount: 0 }],
    });
    expect(await orders.retrieve(placed.order_number)).toMatchObject({ status: "pending", customer_name: "T***" });
    expect(await orders.retrieve(placed.order_number, options)).toEqual(placed);
    await expect(cart.removeItem(id, shirtItem?.id ?? "")).rejects.toMatchObject({ status: 409 });

    const signedIn = await auth.login({ email: person.email, password: person.password });
    const again = { headers: { Authorization: `Bearer ${signedIn.token}` } };
    const home = {
      line1: "1",
      city: "Hydra",
      state: "Alger",
      country: "DZ",
      postal_code: "16035",
      phone: "0550123456",
    };
    const one = (await auth.addAddress(home, again)).address as { id: string; is_default: boolean };
    const two = (await auth.addAddress({ ...home, label: "Work" }, again)).address as {
      id: string;
      is_default: boolean;
    };
    expect([one.is_default, two.is_default]).toEqual([true, false]);
    expect((await auth.setDefaultAddress(two.id, again)).addresses).toMatchObject([
      { id: two.id, is_default: true },
      {},
    ]);
    expect(await auth.deleteAddress(two.id, again)).toMatchObject({ success: true, addresses: [{ is_default: true }] });
    expect((await auth.me(again)).customer).toMatchObject({ full_name: "Trip", addresses: [{ id: one.id }] });
    expect(await orders.list({ ...again, params: { limit: 5 } })).toEqual({
      data: [placed],
      pagination: { total: 1, limit: 5, offset: 0, has_more: false },
    });
    expect(await orders.list({ ...again, params: { offset: 1 } })).toMatchObject({ data: [] });
  });

  test("empties a cart", async () => {
    const { products, cart } = client();
    const { id } = await cart.create();
    const pot = await products.retrieve("pot");
    const { items } = await cart.addItem(id, { product_id: pot.id, quantity: 1 });

    expect(await cart.removeItem(id, items[0]?.id ?? "")).toMatchObject({ items: [], items_count: 0, subtotal: 0 });
    await expect(cart.addItem(id, { product_id: pot.id, quantity: 1000 })).rejects.toThrow(
      new EcommapsAPIError('Only 8 of "Clay pot" can be ordered.', 422),
    );
  });

  test("throws the server's message and status", async () => {
    await expect(client().products.retrieve("nowhere")).rejects.toThrow(
      new EcommapsAPIError('This store has no product "nowhere".', 404),
    );
    await expect(createEcommapsClient({ apiUrl, apiKey: "pk_wrong" }).store.retrieve()).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe("@ecommaps/storefront-kit", () => {
  test("makes cards and selects variants of the store's products", async () => {
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
      image: expect.stringMatching(/^http:\/\/127\.0\.0\.1(:\d+)?\/pot\.svg$/),
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

  test("calculates cart totals and tells the state of promotions", async () => {
    const { products, cart, store } = createEcommapsClient({ apiUrl, apiKey });
    const { id } = await cart.create();
    const pot = await products.retrieve("pot");
    const filled = await cart.addItem(id, { product_id: pot.id, quantity: 2 });

    expect(normalizeCartSummary({ ...filled })).toMatchObject({
      cart_id: id,
      items_count: 2,
      subtotal: 3000,
      items: [
        {
          name: "Clay pot",
          quantity: 2,
          unit_price: 1500,
          subtotal: 3000,
          image: expect.stringMatching(/^http:\/\/127\.0\.0\.1(:\d+)?\/pot\.svg$/),
          variant_id: null,
        },
      ],
    });

    const { available_promotions = [] } = (await store.coupons.validate({ code: "" })) as {
      available_promotions?: (PromotionLike & { title: string })[];
    };
    const statusOf = (title: string, context: object) =>
      classifyPromotionStatus(available_promotions.find((one) => one.title === title) ?? {}, context).status;
    expect(available_promotions.map(({ title }) => title)).toEqual(["Tenth", "Rich"]);
    expect(statusOf("Tenth", { cartTotal: 3000 })).toBe("code_required");
    expect(statusOf("Tenth", { cartTotal: 3000, enteredCode: "tenth" })).toBe("applied_now");
    expect(statusOf("Tenth", { enteredCode: "other" })).toBe("invalid_code");
    expect(statusOf("Rich", { cartTotal: 3000 })).toBe("eligible_with_conditions");
    expect(statusOf("Rich", { cartTotal: 9000 })).toBe("applied_now");
  });
});
