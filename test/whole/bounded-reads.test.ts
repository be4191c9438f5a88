import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { asOwner, openShop, type Shop } from "../support/app.ts";

const HYPHENATED = [..."abcdefghij".repeat(10)].join("-");
const slugs = ({ data }: { data: { slug: string }[] }): string[] => data.map(({ slug }) => slug);

describe("a search of a hundred words", () => {
  test("finds the product with that SKU", async () => {
    const shop = await openShop();
    await shop.product({ slug: "coded", variants: [{ sku: HYPHENATED }] });
    await shop.product({ slug: "other", variants: [{ sku: `${HYPHENATED}-k` }] });

    for (const q of [HYPHENATED, HYPHENATED.toUpperCase()])
      expect(slugs((await shop.get(`/search?facets=true&q=${q}`)).body)).toEqual(["coded"]);
  });

  test("requires the first words, else finds the products with most of them", async () => {
    const shop = await openShop();
    const some = Array.from({ length: 16 }, (_, i) => `mot${i}`);
    await shop.product({ slug: "all", name: some.join(" ") });
    await shop.product({ slug: "most", name: some.slice(1).join(" ") });

    expect(slugs((await shop.get(`/search?q=${some.join("-")}-mot16-mot17`)).body)).toEqual(["all"]);
    expect(slugs((await shop.get(`/search?q=autre-${some.slice(0, 15).join("-")}`)).body)).toEqual(["all"]);
    expect(slugs((await shop.get(`/search?q=autre-${some.slice(1, 16).join("-")}`)).body)).toEqual(["most", "all"]);
  });
});

test("search and filters use a product's current options, tags and vendor", async () => {
  const shop = await openShop();
  const of = (Size: string) => ({
    slug: "p",
    vendor: `Maison ${Size}`,
    tags: [`taille ${Size}`],
    options: [{ name: "Size", values: [Size] }],
    variants: [{ option_values: { Size } }],
  });
  await shop.product(of("S"));
  await shop.product(of("M"));

  for (const filter of ["option.size=", "vendor=maison ", "tag=taille "]) {
    expect((await shop.get(`/products?${filter}s`)).body.pagination.total).toBe(0);
    expect((await shop.get(`/products?${filter}m`)).body.pagination.total).toBe(1);
  }
  expect((await shop.get("/products?facets=true")).body.facets.options).toEqual([
    { name: "Size", values: [{ value: "M", count: 1 }] },
  ]);
});

/** Adds copies of the store's only product, with one variant each. */
async function addCopies(shop: Shop, count: number): Promise<void> {
  const copiesOfProduct = sql`
        insert into products (site_id, id, slug, name, status, vendor, tags, options, images, is_physical, charge_tax,
          sort_name, min_price, max_price, search, created_at, updated_at)
        select site_id, gen_random_uuid(), 'p-' || i, 'Grande lampe', 'active', 'Nour', '{}', '[]', '[]', true, true,
          'grande lampe', 100, 100, search, created_at, updated_at
        from products p, generate_series(1, ${count}::integer) i where p.site_id = ${shop.id}
      `;
  const theirVariants = sql`
        insert into variants (site_id, id, product_id, position, title, option_values, price, inventory_quantity,
          track_quantity, continue_selling_when_out_of_stock, weight_unit)
        select site_id, gen_random_uuid(), id, 1, 'Default', '{}', 100, 1, true, false, 'g'
        from products
        where site_id = ${shop.id} and slug <> 'p-0'
      `;
  await asOwner(async (owner) => {
    await owner.exec("set local session_replication_role = replica"); // without triggers and foreign keys, for speed
    for (const { text, values } of [copiesOfProduct, theirVariants]) await owner.query(text, values);
  });
}

test("a word that very many products have does not hide a rare one that none of them has", async () => {
  const shop = await openShop();
  await shop.product({ slug: "p-0", name: "Lampe", price: 100 });
  await addCopies(shop, 5100);
  for (const slug of ["rug", "carpet"]) await shop.product({ slug, name: `Tapis ${slug}` });

  for (const q of ["tapis lampe", "lampe tapis", "lamp tapis introuvable"]) {
    const { body } = await shop.get(`/search?limit=2&q=${q}`);
    expect(slugs(body).toSorted(), q).toEqual(["carpet", "rug"]);
    expect(body.pagination.total).toBeLessThanOrEqual(1000);
  }
});

