import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { categoryIn, refused, runConfirmedTool, runTool, seen } from "../../support/mcp-tasks.ts";
import { previewTool } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered, stockOf } from "../../support/selling.ts";

const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);
const remove = (shop: Shop, product: string) =>
  runConfirmedTool(shop, "catalog_delete", { kind: "product", item: product });

/** A vase (10 at 20) and a lamp (10 at 5), both in the collection "Tout". */
async function openStocked(): Promise<{ shop: Shop; vase: string; lampe: string }> {
  const shop = await openShop();
  const vase = await shop.product({ slug: "vase", name: "Vase", sku: "VASE", price: 2000 });
  const lampe = await shop.product({ slug: "lampe", name: "Lampe", price: 500 });
  await runTool(shop, "collections_save", { title: "Tout", products: ["vase", "lampe"] });
  return { shop, vase: vase.id, lampe: lampe.id };
}

describe("catalog_delete of a product", () => {
  test("takes the product from lists, search, collections and categories", async () => {
    const { shop } = await openStocked();
    await categoryIn(shop, "deco", "Déco");
    await runTool(shop, "products_save", { product: "vase", category: "deco" });
    expect(await remove(shop, "VASE")).toMatchObject({ slug: "vase", deleted: true });
    expect((await shop.get("/products/vase")).status).toBe(404);
    expect((await seen(shop, "/search?q=vase")).data).toEqual([]);
    expect(slugs((await seen(shop, "/products")).data)).toEqual(["lampe"]);
    expect(await seen(shop, "/collections/tout")).toMatchObject({ collection: { products_count: 1 } });
    expect((await seen(shop, "/product-categories")).data).toMatchObject([{ slug: "deco", product_count: 0 }]);
    expect((await runTool(shop, "inventory_search", {})).total).toBe(1);
    expect(await refused(shop, "catalog_delete", { kind: "product", item: "vase" })).toMatchObject({
      code: "product_not_found",
    });
    const again = await runTool(shop, "products_save", { name: "Vase", price: 1, status: "active" });
    expect(await seen(shop, "/products/vase")).toMatchObject({ id: again.id, collections: [], inventory_quantity: 0 });
  });

  test("removes the product from open carts, which can still be ordered", async () => {
    const { shop, vase, lampe } = await openStocked();
    const both = await cartWith(shop, { product_id: vase, quantity: 1 }, { product_id: lampe, quantity: 2 });
    const only = await cartWith(shop, { product_id: vase, quantity: 1 });
    await remove(shop, "vase");
    expect(await seen(shop, `/cart/${both}`)).toMatchObject({
      items: [{ product_slug: "lampe" }],
      items_count: 2,
      subtotal: 10,
    });
    expect((await order(shop, both)).body).toMatchObject({ total: 10 });
    expect((await order(shop, only)).body).toMatchObject({ code: "cart_empty" });
    await expectInvariants(shop);
  });

  test.each(["cancelled", "returned"])("an order that contains it is still shown, and can be %s", async (end) => {
    const { shop, vase, lampe } = await openStocked();
    const wanted = [
      { product_id: vase, quantity: 3 },
      { product_id: lampe, quantity: 1 },
    ];
    const { order_number } = await ordered(shop, wanted);
    await remove(shop, "vase");
    expect(await seen(shop, `/orders/track/${order_number}`)).toMatchObject({
      items: [{ product_name: "Vase", quantity: 3, subtotal: 60 }, { product_name: "Lampe" }],
    });
    if (end === "cancelled") await runTool(shop, "orders_cancel", { order: order_number });
    else {
      for (const tool of ["orders_confirm", "orders_ship", "orders_mark_delivered", "orders_return"])
        await runTool(shop, tool, { order: order_number, ...(tool === "orders_return" && { reason: "refused" }) });
    }
    expect(await seen(shop, `/orders/track/${order_number}`)).toMatchObject({ status: end });
    expect(await stockOf(shop, lampe)).toBe(10);
    expect(await runTool(shop, "orders_get", { order: order_number })).toMatchObject({ status: end });
    await expectInvariants(shop);
  });

  test("keeps stock and sums of open orders consistent", async () => {
    const { shop, vase } = await openStocked();
    await ordered(shop, [{ product_id: vase, quantity: 3 }]);
    await remove(shop, "vase");
    await expectInvariants(shop);
  });

  test("a promotion for the product alone does not become one for all products", async () => {
    const { shop, lampe } = await openStocked();
    const promotion = {
      title: "Vases",
      discount_type: "percentage",
      discount_value: 50,
      target_type: "products",
      targets: ["vase"],
    };
    const { id } = await runTool(shop, "promotions_save", promotion);
    await runTool(shop, "promotions_save", { ...promotion, title: "Coupon", code: "VASES" });
    await remove(shop, "vase");
    expect(await seen(shop, "/products/lampe")).toMatchObject({ discounted_price: null });
    const cart = await cartWith(shop, { product_id: lampe, quantity: 1 });
    expect(await seen(shop, `/cart/${cart}`)).toMatchObject({ subtotal: 5 });
    const { body } = await order(shop, cart, { coupon_code: "VASES" });
    expect(body).toMatchObject({ code: "coupon_not_applicable" });
    expect((await order(shop, cart)).body).toMatchObject({ total: 5 });
    await runTool(shop, "promotions_save", { promotion: id, title: "Vases anciens" });
    await expectInvariants(shop);
  });

  test("each order placed meanwhile is complete or refused", async () => {
    const { shop, vase } = await openStocked();
    const carts = await Promise.all(
      Array.from({ length: 20 }, () => cartWith(shop, { product_id: vase, quantity: 1 })),
    );
    const remove = await previewTool(shop, "catalog_delete", { kind: "product", item: "vase" });
    const [gone, ...placed] = await Promise.all([remove(), ...carts.map((cart) => order(shop, cart))]);
    expect(gone.problem).toBeUndefined();
    for (const { status, body } of placed) {
      if (status === 201) expect(body.items).toMatchObject([{ product_name: "Vase", quantity: 1 }]);
      else expect(["cart_empty", "insufficient_stock", "product_not_found", "variant_not_found"]).toContain(body.code);
    }
    await expectInvariants(shop);
  });

  test("one of two concurrent calls deletes it, and the other finds no product", async () => {
    const { shop } = await openStocked();
    const preview = () => previewTool(shop, "catalog_delete", { kind: "product", item: "vase" });
    const removals = [await preview(), await preview()];
    const both = await Promise.all(removals.map((remove) => remove()));
    expect(both.map(({ problem }) => problem?.code ?? "deleted").sort()).toEqual(["deleted", "product_not_found"]);
  });
});

