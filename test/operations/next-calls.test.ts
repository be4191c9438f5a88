import { beforeAll, describe, expect, test } from "vitest";
import { PROBLEMS, type ProblemCode } from "../../src/core/problem.ts";
import { nextStep } from "../../src/merchant-operations/next-steps.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { takesConfirmToken } from "../../src/operations/operation.ts";
import { keyring, openShop, type Shop, tokens } from "../support/app.ts";
import { codesOfOperations, readSources } from "../support/documented-refusals.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { call, post } from "../support/operations.ts";

const operations = merchantOperations(keyring, tokens);
const names = operations.map(({ name }) => name);
const isCode = (name: string): name is ProblemCode => Object.hasOwn(PROBLEMS, name);

/** After these, the same call comes next, otherwise or later; there is no other operation to name. */
const SAME_CALL: readonly string[] = [
  ...["invalid_value", "quantity_out_of_range", "confirmation_required"],
  ...["idempotency_key_reused", "idempotency_in_progress", "overloaded", "unavailable"],
];
/** Of the storefront's carts and checkout, and of `expected_updated_at`: functions that operations share throw them. */
const OF_OTHERS: readonly string[] = ["cart_not_found", "cart_converted", "order_refused", "stale"];

const operationsIn = (text: string): string[] => names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));

describe("the refusals of the documentation of each operation", () => {
  const documented = codesOfOperations(readSources("src"), isCode);

  test("are found for all operations", () => {
    expect([...documented.keys()].sort()).toEqual([...names].sort());
    expect([...(documented.get("orders_update")?.keys() ?? [])]).toEqual(
      expect.arrayContaining(["order_not_found", "stale", "illegal_order_move", "insufficient_stock", "cart_full"]),
    );
  });

  test.each(operations.map((one) => [one.name, one] as const))("%s: each names the next call", (name, operation) => {
    const { takes = [] } = operation;
    const shared = [...(documented.get(name)?.keys() ?? [])].filter((code) => !OF_OTHERS.includes(code));
    const codes = new Set([
      ...["invalid_value", "insufficient_scope", ...shared],
      ...(takes.includes("idempotency_key") ? ["idempotency_key_reused", "idempotency_in_progress"] : []),
      ...(takesConfirmToken(operation) ? ["confirmation_required", "confirm_token_used"] : []),
      ...("expected_updated_at" in operation.input.properties ? ["stale"] : []),
    ]);
    for (const code of [...codes].filter(isCode)) {
      const step = nextStep(name, { code, extra: {} });
      expect(step, code).toMatch(/^[a-zA-Z].*\.$/);
      if (!SAME_CALL.includes(code)) expect(operationsIn(step ?? ""), `${code}: ${step}`).not.toEqual([]);
    }
  });
});

test("every operation that a next step or a reason against undoing names exists", () => {
  const areas = [...new Set(names.map((name) => name.split("_")[0]))].join("|");
  const steps = names.flatMap((name) =>
    Object.keys(PROBLEMS)
      .filter(isCode)
      .flatMap((code) => nextStep(name, { code, extra: {} }) ?? []),
  );
  const reasons = operations.flatMap(({ notUndoable, description }) => [notUndoable ?? "", description]);
  const named = [...steps, ...reasons].flatMap((text) => text.match(new RegExp(`\\b(?:${areas})_[a-z_]+`, "g")) ?? []);

  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((name) => !names.includes(name) && !ARGUMENTS.has(name))).toEqual([]);
});

/** Words that begin as operations do. */
const ARGUMENTS: ReadonlySet<string> = new Set(
  operations.flatMap(({ input, name }) => [
    ...Object.keys(input.properties),
    ...(name === "analytics_report" ? ((input.properties.report as { enum?: string[] }).enum ?? []) : []),
  ]),
);

