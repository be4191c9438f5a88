import { beforeAll, describe, expect, test } from "vitest";
import { saveCategory } from "../../../src/catalog/catalog.ts";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";

const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const slugs = (body: { data: { slug: string }[] }) => body.data.map(({ slug }) => slug);
const firstCard = async (shop: Shop) => (await shop.get("/products")).body.data[0];

/** One variant a size, in the order given. */
const sized = (
  variants: Record<string, { price?: number; compare_at_price?: number; inventory_quantity?: number }>,
) => ({
  options: [{ name: "Size", values: Object.keys(variants) }],
  variants: Object.entries(variants).map(([Size, variant]) => ({ option_values: { Size }, ...variant })),
});

/** What a product shows of which nothing was said. */
// biome-ignore format: a table
const bare = {
  compare_at_price: null, description: null, images: [], category: null, category_id: null, tags: [], vendor: null,
  product_type: null, sku: null, barcode: null, options: [], variants: [], in_stock: true, track_quantity: true,
  continue_selling_when_out_of_stock: false, is_active: true, is_physical: true, charge_tax: true, weight: null,
  weight_unit: "g", discounted_price: null, discount_text: null, created_at: ISO_TIME, updated_at: ISO_TIME,
};

describe("a product card", () => {
  test("for a simple product has price and stock itself", async () => {
    const shop = await openShop();
    const { id } = await shop.product({
      slug: "pot",
      name: "Pot",
      description: "<p>Clay &amp; <b>water</b></p>",
      vendor: "V",
      product_type: "Pots",
      tags: ["clay"],
      images: [
        { url: "/pot.svg", alt: "A pot" },
        { url: "/back.svg", alt: null },
      ],
      is_physical: false,
      charge_tax: false,
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
    expect(body).toEqual({
      data: [
        {
          ...bare,
          id,
          site_id: shop.id,
          name: "Pot",
          slug: "pot",
          description: "Clay & water",
          price: 2500.5,
          compare_at_price: 3000,
          price_range: { min_price: 2500.5, max_price: 2500.5, currency: "DZD" },
          currency: "DZD",
          images: [
            { id: UUID, url: "http://localhost/pot.svg", alt: "A pot", position: 1 },
            { id: UUID, url: "http://localhost/back.svg", alt: null, position: 2 },
          ],
          tags: ["clay"],
          vendor: "V",
          product_type: "Pots",
          sku: "P-1",
          barcode: "613",
          inventory_quantity: 4,
          is_physical: false,
          charge_tax: false,
          weight: 1.5,
          weight_unit: "kg",
        },
      ],
      total_is_partial: false,
      pagination: { total: 1, limit: 20, offset: 0, has_more: false },
    });
  });

  test("for a product with options shows its variants, and the lowest price", async () => {
    const shop = await openShop();
    const { id } = await shop.product({
      slug: "shirt",
      name: "Shirt",
      options: [
        { name: "Size", values: ["S", "M"] },
        { name: "Colour", values: ["Red"] },
      ],
      variants: [
        { option_values: { Colour: "Red", Size: "S" }, price: 2000, sku: "S-RED", inventory_quantity: 0, weight: 2 },
        {
          option_values: { Size: "M", Colour: "Red" },
          price: 1500,
          compare_at_price: 1800,
          inventory_quantity: 3,
          image_url: "/m.svg",
        },
      ],
    });

    const card = await firstCard(shop);

    const variant = { id: UUID, barcode: null, weight_unit: "g" };
    expect(card).toEqual({
      ...bare,
      id,
      site_id: shop.id,
      name: "Shirt",
      slug: "shirt",
      price: 15,
      compare_at_price: 18,
      price_range: { min_price: 15, max_price: 20, currency: "DZD" },
      currency: "DZD",
      inventory_quantity: 3,
      options: [
        { id: UUID, name: "Size", position: 1, values: ["S", "M"] },
        { id: UUID, name: "Colour", position: 2, values: ["Red"] },
      ],
      variants: [
        {
          ...variant,
          title: "S / Red",
          sku: "S-RED",
          price: 20,
          compare_at_price: null,
          inventory_quantity: 0,
          in_stock: false,
          option_values: { Size: "S", Colour: "Red" },
          image_url: null,
          position: 1,
          weight: 2,
        },
        {
          ...variant,
          title: "M / Red",
          sku: null,
          price: 15,
          compare_at_price: 18,
          inventory_quantity: 3,
          in_stock: true,
          option_values: { Size: "M", Colour: "Red" },
          image_url: "http://localhost/m.svg",
          position: 2,
          weight: null,
        },
      ],
    });
    expect(Object.keys(card.variants[0].option_values)).toEqual(["Size", "Colour"]);
  });

  test.each([
    ["JPY", [1234, 0], [1234, 0]],
    ["EUR", [1999, 29], [19.99, 0.29]],
    ["TND", [1234567, 1005], [1234.567, 1.005]],
  ] as const)("in %s shows the minor units %j as %j", async (currency, minor, major) => {
    const shop = await openShop({ currency });
    const [dear, cheap] = minor;
    await shop.product(sized({ L: { price: dear }, S: { price: cheap, compare_at_price: dear } }));

    const card = await firstCard(shop);

    expect([card.price, card.compare_at_price, card.currency]).toEqual([major[1], major[0], currency]);
    expect(card.price_range).toEqual({ min_price: major[1], max_price: major[0], currency });
    expect(card.variants.map((one: { price: number }) => one.price)).toEqual(major);
  });

  test("shortens its description to 300 characters of text", async () => {
    const shop = await openShop();
    await shop.product({ description: `<p>x${"😀".repeat(200)}</p>` });

    const { description } = await firstCard(shop);

    expect(description).toMatch(/^x(😀){100,149}…$/u);
  });
});

describe("GET /products/{slug}", () => {
  test("adds the whole description, collections, inventory and SEO to the card, and nothing else", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot", description: "<p>Clay</p>", stock: 4, seo_title: "T", seo_description: "D" });

    const { status, body } = await shop.get("/products/pot");

    expect(status).toBe(200);
    expect(body).toEqual({
      ...(await firstCard(shop)),
      description: "<p>Clay</p>",
      collections: [],
      inventory: {
        inventory_quantity: 4,
        in_stock: true,
        track_quantity: true,
        continue_selling_when_out_of_stock: false,
      },
      seo_title: "T",
      seo_description: "D",
    });
  });

  test("never shows the merchant's cost", async () => {
    const shop = await openShop();
    await shop.product({ slug: "pot", name: "Pot", variants: [{ cost: 424_242 }] });

    for (const path of ["/products", "/products/pot", "/search?q=pot"]) {
      const text = JSON.stringify((await shop.get(path)).body);
      expect(text).toContain('"slug":"pot"');
      expect(text).not.toContain("4242");
      expect(text).not.toContain('"cost');
    }
  });

  test.each(["draft", "archived"] as const)(
    "answers 404 for a product that is %s, and no list shows it",
    async (status) => {
      const shop = await openShop();
      await shop.product({ slug: "hidden", name: "Hidden", status });

      const shown = await shop.get("/products/hidden");

      expect([shown.status, shown.body.code]).toEqual([404, "product_not_found"]);
      expect((await shop.get("/products")).body).toMatchObject({ data: [], pagination: { total: 0 } });
      expect((await shop.get("/search?q=hidden")).body).toMatchObject({ data: [], pagination: { total: 0 } });
    },
  );

  test("answers 404 for an unknown slug, in any script and length", async () => {
    const shop = await openShop();

    for (const slug of ["nothing", "زيت", "a".repeat(300), "..%2f", "%27"]) {
      const { status, body } = await shop.get(`/products/${encodeURI(slug)}`);
      expect([slug, status, body.code]).toEqual([slug, 404, "product_not_found"]);
    }
  });
});

/** Sixty products with many ties in every sort, made at three times and changed at others. */
async function manyProducts() {
  const shop = await openShop();
  const category = { slug: "all", name: "All", parent_id: null, description: null, image_url: null, position: 0 };
  const category_id = await shop.transact((db) => saveCategory(db, { ...category, is_active: true }));
  const sell = (id: string, units: number) =>
    shop.transact((db) =>
      db.run(sql`insert into product_sales (site_id, product_id, units) values (${shop.id}, ${id}, ${units})`),
    );
  const made: {
    slug: string;
    name: string;
    price: number;
    made: string;
    changed: string;
    units: number;
    id: string;
  }[] = [];
  for (let i = 0; i < 60; i++) {
    const facts = {
      slug: `p-${i}`,
      name: `Name ${"éEbB"[i % 4]}`,
      price: (i % 5) * 100,
      made: `2026-01-0${1 + (i % 3)}T00:00:00.000Z`,
      changed: `2026-02-0${1 + (i % 2)}T00:00:00.000Z`,
      units: i % 4,
    };
    const { slug, name, price, units } = facts;
    const { id } = await shop.product({ slug, name, price, now: facts.made });
    await shop.product({ slug, name, price, category_id, vendor: "Changed", now: facts.changed });
    if (units > 0 || i % 8 === 0) await sell(id, units);
    made.push({ ...facts, id });
  }
  await sell((await shop.product({ slug: "draft", status: "draft" })).id, 2);
  return { shop, made };
}

describe("sorting and paging", () => {
  let shop: Shop;
  let made: Awaited<ReturnType<typeof manyProducts>>["made"];
  beforeAll(async () => {
    ({ shop, made } = await manyProducts());
  });

  test.each(["", "&category=all", "&vendor=changed"])(
    "go through the list in every order, without overlap or gap; filter: '%s'",
    async (filter) => {
      type Made = (typeof made)[number];
      const keys: Record<string, [(one: Made) => string | number, "asc" | "desc"]> = {
        created_at: [(one) => one.made, "desc"],
        updated_at: [(one) => one.changed, "desc"],
        price: [(one) => one.price, "asc"],
        name: [(one) => one.name.toLowerCase().replace("é", "e"), "asc"],
        best_selling: [(one) => one.units, "desc"],
      };

      for (const [sort_by, [key, usual]] of Object.entries(keys)) {
        for (const sort_order of [undefined, "asc", "desc"] as const) {
          const walked: string[] = [];
          for (let offset = 0, more = true; more; offset += 7) {
            const order = sort_order ? `&sort_order=${sort_order}` : "";
            const { body } = await shop.get(`/products?sort_by=${sort_by}${order}${filter}&limit=7&offset=${offset}`);
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
    },
  );

  test("show the newest first by default, and an empty page beyond the end", async () => {
    const shop = await openShop();
    await shop.product({ slug: "old", now: "2026-01-01T00:00:00.000Z" });
    await shop.product({ slug: "new", now: "2026-02-01T00:00:00.000Z" });

    expect(slugs((await shop.get("/products")).body)).toEqual(["new", "old"]);
    const has_more = async (query: string) => (await shop.get(`/products?${query}`)).body.pagination.has_more;
    expect([await has_more("limit=1"), await has_more("limit=2"), await has_more("limit=1&offset=1")]).toEqual([
      true,
      false,
      false,
    ]);
    const beyond = (await shop.get("/products?offset=10")).body;
    expect([beyond.data, beyond.pagination]).toEqual([[], { total: 2, limit: 20, offset: 10, has_more: false }]);
  });

  test("order a product with variants by its lowest price, in both directions", async () => {
    const shop = await openShop();
    await shop.product({ slug: "wide", ...sized({ S: { price: 100 }, L: { price: 900 } }) });
    await shop.product({ slug: "middle", price: 500 });

    expect(slugs((await shop.get("/products?sort_by=price")).body)).toEqual(["wide", "middle"]);
    expect(slugs((await shop.get("/products?sort_by=price&sort_order=desc")).body)).toEqual(["middle", "wide"]);
  });
});