describe("products_set_status", () => {
  test.each(["draft", "archived"])("%s hides the product everywhere, and active shows it again", async (status) => {
    const { shop, vase } = await openStocked();
    const cart = await cartWith(shop, { product_id: vase, quantity: 1 });
    const { order_number } = await ordered(shop, [{ product_id: vase, quantity: 2 }]);
    const changed = await runTool(shop, "products_set_status", { products: ["VASE", vase, "lampe"], status });
    expect(changed.changed).toBe(2);
    expect((await shop.get("/products/vase")).status).toBe(404);
    expect((await seen(shop, "/products")).data).toEqual([]);
    expect((await seen(shop, "/search?q=vase")).data).toEqual([]);
    expect(await seen(shop, "/collections/tout")).toMatchObject({ products: [], collection: { products_count: 0 } });
    expect((await order(shop, cart)).status).toBeGreaterThanOrEqual(400);
    await runTool(shop, "orders_cancel", { order: order_number });
    const { data } = await runTool(shop, "products_set_status", { products: ["vase"], status: "active" });
    expect(data).toEqual([{ slug: "vase", before: status, after: "active" }]);
    expect(await seen(shop, "/products/vase")).toMatchObject({ inventory_quantity: 10 });
    expect((await order(shop, cart)).status).toBe(201);
    await expectInvariants(shop);
  });

  test("changes all products or none, and a repeated call changes nothing", async () => {
    const { shop } = await openStocked();
    const unknown = { products: ["vase", "nothing"], status: "draft" };
    expect(await refused(shop, "products_set_status", unknown)).toMatchObject({ code: "product_not_found" });
    expect(await seen(shop, "/products/vase")).toMatchObject({ is_active: true });
    const { updated_at } = await runTool(shop, "products_get", { product: "vase" });
    expect(await runTool(shop, "products_set_status", { products: ["vase"], status: "active" })).toMatchObject({
      changed: 0,
    });
    expect(await runTool(shop, "products_get", { product: "vase" })).toMatchObject({ updated_at });
  });
});
