import fc from "fast-check";
import { expect } from "vitest";
import { testProperty } from "../support/random-tests.ts";
import { order, variantsOf } from "../support/selling.ts";
import { Merchant } from "../undo/merchant.ts";

/**
 * A shopper and a merchant who take random steps in turn: each line of the cart is an item while its variant can be ordered, and
 * unavailable otherwise.
 */

const THINGS = ["plain", "M", "L"] as const;
type Thing = (typeof THINGS)[number];
const PRODUCTS = ["plain", "sized"] as const;
const PRICES: Record<Thing, number> = { plain: 10, M: 20, L: 30 };

const thing = fc.constantFrom(...THINGS);
const product = fc.constantFrom(...PRODUCTS);
const quantity = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), thing, quantity }) },
  fc.record({ do: fc.constant("set" as const), thing, quantity }),
  fc.record({ do: fc.constant("remove" as const), thing }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("turn" as const), product }) },
  fc.record({ do: fc.constant("delete" as const), product }),
  fc.record({ do: fc.constant("delete L" as const) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant("undo" as const), product }) },
  fc.record({ do: fc.constant("order" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const productOf = (one: Thing) => (one === "plain" ? "plain" : "sized");

class Model {
  /** Units of each thing in the cart, in the order in which they were added. */
  cart = new Map<Thing, number>();
  isActive = { plain: true, sized: true };
  /** What was deleted, the last last. */
  deleted: Record<(typeof PRODUCTS)[number], { change: string; things: readonly Thing[] }[]> = { plain: [], sized: [] };

  reason(one: Thing): "hidden" | "deleted" | null {
    const slug = productOf(one);
    if (this.deleted[slug].some(({ things }) => things.includes(one))) return "deleted";
    return this.isActive[slug] ? null : "hidden";
  }

  isGone(slug: (typeof PRODUCTS)[number]): boolean {
    return THINGS.filter((one) => productOf(one) === slug).every((one) => this.reason(one) === "deleted");
  }

  lines(isWanted: (reason: string | null) => boolean): [Thing, number][] {
    return [...this.cart].filter(([one]) => isWanted(this.reason(one)));
  }
}

async function run(steps: Step[]): Promise<void> {
  const merchant = await Merchant.open();
  const { shop } = merchant;
  const { id: plain } = await shop.product({ name: "plain", slug: "plain", price: PRICES.plain * 100, stock: 999 });
  const { id: sized } = await shop.product({
    name: "sized",
    slug: "sized",
    options: [{ name: "Size", values: ["M", "L"] }],
    variants: (["M", "L"] as const).map((Size) => ({
      option_values: { Size },
      price: PRICES[Size] * 100,
      inventory_quantity: 999,
    })),
  });
  const { M = "", L = "" } = await variantsOf(shop, "sized");
  const variants: Record<Thing, string | null> = { plain: null, M, L };
  const ids = { plain, sized };
  const model = new Model();
  let cart = (await shop.post("/cart")).body.id;
  const itemId = async (one: Thing): Promise<string | undefined> => {
    const { items, unavailable_items } = (await shop.get(`/cart/${cart}`)).body;
    const isIt = (line: { product_id: string; variant_id: string | null }) =>
      line.product_id === ids[productOf(one)] && line.variant_id === variants[one];
    return items.find(isIt)?.id ?? unavailable_items.find(isIt)?.item_id;
  };

  for (const next of steps) {
    if (next.do === "add") {
      const item = {
        product_id: ids[productOf(next.thing)],
        variant_id: variants[next.thing],
        quantity: next.quantity,
      };
      const { status } = await shop.post(`/cart/${cart}/items`, item);
      expect(status).toBe(model.reason(next.thing) === null ? 200 : 400);
      if (status === 200) model.cart.set(next.thing, (model.cart.get(next.thing) ?? 0) + next.quantity);
    } else if (next.do === "set" && model.cart.has(next.thing)) {
      const path = `/cart/${cart}/items/${await itemId(next.thing)}`;
      const { status, body } = await shop.patch(path, { quantity: next.quantity });
      expect([status, body.code]).toEqual(
        model.reason(next.thing) === null ? [200, undefined] : [422, "item_unavailable"],
      );
      if (status === 200) model.cart.set(next.thing, next.quantity);
    } else if (next.do === "remove" && model.cart.has(next.thing)) {
      expect((await shop.delete(`/cart/${cart}/items/${await itemId(next.thing)}`)).status).toBe(200);
      model.cart.delete(next.thing);
    } else if (next.do === "turn" && !model.isGone(next.product)) {
      model.isActive[next.product] = !model.isActive[next.product];
      const status = model.isActive[next.product] ? "active" : "draft";
      await merchant.do("products_set_status", { products: [next.product], status });
    } else if (next.do === "delete" && !model.isGone(next.product)) {
      const things = THINGS.filter((one) => productOf(one) === next.product);
      model.deleted[next.product].push({ change: await merchant.delete("product", next.product), things });
    } else if (next.do === "delete L" && model.reason("L") !== "deleted") {
      const change = await merchant.updateProduct("sized", { remove_variants: [L] });
      model.deleted.sized.push({ change, things: ["L"] });
    } else if (next.do === "undo") {
      const last = model.deleted[next.product].pop();
      if (last) await merchant.undo(last.change);
    } else if (next.do === "order") {
      const sold = model.lines((reason) => reason === null);
      const { status, body } = await order(shop, cart);
      expect([status, body.code]).toEqual(sold.length > 0 ? [201, undefined] : [422, "cart_empty"]);
      if (status === 201) {
        expect(body.items_count).toBe(sold.reduce((sum, [, units]) => sum + units, 0));
        model.cart = new Map();
        cart = (await shop.post("/cart")).body.id;
      }
    }

    const { items, unavailable_items, items_count, subtotal } = (await shop.get(`/cart/${cart}`)).body;
    const shownLine = (one: Thing, units: number) => ({
      product_id: ids[productOf(one)],
      variant_id: variants[one],
      product_name: productOf(one),
      quantity: units,
    });
    const sold = model.lines((reason) => reason === null);
    expect(items).toMatchObject(sold.map(([one, units]) => shownLine(one, units)));
    expect(unavailable_items).toEqual(
      model
        .lines((reason) => reason !== null)
        .map(([one, units]) => ({ ...shownLine(one, units), item_id: expect.any(String), reason: model.reason(one) })),
    );
    expect(items_count).toBe(sold.reduce((sum, [, units]) => sum + units, 0));
    expect(subtotal).toBe(sold.reduce((sum, [one, units]) => sum + units * PRICES[one], 0));
  }
}

testProperty(
  "a cart's lines follow what can be ordered",
  fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => run(steps)),
  { numRuns: 10, endOnFailure: true },
);
