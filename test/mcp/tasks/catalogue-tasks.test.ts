import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import {
  auditSummary,
  categoryIn,
  changeBy,
  dryRunChanges,
  entries,
  picture,
  refused,
  runConfirmedTool,
  runTool,
  seen,
} from "../../support/mcp-tasks.ts";
import { cartWith, expectInvariants, ordered, stockOf } from "../../support/selling.ts";

describe("a merchant wants the agent to", () => {
  test("add a product with 6 variants and pictures, and publish it", async () => {
    const shop = await openShop();
    expect(await runTool(shop, "products_search", { query: "burnous" })).toMatchObject({ total: 0 });
    const looks = ["M", "L", "XL"].flatMap((Taille) => ["Blanc", "Brun"].map((Couleur) => ({ Taille, Couleur })));
    const burnous = {
      name: "Burnous en laine – برنوس",
      slug: "burnous",
      price: 18_500,
      inventory_quantity: 4,
      options: [{ name: "Taille" }, { name: "Couleur" }],
      variants: looks.map((option_values) => ({
        option_values,
        sku: `BUR-${option_values.Taille}-${option_values.Couleur}`,
        ...(option_values.Taille === "XL" ? { price: 19_900, inventory_quantity: 1 } : {}),
      })),
    };

    expect(await dryRunChanges(shop, "products_save", burnous)).toEqual(["product burnous: made"]);
    const wanted = { ...burnous, idempotency_key: "make the burnous" };
    const made = await runTool(shop, "products_save", wanted);
    expect(await runTool(shop, "products_save", wanted)).toMatchObject({ id: made.id, replayed: true });
    expect((await shop.get("/products/burnous")).status).toBe(404);
    await runTool(shop, "products_save", {
      product: "burnous",
      add_images: [
        { url: picture("burnous-blanc"), alt: "Burnous blanc" },
        { url: picture("burnous-brun"), alt: "Burnous brun" },
      ],
      variants: looks.map(({ Taille, Couleur }) => ({
        sku: `BUR-${Taille}-${Couleur}`,
        image_url: picture(`burnous-${Couleur.toLowerCase()}`),
      })),
      expected_updated_at: made.updated_at,
    });
    await runTool(shop, "products_set_status", { products: ["burnous"], status: "active" });

    const product = await seen(shop, "/products/burnous");
    expect(product).toMatchObject({
      price_range: { min_price: 18_500, max_price: 19_900 },
      images: [{ url: picture("burnous-blanc"), alt: "Burnous blanc" }, { url: picture("burnous-brun") }],
      inventory_quantity: 18,
    });
    expect(product.variants).toMatchObject([
      { title: "M / Blanc", sku: "BUR-M-Blanc", price: 18_500, image_url: picture("burnous-blanc") },
      { title: "M / Brun", sku: "BUR-M-Brun", price: 18_500, image_url: picture("burnous-brun") },
      { title: "L / Blanc", sku: "BUR-L-Blanc", price: 18_500, image_url: picture("burnous-blanc") },
      { title: "L / Brun", sku: "BUR-L-Brun", price: 18_500, image_url: picture("burnous-brun") },
      { title: "XL / Blanc", sku: "BUR-XL-Blanc", price: 19_900, image_url: picture("burnous-blanc") },
      { title: "XL / Brun", sku: "BUR-XL-Brun", price: 19_900, image_url: picture("burnous-brun") },
    ]);
    expect((await seen(shop, "/search?q=برنوس")).data).toMatchObject([{ slug: "burnous" }]);
    expect(await auditSummary(shop)).toEqual([
      "products_save product burnous: made",
      "products_save product burnous: images, variants",
      "products_set_status product burnous: status draft → active",
    ]);
    await expectInvariants(shop);
  });

  test("add a size to a product that sells", async () => {
    const shop = await openShop();
    const sizes = ["M", "L"].map((Taille) => ({ option_values: { Taille }, sku: `KAB-${Taille}`, price: 890_000 }));
    const { id } = await shop.product({
      slug: "robe-kabyle",
      name: "Robe kabyle",
      options: [{ name: "Taille", values: ["M", "L"] }],
      variants: sizes.map((variant) => ({ ...variant, inventory_quantity: 5 })),
    });
    const { data } = await runTool(shop, "products_search", { query: "KAB-M" });
    const robe = await runTool(shop, "products_get", { product: data[0].slug });
    expect(robe.variants).toMatchObject([{ title: "M" }, { title: "L", id: expect.any(String) }]);
    const cart = await cartWith(shop, { product_id: id, variant_id: robe.variants[1].id, quantity: 1 });

    const wanted = {
      product: "robe-kabyle",
      options: [{ name: "Taille", values: ["M", "L", "XL"] }],
      variants: [{ option_values: { Taille: "XL" }, sku: "KAB-XL", price: 9400, inventory_quantity: 3 }],
      expected_updated_at: robe.updated_at,
    };
    expect(await dryRunChanges(shop, "products_save", wanted)).toEqual(["product robe-kabyle: options, variants"]);
    await runTool(shop, "products_save", wanted);
    expect(await refused(shop, "products_save", wanted)).toMatchObject({ code: "stale" });

    const product = await seen(shop, "/products/robe-kabyle");
    expect(product.options).toMatchObject([{ name: "Taille", values: ["M", "L", "XL"] }]);
    expect(product.variants).toMatchObject([
      { title: "M", sku: "KAB-M", price: 8900, inventory_quantity: 5 },
      { title: "L", sku: "KAB-L", price: 8900, inventory_quantity: 5 },
      { title: "XL", sku: "KAB-XL", price: 9400, inventory_quantity: 3 },
    ]);
    const { body } = await shop.post(`/cart/${cart}/items`, {
      product_id: id,
      variant_id: product.variants[2].id,
      quantity: 3,
    });
    expect(body).toMatchObject({ items_count: 4, subtotal: 8900 + 3 * 9400 });
    expect(await auditSummary(shop)).toEqual(["products_save product robe-kabyle: options, variants"]);
    const { before, after } = await changeBy(shop, "products_save");
    expect(before).toEqual({ options: [{ name: "Taille", values: ["M", "L"] }], variants: [] });
    expect(after).toMatchObject({ variants: [{ title: "XL", sku: "KAB-XL", price: 9400 }] });
    await expectInvariants(shop);
  });

  test("give a product another name, address, SKU and price", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "tapi-azilal", name: "Tapi Azilal", sku: "TAP-O1", price: 1_200_000 });
    const cart = await cartWith(shop, { product_id: id, quantity: 1 });
    const { data } = await runTool(shop, "products_search", { query: "azilal" });
    expect(data).toMatchObject([{ slug: "tapi-azilal", price: 12_000 }]);
    const wanted = {
      product: "TAP-O1",
      name: "Tapis Azilal",
      slug: "tapis-azilal",
      sku: "TAP-01",
      price: 12_500,
      compare_at_price: 14_000,
      expected_updated_at: data[0].updated_at,
    };

    const changes = "product tapis-azilal: name Tapi Azilal → Tapis Azilal, slug tapi-azilal → tapis-azilal, variants";
    expect(await dryRunChanges(shop, "products_save", wanted)).toEqual([changes]);
    await runTool(shop, "products_save", wanted);
    expect(await refused(shop, "products_get", { product: "TAP-O1" })).toMatchObject({ code: "product_not_found" });
    expect(await runTool(shop, "products_get", { product: "TAP-01" })).toMatchObject({ id, slug: "tapis-azilal" });

    expect((await shop.get("/products/tapi-azilal")).status).toBe(404);
    expect(await seen(shop, "/products/tapis-azilal")).toMatchObject({
      id,
      name: "Tapis Azilal",
      sku: "TAP-01",
      price: 12_500,
      compare_at_price: 14_000,
    });
    expect(await seen(shop, `/cart/${cart}`)).toMatchObject({
      items: [{ product_name: "Tapis Azilal", product_slug: "tapis-azilal", sku: "TAP-01" }],
      subtotal: 12_500,
    });
    expect(await auditSummary(shop)).toEqual([`products_save ${changes}`]);
    const { before, after } = await changeBy(shop, "products_save");
    expect(before).toMatchObject({ slug: "tapi-azilal", variants: [{ sku: "TAP-O1", price: 12_000 }] });
    expect(after).toMatchObject({ slug: "tapis-azilal", variants: [{ sku: "TAP-01", price: 12_500 }] });
    await expectInvariants(shop);
  });

  test("archive what is out of season, and delete what was entered twice", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "eventail", name: "Éventail", price: 90_000 });
    await shop.product({ slug: "eventail-2", name: "Éventail (copie)", price: 90_000 });
    await shop.product({ slug: "vase", name: "Vase" });
    const { order_number } = await ordered(shop, [{ product_id: id, quantity: 2 }]);
    const { data } = await runTool(shop, "products_search", { query: "eventail" });
    expect(new Set(data.map(({ slug }: { slug: string }) => slug))).toEqual(new Set(["eventail", "eventail-2"]));

    const archive = { products: ["eventail"], status: "archived" };
    expect(await dryRunChanges(shop, "products_set_status", archive)).toEqual([
      "product eventail: status active → archived",
    ]);
    await runTool(shop, "products_set_status", archive);
    const twice = { kind: "product", item: "eventail-2" };
    expect(await refused(shop, "catalog_delete", twice)).toMatchObject({ code: "confirmation_required" });
    expect(await dryRunChanges(shop, "catalog_delete", twice)).toEqual(["product eventail-2: gone"]);
    expect((await seen(shop, "/products")).data).toMatchObject([{ slug: "vase" }, { slug: "eventail-2" }]);
    await runConfirmedTool(shop, "catalog_delete", twice);

    expect((await seen(shop, "/products")).data).toMatchObject([{ slug: "vase" }]);
    expect((await shop.get("/products/eventail")).status).toBe(404);
    expect((await shop.get("/products/eventail-2")).status).toBe(404);
    expect(await seen(shop, `/orders/track/${order_number}`)).toMatchObject({
      items: [{ product_name: "Éventail", quantity: 2, subtotal: 1800 }],
    });
    expect(await runTool(shop, "products_search", { status: "archived" })).toMatchObject({
      data: [{ slug: "eventail" }],
    });
    expect(await stockOf(shop, id)).toBe(8);
    expect(await auditSummary(shop)).toEqual([
      "products_set_status product eventail: status active → archived",
      "catalog_delete product eventail-2: gone",
    ]);
    expect(await changeBy(shop, "catalog_delete")).toMatchObject({
      before: { name: "Éventail (copie)" },
      after: null,
    });
    await expectInvariants(shop);
  });

  test("make a product in the look of another, its best picture first", async () => {
    const shop = await openShop();
    await shop.product({
      slug: "kilim-bleu",
      name: "Kilim bleu",
      description: "<p>Noué main, <em>pure laine</em>.</p>",
      tags: ["artisanat"],
      vendor: "Aurès",
      images: ["detail", "salon"].map((name) => ({ url: picture(name), alt: null })),
      category_id: await categoryIn(shop, "tapis", "Tapis"),
      price: 700_000,
    });
    const bleu = await runTool(shop, "products_get", { product: "kilim-bleu", response_format: "detailed" });
    const { description, tags, vendor, category, images } = bleu;
    const alike = { description, tags, vendor, category, price: bleu.variants[0].price };

    const rouge = { name: "Kilim rouge", ...alike, inventory_quantity: 2, status: "active" };
    await runTool(shop, "products_save", {
      ...rouge,
      images: images.map(({ url }: { url: string }) => ({ url })),
      idempotency_key: "a red kilim",
    });
    const arranged = await runTool(shop, "products_save", {
      product: "kilim-rouge",
      images: [
        { url: picture("rouge"), alt: "Kilim rouge dans un salon" },
        { url: picture("salon"), alt: "Un salon" },
      ],
    });
    expect(arranged.images).toHaveLength(2);

    expect(await seen(shop, "/products/kilim-rouge")).toMatchObject({
      name: "Kilim rouge",
      description,
      tags,
      vendor,
      category: "Tapis",
      price: 7000,
      in_stock: true,
      images: [
        { url: picture("rouge"), alt: "Kilim rouge dans un salon", position: 1 },
        { url: picture("salon"), alt: "Un salon", position: 2 },
      ],
    });
    const cards = (await seen(shop, "/products?category=tapis")).data;
    expect(cards.map((card: { images: { url: string }[] }) => card.images[0]?.url)).toEqual([
      picture("rouge"),
      picture("detail"),
    ]);
    expect(await auditSummary(shop)).toEqual([
      "products_save product kilim-rouge: made",
      "products_save product kilim-rouge: images",
    ]);
    expect((await entries(shop, "products_save")).map(({ after }) => after?.images)).toMatchObject([
      { length: 2 },
      { length: 2 },
    ]);
    await expectInvariants(shop);
  });

  test("take over products from a Shopify export", async () => {
    const shop = await openShop();
    await shop.product({ slug: "vase-bleu", name: "Vase", price: 200_000, stock: 3 });
    const csv = (price: string) =>
      [
        "Handle,Title,Type,Status,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty",
        "vase-bleu,Vase bleu,Poterie,active,Title,Default Title,VAS-B,2500,shopify,7",
        "gandoura,Gandoura,Robes,active,Taille,S,GAN-S,4200,shopify,2",
        "gandoura,,,,Taille,M,GAN-M,4200,shopify,5",
        `plat,Plat,Poterie,active,Title,Default Title,PLA-1,${price},shopify,1`,
      ].join("\n");

    const tried = await runTool(shop, "products_import", { csv: csv("mille"), dry_run: true });
    expect(tried).toMatchObject({ created: 1, updated: 1, failed: 1, failures: [{ line: 5, handle: "plat" }] });
    expect((await seen(shop, "/products")).data).toHaveLength(1);
    const imported = await runTool(shop, "products_import", { csv: csv("1000") });
    expect(imported).toMatchObject({ created: 2, updated: 1, unchanged: 0, failed: 0 });
    expect(await runTool(shop, "products_import", { csv: csv("1000") })).toMatchObject({ unchanged: 3 });

    const bySlug = (slug: string) => seen(shop, `/products/${slug}`);
    expect(await bySlug("vase-bleu")).toMatchObject({ name: "Vase bleu", price: 2500, inventory_quantity: 7 });
    expect(await bySlug("plat")).toMatchObject({ sku: "PLA-1", price: 1000 });
    expect((await bySlug("gandoura")).variants).toMatchObject([
      { title: "S", sku: "GAN-S", inventory_quantity: 2 },
      { title: "M", sku: "GAN-M", inventory_quantity: 5 },
    ]);
    const poterie = await seen(shop, "/products?category=Poterie");
    expect(poterie.data.map(({ slug }: { slug: string }) => slug).sort()).toEqual(["plat", "vase-bleu"]);
    expect(await auditSummary(shop)).toEqual([
      "products_import product vase-bleu: category_id, name Vase → Vase bleu, product_type null → Poterie, variants",
      "products_import product gandoura: made",
      "products_import product plat: made",
    ]);
    await expectInvariants(shop);
  });
});
