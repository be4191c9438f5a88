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
  expectTypeOf(shop.coupons.validate).returns.resolves.toHaveProperty("discount_amount").toEqualTypeOf<number>();
  expectTypeOf(shop.shippingRates.list).returns.resolves.toHaveProperty("data");

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
    // @ts-expect-error: a cart has an id
    shop.orders.place({ customer_name: "Karim", customer_phone: "0550 12 34 57" }),
    // @ts-expect-error: an order has a number
    shop.orders.track(),
    // @ts-expect-error: a code is text
    shop.coupons.validate({ code: 10, items: [] }),
    // @ts-expect-error: a login has a password
    shop.account.logIn({ email: "leila@example.dz" }),
  ]);
});

test("the merchant's most used calls answer typed data", () => {
  const order = "ORD-1";
  const calls = {
    found: () => admin.orders.search({ status: "pending" }),
    brief: () => admin.orders.get({ order }),
    whole: () => admin.orders.get({ order, response_format: "detailed" }),
    confirmed: () => admin.orders.confirm({ order }),
    rehearsed: () => admin.orders.confirm({ order, dry_run: true }),
    either: (dry_run: boolean) => admin.orders.confirm({ order, dry_run }),
    shipped: () => admin.orders.ship({ order, tracking_number: "YAL-1" }),
    updated: () => admin.orders.update({ order, carrier: "Yalidine" }),
    products: () => admin.products.search({ query: "tapis" }),
    product: () => admin.products.get({ product: "kilim" }),
    saved: () => admin.products.save({ name: "Kilim", price: 900 }),
    adjusted: () => admin.inventory.adjust({ changes: [{ variant: "POT", by: 1 }] }),
    customer: () => admin.customers.get({ customer: "1" }),
    report: () => admin.analytics.report({ report: "sales" }),
    undone: () => admin.changes.undo({ changes: ["last"] }),
  };
  type Of<Name extends keyof typeof calls> = Awaited<ReturnType<(typeof calls)[Name]>>;

  expectTypeOf<Of<"found">["data"][number]["order_number"]>().toEqualTypeOf<string>();
  expectTypeOf<Of<"found">["data"][number]["is_blocked"]>().toEqualTypeOf<boolean | null | undefined>();
  expectTypeOf<Of<"brief">["items"][number]["quantity"]>().toEqualTypeOf<number>();
  expectTypeOf<Of<"brief">>().not.toHaveProperty("history");
  expectTypeOf<Of<"whole">["history"][number]["actor"]>().toEqualTypeOf<string>();
  expectTypeOf<Of<"whole">["customer_email"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Of<"confirmed">["status"]>().toExtend<"pending" | "confirmed" | string>();
  expectTypeOf<Of<"confirmed">["change_id"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Of<"confirmed">>().not.toHaveProperty("changes");
  expectTypeOf<Of<"rehearsed">["changes"][number]["label"]>().toEqualTypeOf<string>();
  expectTypeOf<Of<"rehearsed">>().not.toHaveProperty("status");
  expectTypeOf<Of<"either">>().toEqualTypeOf<Of<"confirmed"> | Of<"rehearsed">>();
  expectTypeOf<Of<"shipped">["tracking_number"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Of<"updated">["delivery_rate"]>().toEqualTypeOf<number>();
  expectTypeOf<Of<"products">["data"][number]["price"]>().toEqualTypeOf<number>();
  expectTypeOf<Of<"product">["variants"][number]["sku"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Of<"saved">["variants_count"]>().toEqualTypeOf<number>();
  expectTypeOf<Of<"adjusted">["data"][number]["before"]>().toEqualTypeOf<number>();
  expectTypeOf<Of<"customer">["total_spent"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Of<"report">["currency"]>().toEqualTypeOf<string>();
  expectTypeOf<Of<"undone">["undone"][number]["operation"]>().toEqualTypeOf<string>();
});

test("the merchant's most used calls refuse wrong arguments", () => {
  expectTypeOf<Uncalled>(() => [
    admin.orders.search({ status: "pending", limit: 10 }),
    admin.orders.confirm({ order: "ORD-1", dry_run: true }),
    // @ts-expect-error: no such status
    admin.orders.search({ status: "lost" }),
    // @ts-expect-error: an order is named
    admin.orders.get({ response_format: "detailed" }),
    // @ts-expect-error: no such format
    admin.orders.get({ order: "ORD-1", response_format: "long" }),
    // @ts-expect-error: no such argument
    admin.orders.confirm({ order: "ORD-1", colour: "red" }),
    // @ts-expect-error: no such argument of a dry run
    admin.orders.confirm({ order: "ORD-1", dry_run: true, colour: "red" }),
    // @ts-expect-error: a dry run is true or false
    admin.orders.ship({ order: "ORD-1", dry_run: "yes" }),
    // @ts-expect-error: a delivery is home or desk
    admin.orders.update({ order: "ORD-1", delivery_method: "pigeon" }),
    // @ts-expect-error: a limit is a number
    admin.products.search({ limit: "10" }),
    // @ts-expect-error: a product is named
    admin.products.get(),
    // @ts-expect-error: no such status
    admin.products.save({ name: "Kilim", status: "sold" }),
    // @ts-expect-error: a change says which variant
    admin.inventory.adjust({ changes: [{ by: 1 }] }),
    // @ts-expect-error: the key is an option of the call
    admin.inventory.adjust({ changes: [{ variant: "POT", by: 1 }], idempotency_key: "1" }),
    // @ts-expect-error: no such report
    admin.analytics.report({ report: "weather" }),
    // @ts-expect-error: changes are a list
    admin.changes.undo({ changes: "last" }),
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

test("an error of a merchant's call has the codes of its operation, and no others", async () => {
  const { data, error } = await attempt(admin.orders.ship({ order: "ORD-1" }));
  if (error) {
    expectTypeOf<"illegal_order_move">().toExtend<typeof error.code>();
    expectTypeOf<"network_error">().toExtend<typeof error.code>();
    expectTypeOf<"email_taken">().not.toExtend<typeof error.code>();
    expectTypeOf<string>().not.toExtend<typeof error.code>();
  } else {
    expectTypeOf(data).toHaveProperty("order_number").toEqualTypeOf<string>();
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
