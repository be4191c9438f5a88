import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sql } from "../src/db/sql.ts";
import { openShop, type Shop } from "./support.ts";

const slugs = (body: { data: { slug: string }[] }) => body.data.map(({ slug }) => slug);

describe("a product card", () => {
  test("of a simple product carries price and stock itself", async () => {
    const shop = await openShop();
    const { id } = await shop.product({
      slug: "pot",
      name: "Pot",
      description: "<p>Clay &amp; <b>water</b></p>",
      vendor: "V",
      product_type: "Pots",
      tags: ["clay"],
      images: [{ url: "/pot.svg", alt: "A pot" }],
      variants: [
        {
          price: 250050,
          compare_at_price: 300000,
          cost: 99,
          inventory_quantity: 4,
          sku: "P-1",
          barcode: "613",
          weight: 1.5,
          weight_unit: "kg",
        },
      ],
    });

    const { status, body } = await shop.get("/products");

    expect(status).toBe(200);
    expect(body.pagination).toEqual({ total: 1, limit: 20, offset: 0, has_more: false });
    expect(body.data).toEqual([
      {
        id,
        site_id: shop.id,
        name: "Pot",
        slug: "pot",
        description: "Clay & water",
        price: 2500.5,
        compare_at_price: 3000,
        price_range: { min_price: 2500.5, max_price: 2500.5, currency: "DZD" },
        currency: "DZD",
        images: [{ id: expect.any(String), url: "/pot.svg", alt: "A pot", position: 1 }],
        category: null,
        category_id: null,
        tags: ["clay"],
        vendor: "V",
        product_type: "Pots",
        sku: "P-1",
        barcode: "613",
        options: [],
        variants: [],
        inventory_quantity: 4,
        in_stock: true,
        track_quantity: true,
        continue_selling_when_out_of_stock: false,
        is_active: true,
        is_physical: true,
        charge_tax: true,
        weight: 1.5,
        weight_unit: "kg",
        discounted_price: null,
        discount_text: null,
        created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        updated_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    ]);
  });

  test("of a product with options shows its variants, and the lowest price", async () => {
    const shop = await openShop();
    await shop.product({
      options: [
        { name: "Size", values: ["S", "M"] },
        { name: "Colour", values: ["Red"] },
      ],
      variants: [
        { option_values: { Colour: "Red", Size: "S" }, price: 2000, sku: "S-RED", inventory_quantity: 0 },
        {
          option_values: { Size: "M", Colour: "Red" },
          price: 1500,
          compare_at_price: 1800,
          inventory_quantity: 3,
          image_url: "/m.svg",
        },
      ],
    });

    const [card] = (await shop.get("/products")).body.data;

    expect(card).toMatchObject({
      price: 15,
      compare_at_price: 18,
      price_range: { min_price: 15, max_price: 20, currency: "DZD" },
      sku: null,
      barcode: null,
      inventory_quantity: 3,
      in_stock: true,
    });
    expect(card.options.map(({ id, ...option }: { id: string }) => option)).toEqual([
      { name: "Size", position: 1, values: ["S", "M"] },
      { name: "Colour", position: 2, values: ["Red"] },
    ]);
    expect(card.variants).toEqual([
      {
        id: expect.any(String),
        title: "S / Red",
        sku: "S-RED",
        barcode: null,
        price: 20,
        compare_at_price: null,
        inventory_quantity: 0,
        in_stock: false,
        option_values: { Size: "S", Colour: "Red" },
        image_url: null,
        position: 1,
        weight: null,
        weight_unit: "g",
      },
      expect.objectContaining({
        title: "M / Red",
        price: 15,
        compare_at_price: 18,
        in_stock: true,
        image_url: "/m.svg",
        position: 2,
      }),
    ]);
    expect(Object.keys(card.variants[0].option_values)).toEqual(["Size", "Colour"]);
  });

  test.each([
    ["JPY", 1234, 1234],
    ["EUR", 1999, 19.99],
    ["TND", 1234567, 1234.567],
  ])("in %s shows %i minor units as %d", async (currency, minor, major) => {
    const shop = await openShop({ currency });
    await shop.product({ price: minor });

    const [card] = (await shop.get("/products")).body.data;

    expect([card.price, card.currency]).toEqual([major, currency]);
  });

  test.each([
    [{ inventory_quantity: 0 }, false],
    [{ inventory_quantity: 0, continue_selling_when_out_of_stock: true }, true],
    [{ inventory_quantity: -2, continue_selling_when_out_of_stock: true }, true],
    [{ inventory_quantity: 0, track_quantity: false }, true],
    [{ inventory_quantity: 1 }, true],
  ])("with %j in stock: %s", async (variant, in_stock) => {
    const shop = await openShop();
    await shop.product({ variants: [variant] });

    const [card] = (await shop.get("/products")).body.data;

    expect(card.in_stock).toBe(in_stock);
    expect(card.inventory_quantity).toBe(Math.max(0, variant.inventory_quantity));
  });
});

describe("GET /products/{slug}", () => {
  test("adds the whole description, collections, inventory and SEO", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot", description: "<p>Clay</p>", stock: 4, seo_title: "T", seo_description: "D" });

    const { status, body } = await shop.get("/products/pot");

    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug: "pot",
      description: "<p>Clay</p>",
      collections: [],
      inventory: { quantity: 4, in_stock: true, track_quantity: true, continue_selling_when_out_of_stock: false },
      seo_title: "T",
      seo_description: "D",
    });
  });

  test("never shows what the product cost the merchant", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot", variants: [{ cost: 424_242 }] });

    for (const path of ["/products", "/products/pot", "/search?q=product"]) {
      const text = JSON.stringify((await shop.get(path)).body);
      expect(text).not.toContain("4242");
      expect(text).not.toContain('"cost');
    }
  });

  test.each(["draft", "archived"] as const)("does not know a product that is %s, nor does any list", async (status) => {
    const shop = await openShop();
    await shop.product({ slug: "hidden", name: "Hidden", status });

    const shown = await shop.get("/products/hidden");

    expect([shown.status, shown.body.code]).toEqual([404, "product_not_found"]);
    expect((await shop.get("/products")).body.data).toEqual([]);
    expect((await shop.get("/search?q=hidden")).body.data).toEqual([]);
  });

  test("answers 404 for a slug that is not there, in any script and length", async () => {
    const shop = await openShop();

    for (const slug of ["nothing", "زيت", "a".repeat(300), "..%2f", "%27"]) {
      const { status, body } = await shop.get(`/products/${encodeURI(slug)}`);
      expect([slug, status, body.code]).toEqual([slug, 404, "product_not_found"]);
    }
  });
});

