import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { removeProduct } from "../../src/catalog/editing/admin.ts";
import { sql } from "../../src/db/sql.ts";
import { changeOrderStatus } from "../../src/orders/orders.ts";
import { type Answer, openShop, type Shop } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { cartWith, expectInvariants, order, variantsOf } from "../support/selling.ts";

const SIZES = [
  { name: "Size", values: ["M", "L"] },
  { name: "Color", values: ["Red"] },
];
const variant = (Size: string, price: number) => ({
  option_values: { Size, Color: "Red" },
  price,
  compare_at_price: price + 5_000,
  inventory_quantity: 10,
  sku: `SHIRT-${Size}`,
});

/** A shop with a converted cart: two sizes of a shirt, and a pot. */
async function orderedCart() {
  const shop = await openShop();
  const shirt = { slug: "shirt", name: "Shirt", options: SIZES, images: [{ url: "/shirt.svg", alt: null }] };
  const { id: shirtId } = await shop.product({ ...shirt, variants: [variant("M", 20_000), variant("L", 21_000)] });
  const { id: potId } = await shop.product({ slug: "pot", name: "Pot", price: 15_050 });
  const { M = "", L = "" } = await variantsOf(shop, "shirt");
  const cart = await cartWith(
    shop,
    { product_id: potId, quantity: 1 },
    { product_id: shirtId, variant_id: L, quantity: 2 },
    { product_id: shirtId, variant_id: M, quantity: 1 },
  );
  const open = (await shop.get(`/cart/${cart}`)).body;
  const placed = await order(shop, cart);
  expect(placed.status).toBe(201);
  return { shop, shirt, cart, open, placed: placed.body };
}

const linesOf = async (shop: Shop, cart: string): Promise<Answer["body"]> => (await shop.get(`/cart/${cart}`)).body;

/** The fields of a cart's lines that the order fixes: all but availability. */
const agreed = (cart: Answer["body"]) =>
  cart.items.map(({ available, available_quantity, ...line }: Record<string, unknown>) => line);

describe("a converted cart", () => {
  test("shows its lines as they were ordered, in the same order", async () => {
    const { shop, cart, open, placed } = await orderedCart();
    const body = await linesOf(shop, cart);

    expect(agreed(body)).toEqual(agreed(open));
    expect(body).toMatchObject({ status: "converted", items_count: 4, subtotal: placed.subtotal });
  });

  test("shows the lines that the merchant changed, without those that were removed", async () => {
    const { shop, cart, placed } = await orderedCart();
    const { problem } = await call(shop, "orders_update", {
      order: placed.order_number,
      items: [
        { line: "SHIRT-L", quantity: 0 },
        { line: "SHIRT-M", quantity: 3 },
      ],
    });
    const { items, items_count, subtotal } = await linesOf(shop, cart);

    expect(problem).toBeUndefined();
    expect(items.map(({ sku, quantity }: { sku: string; quantity: number }) => [sku, quantity])).toEqual([
      [null, 1],
      ["SHIRT-M", 3],
    ]);
    expect([items_count, subtotal]).toEqual([4, 750.5]);
    await expectInvariants(shop);
  });

  test("keeps them when prices, names, options and pictures change", async () => {
    const { shop, shirt, cart, open } = await orderedCart();
    await shop.product({
      ...shirt,
      name: "Chemise",
      images: [{ url: "/chemise.svg", alt: null }],
      variants: [{ ...variant("M", 99_000), sku: "NEW" }, variant("L", 98_000)],
    });
    expect(agreed(await linesOf(shop, cart))).toEqual(agreed(open));

    await shop.product({ ...shirt, options: [], variants: [{ price: 1 }] });
    expect(agreed(await linesOf(shop, cart))).toEqual(agreed(open));
  });

  test("keeps deleted variants and products", async () => {
    const { shop, shirt, cart, open, placed } = await orderedCart();
    await shop.product({ ...shirt, variants: [variant("M", 20_000)] });
    const without = await linesOf(shop, cart);

    expect(agreed(without)).toEqual(agreed(open));
    expect(without.items[1]).toMatchObject({ available: false, available_quantity: 0 });
    expect(without.items[2]).toMatchObject({ available: true, available_quantity: 10 });

    for (const slug of ["shirt", "pot"]) await shop.transact((db) => removeProduct(db, slug));
    const gone = await linesOf(shop, cart);
    expect(agreed(gone)).toEqual(agreed(open));
    expect(gone).toMatchObject({ status: "converted", items_count: 4, subtotal: placed.subtotal });
    expect((await shop.get(`/orders/track/${placed.order_number}`)).body.items).toEqual(placed.items);
  });

  test("allows its order to be cancelled after the products were deleted", async () => {
    const { shop, placed } = await orderedCart();
    for (const slug of ["shirt", "pot"]) await shop.transact((db) => removeProduct(db, slug));
    const cancelled = await shop.transact((db) => changeOrderStatus(db, placed.id, "cancelled", "key test"));

    expect(cancelled.after.status).toBe("cancelled");
    await expectInvariants(shop);
  });
});

test("an order removes the lines from its cart, which then shows those of the order", async () => {
  const { shop, cart, open } = await orderedCart();

  const left = await shop.rows(
    Type.Object({ id: Type.String() }),
    sql`select id from cart_items where site_id = ${shop.id} and cart_id = ${cart}`,
  );

  expect(left).toEqual([]);
  expect(agreed(await linesOf(shop, cart))).toEqual(agreed(open));
});