describe("over MCP and HTTP, a refusal names the next call", () => {
  let shop: Shop;
  let order: string;
  let paid: string;
  let reader: string;
  let change: string;
  let once: object;
  let used: object;
  beforeAll(async () => {
    shop = await openShop();
    reader = await keyFor(shop, "orders:read");
    await shop.product({ name: "Lamp", slug: "lamp", variants: [{ sku: "LAMP", inventory_quantity: 5 }] });
    await call(shop, "products_save", {
      name: "Robe",
      slug: "robe",
      price: 20,
      options: [{ name: "Size", values: ["S", "M"] }],
    });
    await call(shop, "categories_save", { name: "Rugs", slug: "rugs" });
    await call(shop, "promotions_save", { title: "A", code: "A", discount_type: "percentage", discount_value: 5 });
    await call(shop, "customers_save", { full_name: "Amina", email: "amina@example.dz" });
    order = (await call(shop, "orders_create", { items: [{ item: "LAMP", quantity: 1 }], ...BUYER })).data.order_number;
    change = (await call(shop, "orders_confirm", { order })).data.change_id;
    paid = (await call(shop, "orders_create", { items: [{ item: "LAMP", quantity: 1 }], ...BUYER })).data.order_number;
    await call(shop, "orders_set_payment_status", { order: paid, payment_status: "paid" });
    for (const tool of ["orders_confirm", "orders_ship"]) await call(shop, tool, { order: paid });
    once = { order, text: "A gift", idempotency_key: "one" };
    await call(shop, "orders_add_note", once);
    await call(shop, "carriers_save", { name: "Yalidine" }); // a store without carriers takes any name
    const draft = { products: ["robe"], status: "active" };
    const { confirm_token } = (await call(shop, "products_set_status", { ...draft, dry_run: true })).data;
    used = { ...draft, confirm_token };
    await call(shop, "products_set_status", used);
  });
  const BUYER = { customer_name: "Karim", customer_phone: "0550 12 34 56" };
  const LONG_AGO = "2020-01-01T00:00:00.000Z";
  const none = "no-such-thing";

  // biome-ignore format: a table
  const REFUSALS: [code: string, operation: string, args: () => object, named: string[]][] = [
    ["product_not_found", "products_get", () => ({ product: none }), ["products_search"]],
    ["product_not_found", "orders_search", () => ({ item: none }), ["products_search"]],
    ["variant_not_found", "inventory_adjust", () => ({ changes: [{ variant: none, by: 1 }] }), ["products_get"]],
    ["variant_required", "inventory_adjust", () => ({ changes: [{ variant: "robe", by: 1 }] }), ["products_get"]],
    ["category_not_found", "categories_save", () => ({ category: none }), ["categories_list"]],
    ["collection_not_found", "collections_save", () => ({ collection: none }), ["collections_search"]],
    ["order_not_found", "orders_ship", () => ({ order: none }), ["orders_search"]],
    ["order_not_found", "orders_return", () => ({ order: none, reason: "refused" }), ["orders_search"]],
    ["carrier_not_found", "parcels_export", () => ({ carrier: none }), ["carriers_list", "carriers_save"]],
    ["carrier_not_found", "carriers_save", () => ({ carrier: none }), ["carriers_list"]],
    ["customer_not_found", "customers_get", () => ({ customer: none }), ["customers_search"]],
    ["promotion_not_found", "promotions_save", () => ({ promotion: none }), ["promotions_search"]],
    ["page_not_found", "content_get", () => ({ kind: "page", slug: none }), ["content_search"]],
    ["post_not_found", "content_get", () => ({ kind: "post", slug: none }), ["content_search"]],
    ["menu_not_found", "menus_get", () => ({ handle: none }), ["menus_get"]],
    ["key_not_found", "api_keys_revoke", () => ({ key: none }), ["api_keys_list"]],
    ["change_not_found", "changes_list", () => ({ change: none }), ["changes_list"]],
    ["change_not_found", "changes_undo", () => ({ changes: [none] }), ["changes_list"]],
    ["not_undoable", "changes_undo", () => ({ changes: [change] }), ["changes_list"]],
    ["stale", "orders_update", () => ({ order, carrier: "X", expected_updated_at: LONG_AGO }), ["orders_get"]],
    ["stale", "products_save", () => ({ product: "lamp", price: 5, expected_updated_at: LONG_AGO }), ["products_get"]],
    ["stale", "categories_save", () => ({ category: "rugs", name: "R", expected_updated_at: LONG_AGO }), ["categories_list"]],
    ["stale", "store_update", () => ({ name: "S", expected_updated_at: LONG_AGO }), ["store_get"]],
    ["slug_taken", "products_save", () => ({ name: "L", price: 5, slug: "lamp" }), ["products_get"]],
    ["code_taken", "promotions_save", () => ({ title: "A", code: "a", discount_type: "percentage", discount_value: 5 }), ["promotions_search"]],
    ["email_taken", "customers_save", () => ({ full_name: "A", email: "amina@example.dz" }), ["customers_search"]],
    ["confirmation_required", "catalog_delete", () => ({ kind: "product", item: "lamp" }), []],
    ["confirmation_required", "catalog_delete", () => ({ kind: "product", item: "lamp", confirm_token: "x.y" }), []],
    ["confirm_token_used", "products_set_status", () => used, ["changes_list"]],
    ["idempotency_key_reused", "orders_add_note", () => ({ ...once, text: "Another" }), []],
    ["illegal_order_move", "orders_mark_delivered", () => ({ order }), ["orders_get"]],
    ["amount_not_collectable", "orders_mark_delivered", () => ({ order: paid, collected_amount: 0 }), ["orders_set_payment_status"]],
    ["illegal_order_move", "orders_set_payment_status", () => ({ order, payment_status: "refunded" }), ["orders_get", "orders_set_payment_status"]],
    ["insufficient_stock", "orders_update", () => ({ order, items: [{ line: "LAMP", quantity: 90 }] }), ["inventory_search", "inventory_adjust"]],
    ["insufficient_stock", "inventory_adjust", () => ({ changes: [{ variant: "LAMP", by: -90 }] }), ["inventory_search"]],
    ["cart_empty", "orders_update", () => ({ order, items: [{ line: "LAMP", quantity: 0 }] }), ["products_search"]],
    ["coupon_not_applicable", "orders_create", () => ({ items: [{ item: "LAMP", quantity: 1 }], ...BUYER, coupon_code: none }), ["promotions_check"]],
    ["invalid_value", "orders_ship", () => ({ order, surprise: 1 }), []],
  ];

  test.each(REFUSALS)("%s of %s", async (code, operation, args, named) => {
    const { problem, text } = await call(shop, operation, args());
    const { body } = await post(shop, operation, args());

    expect([problem?.code, body.code]).toEqual([code, code]);
    expect(text).toMatch(/Next: .+\.$/);
    expect(text).toContain(`Next: ${body.next}`);
    expect(operationsIn(body.next)).toEqual(expect.arrayContaining(named));
  });

  test("insufficient_scope, of an operation and of an argument: the scope and who makes a key with it", async () => {
    for (const [operation, args, scope] of [
      ["orders_confirm", { order }, "orders:desk"],
      ["orders_search", { customer: "0550 12 34 56" }, "customers:read"],
    ] as const) {
      const { problem, text } = await call(shop, operation, args, reader);
      const { body } = await post({ secret_key: reader }, operation, args);
      expect([problem?.code, body.code]).toEqual(["insufficient_scope", "insufficient_scope"]);
      for (const told of [text, `${body.detail} ${body.next}`]) {
        expect(told).toContain(scope);
        expect(told).toContain("api_keys_create");
      }
    }
  });

  test("an order of orders_move that does not exist: the search", async () => {
    const args = { to: "shipped", orders: [none], dry_run: true };
    const { data } = await call(shop, "orders_move", args);
    expect(data.results[0].problem.detail).toContain("orders_search");
  });
});