describe("a store of 20,500 products", () => {
  const PRODUCTS = 20_500;
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
    await shop.product({ slug: "p-0", name: "Lampe", vendor: "Nour", price: 100 });
    await addCopies(shop, PRODUCTS - 2);
    await shop.product({ slug: "whole", name: "Lampe bleue", vendor: "Zohra", tags: ["rare"], price: 900 });
  });

  test("has partial facets that count about 5,000 products, and complete ones when few remain", async () => {
    const { facets, pagination, total_is_partial } = (await shop.get("/products?facets=true&limit=1")).body;
    expect([pagination.total, total_is_partial, facets.is_partial]).toEqual([PRODUCTS, false, true]);
    expect(facets.availability.in_stock + facets.availability.out_of_stock).toBe(5001);

    expect((await shop.get("/products?facets=true&tag=rare")).body.facets.is_partial).toBe(false);
    const alone = (await shop.get("/products?facets=true&vendor=zohra")).body.facets;
    expect([alone.is_partial, alone.availability]).toEqual([true, { in_stock: 1, out_of_stock: 0 }]);
  });

  test("counts 5,000 products of a filtered list, and all of them on its far pages", async () => {
    const page = async (query: string) => {
      const { pagination, total_is_partial } = (await shop.get(`/products?vendor=nour&${query}`)).body;
      return [pagination.total, total_is_partial, pagination.has_more];
    };
    expect(await page("limit=250")).toEqual([5000, true, true]);
    expect(await page("limit=249&offset=4750")).toEqual([5000, true, true]);
    expect(await page("limit=250&offset=4750")).toEqual([PRODUCTS - 1, false, true]);
    expect(await page(`offset=${PRODUCTS - 2}`)).toEqual([PRODUCTS - 1, false, false]);
    const rare = (await shop.get("/products?tag=rare")).body;
    expect([rare.pagination.total, rare.total_is_partial]).toEqual([1, false]);
  });

  test.each(["created_at", "name", "price", "best_selling"])(
    "has the same order by %s on the near and the far pages of a filtered list",
    async (sort_by) => {
      const page = async (limit: number, offset: number) =>
        slugs((await shop.get(`/products?vendor=nour&sort_by=${sort_by}&limit=${limit}&offset=${offset}`)).body);

      const around = await page(200, 4900);
      expect(around).toEqual([...(await page(99, 4900)), ...(await page(101, 4999))]);
      expect(new Set(around).size).toBe(200);
    },
  );

  test.each(["asc", "desc"])("has the same order %s from both ends of the whole list", async (sort_order) => {
    for (const sort_by of ["created_at", "name", "best_selling"]) {
      const page = async (limit: number, offset: number) =>
        slugs(
          (await shop.get(`/products?sort_by=${sort_by}&sort_order=${sort_order}&limit=${limit}&offset=${offset}`))
            .body,
        );

      const around = await page(200, 10_200);
      expect(around).toEqual([...(await page(50, 10_200)), ...(await page(150, 10_250))]);
      expect(new Set(around).size).toBe(200);
      expect(await page(20, PRODUCTS - 3)).toHaveLength(3);
      expect(await page(20, PRODUCTS)).toEqual([]);
    }
  });

  test("ranks the closest names first, and pages through all matches without overlap", async () => {
    const { body } = await shop.get("/search?q=lampe&limit=2");
    expect([body.pagination.total, body.total_is_partial, slugs(body)]).toEqual([5000, true, ["p-0", "whole"]]);

    const around = slugs((await shop.get("/search?q=lampe&limit=250&offset=875")).body);
    const before = slugs((await shop.get("/search?q=lampe&limit=125&offset=875")).body);
    const after = (await shop.get("/search?q=lampe&limit=125&offset=1000")).body;
    expect(around).toEqual([...before, ...slugs(after)]);
    expect(new Set(around).size).toBe(250);
    expect([after.pagination.total, after.total_is_partial]).toEqual([PRODUCTS, false]);
    expect((await shop.get(`/search?q=lampe&offset=${PRODUCTS - 1}`)).body.data).toHaveLength(1);
    expect((await shop.get("/search?q=lampe&offset=2000000000")).body.data).toEqual([]);
  });

  test("finds the products with most of the words when none has all", async () => {
    const { data, facets, pagination } = (await shop.get("/search?q=lampe bleue introuvable&facets=true")).body;

    expect([pagination.total, slugs({ data })]).toEqual([1, ["whole"]]);
    expect(facets.vendors).toEqual([{ value: "Zohra", count: 1 }]);
    const elsewhere = (await shop.get("/search?q=lampe bleue introuvable&facets=true&vendor=zohra")).body.facets;
    expect(elsewhere.vendors).toEqual([{ value: "Zohra", count: 1 }]);
  });
});