/** Sixty products with many ties in every sort, made at three times. */
async function manyProducts(): Promise<{
  shop: Shop;
  made: { slug: string; name: string; price: number; at: string; units: number; id: string }[];
}> {
  const shop = await openShop();
  const made: Awaited<ReturnType<typeof manyProducts>>["made"] = [];
  for (let i = 0; i < 60; i++) {
    const facts = {
      slug: `p-${i}`,
      name: `Name ${"éEbB"[i % 4]}`,
      price: (i % 5) * 100,
      at: `2026-01-0${1 + (i % 3)}T00:00:00.000Z`,
      units: i % 4,
    };
    const { id } = await shop.product({ slug: facts.slug, name: facts.name, price: facts.price, now: facts.at });
    await shop.transact((db) =>
      db.run(sql`insert into product_sales (site_id, product_id, units) values (${shop.id}, ${id}, ${facts.units})`),
    );
    made.push({ ...facts, id });
  }
  return { shop, made };
}

describe("sorting and paging", () => {
  test("walk the whole list in every order, with no overlap and no gap", async () => {
    const { shop, made } = await manyProducts();
    type Made = (typeof made)[number];
    const keys: Record<string, [(one: Made) => string | number, "asc" | "desc"]> = {
      created_at: [(one) => one.at, "desc"],
      updated_at: [(one) => one.at, "desc"],
      price: [(one) => one.price, "asc"],
      name: [(one) => one.name.toLowerCase().replace("é", "e"), "asc"],
      best_selling: [(one) => one.units, "desc"],
    };

    for (const [sort_by, [key, usual]] of Object.entries(keys)) {
      for (const sort_order of [undefined, "asc", "desc"] as const) {
        const walked: string[] = [];
        for (let offset = 0, more = true; more; offset += 7) {
          const order = sort_order ? `&sort_order=${sort_order}` : "";
          const { body } = await shop.get(`/products?sort_by=${sort_by}${order}&limit=7&offset=${offset}`);
          expect(body.pagination).toMatchObject({ total: 60, limit: 7, offset });
          walked.push(...slugs(body));
          more = body.pagination.has_more;
        }
        const sign = (sort_order ?? usual) === "asc" ? 1 : -1;
        const compare = <T>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0);
        const expected = [...made].sort(
          (one, other) => sign * (compare(key(one), key(other)) || compare(one.id, other.id)),
        );
        expect(walked, `${sort_by} ${sort_order}`).toEqual(expected.map(({ slug }) => slug));
      }
    }
  });

  test("is newest first when nothing is asked for, and empty beyond the end", async () => {
    const shop = await openShop();
    await shop.product({ slug: "old", now: "2026-01-01T00:00:00.000Z" });
    await shop.product({ slug: "new", now: "2026-02-01T00:00:00.000Z" });

    expect(slugs((await shop.get("/products")).body)).toEqual(["new", "old"]);
    const beyond = (await shop.get("/products?offset=10")).body;
    expect([beyond.data, beyond.pagination]).toEqual([[], { total: 2, limit: 20, offset: 10, has_more: false }]);
  });

  test.each([
    "limit=0",
    "limit=251",
    "limit=-1",
    "limit=1.5",
    "limit=abc",
    "limit=",
    "limit=1&limit=2",
    "limit=1e400",
    "offset=-1",
    "offset=x",
    "offset=0.5",
    "offset=99999999999",
    "sort_by=size",
    "sort_by=",
    "sort_order=up",
    "min_price=cheap",
    "max_price=-1",
    "min_price=1e999",
    "min_price=NaN",
    "min_price=2&max_price=1",
    "in_stock=perhaps",
    "facets=2",
  ])("refuses %s", async (query) => {
    const shop = await openShop();

    const { status, body, headers } = await shop.get(`/products?${query}`);

    expect([status, body.code]).toEqual([400, "invalid_request"]);
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(body.errors[0].path).toBe(query.split("=")[0]);
  });

  test("takes every limit from 1 to 250", async () => {
    const shop = await openShop();
    await shop.product();

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 250 }), async (limit) => {
        const { status, body } = await shop.get(`/products?limit=${limit}`);
        expect([status, body.pagination.limit]).toEqual([200, limit]);
      }),
      { numRuns: 10, examples: [[1], [250]] },
    );
  });
});
