// `npm run check:types` compiles these: a call that must not compile and does is an error, and so is a type that differs.
import { expectTypeOf, test } from "vitest";
import { createAdmin } from "../../packages/client/src/admin.ts";
import { queriesOf } from "../../packages/client/src/query.ts";
import { all, attempt, type Cart, createShop, type Order, type ProductCard } from "../../packages/client/src/shop.ts";

const nowhere = { url: "http://127.0.0.1:1", fetch: async () => new Response(null, { status: 500 }), retries: 0 };
const shop = createShop(nowhere);
const admin = createAdmin(nowhere);

/** Compiled, never called. */
type Uncalled = () => unknown;

test("the shopper's most used calls answer typed data, and refuse wrong arguments", () => {
  expectTypeOf(shop.products.list).returns.resolves.toHaveProperty("data").toEqualTypeOf<ProductCard[]>();
  expectTypeOf(shop.products.get).returns.resolves.toHaveProperty("description").toEqualTypeOf<string | null>();
  expectTypeOf(shop.products.search).returns.resolves.toHaveProperty("ignored_words").toEqualTypeOf<string[]>();
  expectTypeOf(shop.cart.create).returns.resolves.toEqualTypeOf<Cart>();
  expectTypeOf(shop.cart.addItem).returns.resolves.toEqualTypeOf<Cart>();
  expectTypeOf(shop.orders.place).returns.resolves.toEqualTypeOf<Order>();
  expectTypeOf(shop.orders.track).returns.resolves.toHaveProperty("status");
  expectTypeOf(shop.account.logIn).returns.resolves.toHaveProperty("token").toEqualTypeOf<string>();

  expectTypeOf<Uncalled>(() => [
    shop.products.list({ limit: 3, sort_by: "price", "option.Taille": "M" }),
    // @ts-expect-error: no such order
    shop.products.list({ sort_by: "colour" }),
    // @ts-expect-error: no such filter
    shop.products.list({ colour: "red" }),
    // @ts-expect-error: a product has a slug
    shop.products.get(),
    // @ts-expect-error: a search has words
    shop.products.search({ limit: 3 }),
    // @ts-expect-error: a quantity is a number
    shop.cart.addItem("1", { product_id: "1", quantity: "2" }),
    // @ts-expect-error: an order has a phone number
    shop.orders.place({ cart_id: "1", customer_name: "Karim" }),
    // @ts-expect-error: no such call
    shop.cart.destroy("1"),
    // @ts-expect-error: a login has a password
    shop.account.logIn({ email: "leila@example.dz" }),
  ]);
});

test("the merchant's most used calls refuse wrong arguments", () => {
  expectTypeOf<Uncalled>(() => [
    admin.orders.search({ status: "pending", limit: 10 }),
    admin.orders.confirm({ order: "ORD-1", dry_run: true }),
    // @ts-expect-error: no such status
    admin.orders.search({ status: "lost" }),
    // @ts-expect-error: no such argument
    admin.orders.confirm({ order: "ORD-1", colour: "red" }),
    // @ts-expect-error: a change says which variant
    admin.inventory.adjust({ changes: [{ by: 1 }] }),
    // @ts-expect-error: the key is an option of the call
    admin.inventory.adjust({ changes: [{ variant: "POT", by: 1 }], idempotency_key: "1" }),
  ]);
});

test("an error has the codes of its call", async () => {
  const { data, error } = await attempt(shop.orders.place({ cart_id: "1", customer_name: "", customer_phone: "" }));
  if (error) {
    expectTypeOf<"insufficient_stock">().toExtend<typeof error.code>();
    expectTypeOf<"network_error">().toExtend<typeof error.code>();
    expectTypeOf<"email_taken">().not.toExtend<typeof error.code>();
  } else {
    expectTypeOf(data).toEqualTypeOf<Order>();
  }
});

test("lists are read as their entries, and queries are typed as the calls that read", () => {
  const queries = queriesOf(shop);

  expectTypeOf(all(shop.products.list)).toEqualTypeOf<AsyncGenerator<ProductCard, void>>();
  expectTypeOf(queries.cart.get("1").queryFn).returns.resolves.toEqualTypeOf<Cart>();
  expectTypeOf(queries.cart).not.toHaveProperty("addItem");
  expectTypeOf(queriesOf(admin).orders).toHaveProperty("search");
  expectTypeOf(queriesOf(admin).orders).not.toHaveProperty("confirm");
  expectTypeOf<Uncalled>(() => [
    // @ts-expect-error: a cart has an id
    queries.cart.get(),
    // @ts-expect-error: no such filter
    queries.products.list({ colour: "red" }),
    // @ts-expect-error: not a list
    all(shop.store.get),
  ]);
});
