import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import {
  at,
  auditSummary,
  categoryIn,
  changeBy,
  dayFromToday,
  dryRunChanges,
  refused,
  runConfirmedTool,
  runTool,
  seen,
} from "../../support/mcp-tasks.ts";
import { cartWith, expectInvariants, ordered } from "../../support/selling.ts";

const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

/** Reasons and notes of what moved the stock of a variant, oldest first. */
const ledger = (shop: Shop, sku: string) =>
  shop.rows(
    Type.Object({ reason: Type.String(), quantity: Type.Integer(), note: Type.Union([Type.String(), Type.Null()]) }),
    sql`
      select m.reason, m.quantity, m.note
      from stock_movements m
      join variants v on v.site_id = m.site_id and v.id = m.variant_id
      where m.site_id = ${shop.id} and v.sku = ${sku}
      order by m.id
    `,
  );

describe("a merchant wants the agent to", () => {
  test("raise a vendor's prices by 5 %, rounded to 50 DZD", async () => {
    const shop = await openShop();
    const sizes = { options: [{ name: "Taille", values: ["S", "L"] }], vendor: "Nour Textile" };
    const [S, L] = ["S", "L"].map((Taille) => ({ option_values: { Taille } }));
    await shop.product({
      ...sizes,
      slug: "gandoura",
      variants: [
        { ...S, price: 420_000 },
        { ...L, price: 455_000 },
      ],
    });
    await shop.product({ slug: "nappe", vendor: "Nour Textile", price: 50_000 });
    await shop.product({ slug: "foulard", vendor: "nour textile", price: 99_000 });
    await shop.product({ slug: "vase", vendor: "Poterie Maatkas", price: 100_000 });
    expect(await runTool(shop, "products_search", { vendor: "Nour Textile" })).toMatchObject({ total: 3 });
    const rise = { vendor: "Nour Textile", percent: 5, round_to: 50 };

    expect((await dryRunChanges(shop, "prices_bulk_update", rise)).sort()).toEqual([
      "product foulard: variants",
      "product gandoura: variants",
      "product nappe: variants",
    ]);
    const wanted = { ...rise, idempotency_key: "five percent" };
    expect(await runTool(shop, "prices_bulk_update", wanted)).toMatchObject({ changed: 3 });
    expect(await runTool(shop, "prices_bulk_update", wanted)).toMatchObject({ changed: 3, replayed: true });

    const prices = (await seen(shop, "/products?sort_by=price")).data.map(
      ({ slug, price_range }: { slug: string; price_range: { min_price: number; max_price: number } }) => [
        slug,
        price_range.min_price,
        price_range.max_price,
      ],
    );
    expect(prices).toEqual([
      ["nappe", 550, 550], // 525 is half way, and goes up
      ["vase", 1000, 1000],
      ["foulard", 1050, 1050], // 1039.50
      ["gandoura", 4400, 4800], // 4410 and 4777.50
    ]);
    expect((await auditSummary(shop)).sort()).toEqual([
      "prices_bulk_update product foulard: variants",
      "prices_bulk_update product gandoura: variants",
      "prices_bulk_update product nappe: variants",
    ]);
    await expectInvariants(shop);
  });

  test("reduce a whole category by 15 %, the old prices struck through", async () => {
    const shop = await openShop();
    const category_id = await categoryIn(shop, "bijoux", "Bijoux");
    for (let i = 1; i <= 21; i++) await shop.product({ slug: `fibule-${i}`, category_id, price: i * 100_000 });
    const { id } = await shop.product({ slug: "nappe", price: 200_000 });
    expect(await runTool(shop, "categories_list")).toMatchObject({ data: [{ slug: "bijoux" }] });
    const sale = { category: "bijoux", percent: -15, round_to: 10, compare_at: "old_price" };

    expect(await refused(shop, "prices_bulk_update", sale)).toMatchObject({ code: "confirmation_required" });
    expect(await dryRunChanges(shop, "prices_bulk_update", sale)).toHaveLength(21);
    expect((await seen(shop, "/products/fibule-21")).compare_at_price).toBeNull();
    const jewels = { ...sale, idempotency_key: "jewels" };
    expect(await runConfirmedTool(shop, "prices_bulk_update", jewels)).toMatchObject({ changed: 21 });

    const cards = (await seen(shop, "/products?category=bijoux&sort_by=price&limit=50")).data;
    expect(
      cards.map(({ price, compare_at_price }: { price: number; compare_at_price: number }) => [
        price,
        compare_at_price,
      ]),
    ).toEqual(Array.from({ length: 21 }, (_, i) => [(i + 1) * 850, (i + 1) * 1000]));
    expect(await seen(shop, "/products/nappe")).toMatchObject({ id, price: 2000, compare_at_price: null });
    const told = await auditSummary(shop);
    expect(new Set(told).size).toBe(21);
    expect(told[0]).toMatch(/^prices_bulk_update product fibule-\d+: variants$/);
    await expectInvariants(shop);
  });

  test("correct the stock after a count, and book the delivery of what was running out", async () => {
    const shop = await openShop();
    const vase = await shop.product({ slug: "vase", sku: "VAS-1", stock: 3 });
    const plat = await shop.product({ slug: "plat", sku: "PLA-1", stock: 20 });
    await shop.product({ slug: "nappe", sku: "NAP-1", stock: 50 });
    await ordered(shop, [{ product_id: vase.id, quantity: 3 }]);
    const { data } = await runTool(shop, "inventory_search", { max_inventory_quantity: 20 });
    expect(data).toMatchObject([
      { sku: "PLA-1", inventory_quantity: 20 },
      { sku: "VAS-1", inventory_quantity: 0 },
    ]);
    const stock = async (slug: string) => (await seen(shop, `/products/${slug}`)).inventory_quantity;

    const count = { changes: [{ variant: "PLA-1", to: 2 }], note: "Inventaire : 18 plats cassés" };
    expect(await dryRunChanges(shop, "inventory_adjust", count)).toEqual([
      "variant plat PLA-1: inventory_quantity 20 → 2",
    ]);
    await runTool(shop, "inventory_adjust", { ...count, idempotency_key: "counted" });
    const three = await shop.post(`/cart/${await cartWith(shop)}/items`, { product_id: plat.id, quantity: 3 });
    expect(three.body).toMatchObject({ code: "insufficient_stock" });
    const low = await runTool(shop, "analytics_report", { report: "low_stock", threshold: 2 });
    expect(low.data).toMatchObject([
      { sku: "VAS-1", inventory_quantity: 0, sold: 3 },
      { sku: "PLA-1", inventory_quantity: 2, sold: 0 },
    ]);
    const delivery = {
      changes: low.data.map(({ sku }: { sku: string }) => ({ variant: sku, by: 12 })),
      note: "Livraison du potier",
      idempotency_key: "the potter came",
    };
    await runTool(shop, "inventory_adjust", delivery);
    expect(await runTool(shop, "inventory_adjust", delivery)).toMatchObject({ replayed: true });

    expect([await stock("vase"), await stock("plat"), await stock("nappe")]).toEqual([12, 14, 50]);
    await ordered(shop, [{ product_id: vase.id, quantity: 12 }]);
    expect((await seen(shop, "/products/vase")).in_stock).toBe(false);
    expect(await ledger(shop, "PLA-1")).toEqual([
      { reason: "opening", quantity: 20, note: null },
      { reason: "adjustment", quantity: -18, note: "Inventaire : 18 plats cassés" },
      { reason: "adjustment", quantity: 12, note: "Livraison du potier" },
    ]);
    expect(await auditSummary(shop)).toEqual([
      "inventory_adjust variant plat PLA-1: inventory_quantity 20 → 2",
      "inventory_adjust variant vase VAS-1: inventory_quantity 0 → 12",
      "inventory_adjust variant plat PLA-1: inventory_quantity 2 → 14",
    ]);
    await expectInvariants(shop);
  });

  test("rename a category and move it below another", async () => {
    const shop = await openShop();
    const category_id = await categoryIn(shop, "theieres", "Théières");
    await shop.product({ slug: "berrad", name: "Berrad en inox", category_id, category: "Théières" });
    await shop.product({ slug: "plateau", name: "Plateau" });
    const maison = await runTool(shop, "categories_save", { name: "Maison", idempotency_key: "home" });
    const { data } = await runTool(shop, "categories_list", { response_format: "detailed" });
    const { updated_at } = data.find(({ slug }: { slug: string }) => slug === "theieres");
    const wanted = { category: "théières", name: "Samovars", slug: "samovars", parent: "Maison" };

    expect(await dryRunChanges(shop, "categories_save", wanted)).toEqual([
      "category samovars: name Théières → Samovars, parent_id, slug theieres → samovars",
    ]);
    await runTool(shop, "categories_save", { ...wanted, expected_updated_at: updated_at });
    expect(await refused(shop, "categories_save", { category: "maison", parent: "samovars" })).toMatchObject({
      code: "invalid_value",
    });

    expect((await seen(shop, "/product-categories")).data).toMatchObject([
      { slug: "maison" },
      { slug: "samovars", name: "Samovars", parent_id: maison.id },
    ]);
    expect(slugs((await seen(shop, "/products?category=maison")).data)).toEqual(["berrad"]);
    expect((await seen(shop, "/products/berrad")).category).toBe("Samovars");
    expect(slugs((await seen(shop, "/search?q=samovar")).data)).toEqual(["berrad"]);
    expect(slugs((await seen(shop, "/search?q=théières")).data)).toEqual([]);
    expect(await auditSummary(shop)).toEqual([
      "categories_save category maison: made",
      "categories_save category samovars: name Théières → Samovars, parent_id, slug theieres → samovars",
    ]);
    await expectInvariants(shop);
  });

  test("put together a collection and put it on sale for a weekend", async () => {
    const shop = await openShop();
    for (const slug of ["kilim", "tapis", "coussin"]) await shop.product({ slug, name: slug, price: 1_000_000 });
    await shop.product({ slug: "vase", price: 100_000 });
    const made = { title: "Coin salon", products: ["tapis", "coussin"], idempotency_key: "salon" };
    const { updated_at } = await runTool(shop, "collections_save", made);
    await runTool(shop, "collections_save", {
      collection: "coin-salon",
      products: ["kilim", "tapis", "coussin"],
      sort_order: "manual",
      expected_updated_at: updated_at,
    });
    const unknown = { collection: "coin-salon", add_products: ["pouf"], remove_products: ["table"] };
    expect(await refused(shop, "collections_save", unknown)).toMatchObject({ code: "product_not_found" });
    expect(await runTool(shop, "promotions_search", { state: "running" })).toMatchObject({ total: 0 });
    const [friday, sunday] = [dayFromToday(3), dayFromToday(5)];
    const sale = {
      title: "Week-end salon",
      discount_type: "percentage",
      discount_value: 20,
      target_type: "collections",
      targets: ["coin-salon"],
      starts_at: friday,
      expires_at: sunday,
    };
    expect(await dryRunChanges(shop, "promotions_save", sale)).toEqual(["promotion Week-end salon: made"]);
    const saved = await runTool(shop, "promotions_save", { ...sale, idempotency_key: "weekend" });
    expect(saved).toMatchObject({ state: "scheduled" });

    const priceAt = (time: number | string) =>
      at(time, async () => {
        const { data } = await seen(shop, "/products?collection=coin-salon&sort_by=price");
        return new Set(data.map((card: { discounted_price: number | null }) => card.discounted_price));
      });
    expect(slugs((await seen(shop, "/collections/coin-salon")).products)).toEqual(["kilim", "tapis", "coussin"]);
    expect(await priceAt(Date.now())).toEqual(new Set([null]));
    expect(await priceAt(Date.parse(friday) - 1)).toEqual(new Set([null]));
    expect(await priceAt(friday)).toEqual(new Set([8000]));
    expect(await priceAt(Date.parse(sunday) - 1)).toEqual(new Set([8000]));
    expect(await priceAt(sunday)).toEqual(new Set([null]));
    await at(friday, async () => {
      expect((await seen(shop, "/products/vase")).discounted_price).toBeNull();
      const { id } = await seen(shop, "/products/kilim");
      expect(await ordered(shop, [{ product_id: id, quantity: 2 }])).toMatchObject({ discount: 4000, total: 16_000 });
    });
    expect(await auditSummary(shop)).toEqual([
      "collections_save collection coin-salon: made",
      "collections_save collection coin-salon: products, products_count 2 → 3",
      "promotions_save promotion Week-end salon: made",
    ]);
    expect((await changeBy(shop, "promotions_save")).after).toMatchObject({ discount_value: 20 });
    await expectInvariants(shop);
  });
});
