import { describe, expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { listed, newKey, promotion } from "../changes.ts";

test("a call is a sentence: who, what, when by the clock of the shop, and how many", async () => {
  const shop = await openShop();
  for (const slug of ["kilim", "tapis", "theiere", "vase"]) await shop.product({ slug, price: 100_000 });
  const { key } = await newKey(shop, "Agent Deux");
  const change = await at("2026-03-10T10:00:00Z", () =>
    runTool(shop, "prices_bulk_update", { all: true, percent: 7 }, key),
  );

  expect((await listed(shop)).data).toEqual([
    {
      change_id: change.change_id,
      sentence: expect.stringMatching(
        /^2026-03-10 11:00 Agent Deux, prices_bulk_update: changed 4 products: (price of \w+ Default 1000 → 1070(; )?){3} and others\.$/,
      ),
    },
  ]);
  expect((await listed(shop, { response_format: "detailed" })).data[0]).toMatchObject({
    actor: "key Agent Deux",
    operation: "prices_bulk_update",
    area: expect.any(String),
    not_undoable: null,
    undone_by: null,
  });
});

test("narrows by key, operation, time and thing, together too, in one store only", async () => {
  const shop = await openShop();
  const { key, id: keyId, prefix } = await newKey(shop, "Agent Deux");
  const first = await at("2026-03-09T22:59:59.999Z", () => promotion(shop, "First", { code: "FIRST" }));
  await at("2026-03-09T23:00:00Z", () => promotion(shop, "Second", {}, key));
  await at("2026-03-10T23:00:00Z", () => runTool(shop, "store_update", { name: "New name" }));
  await at("2026-03-10T23:00:00Z", () =>
    runConfirmedTool(shop, "catalog_delete", { kind: "promotion", item: "FIRST" }, key),
  );
  const other = await openShop();
  const count = async (args: object, of: Shop = shop) => {
    const { data, total } = await listed(of, args);
    expect(total).toBe(data.length);
    return total;
  };

  expect(await count({})).toBe(4);
  expect(await count({ operation: "promotions_save" })).toBe(2);
  expect(await count({ actor: "agent DEUX " })).toBe(2);
  expect(await count({ actor: prefix })).toBe(2);
  expect(await count({ actor: keyId, operation: "catalog_delete" })).toBe(1);
  expect(await count({ actor: "nobody" })).toBe(0);
  expect(await count({ from: "2026-03-10", to: "2026-03-10" })).toBe(1);
  expect(await count({ to: "2026-03-09" })).toBe(1);
  expect(await count({ from: "2026-03-11", actor: keyId })).toBe(1);
  expect(await count({ of: first.id })).toBe(2);
  expect(await count({ of: " first " })).toBe(2);
  expect(await count({ of: "First" })).toBe(2);
  expect(await count({ of: "FIRST", actor: keyId })).toBe(1);
  expect(await count({ of: "FIRST", operation: "promotions_save" })).toBe(1);
  expect(await count({ of: "FIRST", from: "2026-03-10" })).toBe(1);
  expect(await count({ of: "FIRST", to: "2026-03-09" })).toBe(1);
  expect(await count({}, other)).toBe(0);
  expect(await count({ of: first.id }, other)).toBe(0);
  expect((await refused(other, "changes_list", { change: first.change_id }))?.code).toBe("change_not_found");
  expect((await refused(shop, "changes_list", { change: "made up" }))?.code).toBe("change_not_found");
  expect((await refused(shop, "changes_list", { from: "soon" }))?.errors[0]?.path).toBe("from");
  expect((await refused(shop, "changes_list", { change: first.change_id, of: "FIRST" }))?.errors[0]?.path).toBe("of");
});

test("says whether a call can be undone, and by which change it was", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ slug: "vase", price: 1000 });
  const raised = await runTool(shop, "products_save", { product: "vase", price: 12 });
  const placed = await runTool(shop, "orders_create", {
    items: [{ item: id, quantity: 1 }],
    customer_name: "A",
    customer_phone: "0550123456",
  });
  const undo = await runTool(shop, "changes_undo", { changes: [raised.change_id] });
  const states = async () => {
    const { data } = await listed(shop);
    return data.map(({ change_id, not_undoable, undone_by }: Record<string, unknown>) => [
      change_id,
      not_undoable ?? undone_by,
    ]);
  };

  expect(await states()).toEqual([
    [undo.change_id, undefined],
    [placed.change_id, expect.stringContaining("orders_cancel")],
    [raised.change_id, undo.change_id],
  ]);
  const again = await runTool(shop, "changes_undo", { changes: [undo.change_id] });
  expect((await states()).slice(0, 2)).toEqual([
    [again.change_id, undefined],
    [undo.change_id, again.change_id],
  ]);
  expect((await states()).at(-1)).toEqual([raised.change_id, undefined]);

  await shop.transact((db) => db.run(sql`delete from row_images where site_id = ${shop.id}`));
  expect((await states())[0]).toEqual([again.change_id, expect.stringContaining("not kept any more")]);
});

describe("the price of a SKU", () => {
  const history = async (shop: Shop, of: string) =>
    (await listed(shop, { of })).data.map(({ sentence }: { sentence: string }) => sentence);

  test("is one call: who, when, from what to what, also of a bulk change, and after the SKU changed", async () => {
    const shop = await openShop();
    const { key } = await newKey(shop, "Agent Deux");
    const sizes = ["1", "2"].map((T) => ({ option_values: { T }, sku: `R-${T}` }));
    await shop.product({ slug: "robe", price: 250_000, options: [{ name: "T", values: ["1", "2"] }], variants: sizes });
    await shop.product({ slug: "vase", sku: "VASE", price: 250_000 });
    const { variants } = await runTool(shop, "products_get", { product: "robe" });
    const [one, two] = variants.map(({ id }: { id: string }) => id);
    const change = await at("2026-03-10T10:00:00Z", () =>
      runTool(shop, "prices_bulk_update", { all: true, amount: 200 }, key),
    );
    await at("2026-03-11T10:00:00Z", () =>
      runTool(shop, "products_save", { product: "robe", variants: [{ id: two, price: 3000 }] }),
    );
    await at("2026-03-12T10:00:00Z", () =>
      runTool(shop, "products_save", { product: "robe", variants: [{ id: one, sku: "N-1" }] }),
    );

    const { data, total } = await listed(shop, { of: "N-1" });
    expect([data.length, total]).toEqual([2, 2]);
    expect(data[1]).toEqual({
      change_id: change.change_id,
      created_at: "2026-03-10T10:00:00.000Z",
      actor: "key Agent Deux",
      operation: "prices_bulk_update",
      sentence: "2026-03-10 11:00 Agent Deux, prices_bulk_update: price of N-1 2500 → 2700.",
      before: { variants: [{ id: one, title: "1", price: 2500 }] },
      after: { variants: [{ id: one, title: "1", price: 2700 }] },
    });
    expect(data[0].sentence).toMatch(/sku of N-1 R-1 → N-1/);
    expect(await history(shop, "R-2")).toEqual([
      "2026-03-11 11:00 First secret key, products_save: price of R-2 2700 → 3000.",
      "2026-03-10 11:00 Agent Deux, prices_bulk_update: price of R-2 2500 → 2700.",
    ]);
    expect(await history(shop, two)).toHaveLength(2);
    expect(await history(shop, "VASE")).toEqual([
      "2026-03-10 11:00 Agent Deux, prices_bulk_update: price of VASE 2500 → 2700.",
    ]);
    expect(await history(shop, "R-1"), "a former SKU").toEqual(
      data.map(({ sentence }: { sentence: string }) => sentence),
    );
    expect(await history(shop, "robe")).toHaveLength(3);
  });

  test("stays found when the variant or its product is deleted", async () => {
    const shop = await openShop();
    const sizes = ["1", "2"].map((T) => ({ option_values: { T }, sku: `R-${T}` }));
    await shop.product({ slug: "robe", price: 1000, options: [{ name: "T", values: ["1", "2"] }], variants: sizes });
    await shop.product({ slug: "vase", sku: "VASE 2", price: 1000 });
    await runTool(shop, "inventory_adjust", { changes: [{ variant: "R-1", by: 2 }] });
    await runTool(shop, "inventory_adjust", { changes: [{ variant: "VASE 2", by: 2 }] });
    await runTool(shop, "products_save", { product: "robe", price: 12 });
    const about = async (of: string) =>
      (await listed(shop, { of })).data.map(({ operation }: { operation: string }) => operation);

    expect(await about("R-1")).toEqual(["products_save", "inventory_adjust"]);
    expect(await about("vase 2")).toEqual(["inventory_adjust"]);
    await runTool(shop, "products_save", { product: "robe", remove_variants: ["R-1"] });
    expect(await about("R-1")).toEqual(["products_save", "products_save", "inventory_adjust"]);
    expect(await about("R-2"), "the option lost a value").toEqual(["products_save", "products_save"]);
    expect(await about("robe")).toEqual(["products_save", "products_save", "inventory_adjust"]);
    await runConfirmedTool(shop, "catalog_delete", { kind: "product", item: "vase" });
    expect(await about("vase 2")).toEqual(["catalog_delete", "inventory_adjust"]);
    expect(await about("vase")).toEqual(["catalog_delete", "inventory_adjust"]);
    expect(await about("R-")).toEqual([]);
  });
});

test("a product is meant by its id, slug, former slug or name, with its variants' entries", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ slug: "vase", name: "Vase bleu d'Alger", sku: "VASE", status: "draft" });
  await shop.product({ slug: "vase-bleu-clair", name: "Vase bleu clair", sku: "CLAIR" });
  await runTool(shop, "inventory_adjust", { changes: [{ variant: "VASE", by: 2 }] });
  await runTool(shop, "products_save", { product: "vase", slug: "grand-vase" });
  await runTool(shop, "products_save", { product: "grand-vase", price: 12 });
  await runTool(shop, "inventory_adjust", { changes: [{ variant: "CLAIR", by: 2 }] });
  const total = async (of: string) => (await listed(shop, { of })).total;

  for (const of of [id, "vase", "grand-vase", "VASE BLEU D'ALGER", "VASE"])
    expect([of, await total(of)]).toEqual([of, 3]);
  expect(await total("Vase bleu clair")).toBe(1);
  expect(await total("vase bleu"), "both have these words").toBe(4);
  expect(await total("Vase rouge")).toBe(0);
  expect(await total(" ")).toBe(0);
});

test("an order is meant by its number, a customer by id, e-mail or phone, and other things by their names", async () => {
  const shop = await openShop();
  const { id: product } = await shop.product({ slug: "vase" });
  const customer = await runTool(shop, "customers_save", {
    full_name: "Amina",
    email: "amina@example.dz",
    phone: "0550123456",
  });
  await runTool(shop, "customers_save", { customer: customer.id, full_name: "Amina B" });
  const order = await runTool(shop, "orders_create", {
    items: [{ item: product, quantity: 1 }],
    customer_name: "A",
    customer_phone: "0550 12 34 56",
  });
  const guest = await runTool(shop, "orders_create", {
    items: [{ item: product, quantity: 1 }],
    customer_name: "B",
    customer_phone: "0661000000",
  });
  await runTool(shop, "orders_confirm", { order: order.order_number });
  await runTool(shop, "categories_save", { name: "Vases", slug: "vases" });
  await runTool(shop, "categories_save", { category: "vases", slug: "ceramique" });
  await runTool(shop, "content_save", { kind: "page", title: "Retours", slug: "retours" });
  const operations = async (of: string) =>
    (await listed(shop, { of })).data.map(({ operation }: { operation: string }) => operation);

  expect(await operations(order.order_number)).toEqual(["orders_confirm", "orders_create"]);
  expect(await operations(guest.order_number.toLowerCase())).toEqual(["orders_create"]);
  const hers = ["orders_confirm", "orders_create", "customers_save", "customers_save"];
  for (const of of [customer.id, "AMINA@example.dz", "+213 550 12 34 56"]) expect(await operations(of)).toEqual(hers);
  expect(await operations("0661 00 00 00")).toEqual(["orders_create"]);
  expect(await operations("ceramique")).toEqual(["categories_save", "categories_save"]);
  expect(await operations("vases")).toEqual(["categories_save", "categories_save"]);
  expect(await operations("retours")).toEqual(["content_save"]);
});

test("a customer is meant by a former number or e-mail, too, and a number that is not blocked any more", async () => {
  const shop = await openShop();
  const { id: customer } = await runTool(shop, "customers_save", {
    full_name: "Amina",
    email: "amina@example.dz",
    phone: "0550123456",
  });
  await runTool(shop, "customers_save", { customer, email: "ami@example.dz", phone: "0661000000" });
  await runTool(shop, "blocked_phones_save", { phones: ["0770 11 22 33"] });
  await runTool(shop, "blocked_phones_save", { phones: ["0770 11 22 33"], is_blocked: false });
  const { key } = await runTool(shop, "api_keys_create", { name: "K", scopes: ["settings:read"] });
  const count = async (of: string, by?: string) => (await runTool(shop, "changes_list", { of }, by)).total;

  for (const of of ["Amina@example.dz", "ami@example.dz", "0550 12 34 56", "0770 11 22 33"]) {
    expect([of, await count(of), await count(of, key)]).toEqual([of, 2, 0]);
  }
});

test("one call shows every row before and after, with the values about people that are kept", async () => {
  const shop = await openShop();
  const { id: product } = await shop.product({ slug: "vase" });
  const customer = await runTool(shop, "customers_save", { full_name: "Amina", email: "amina@example.dz" });
  const { change_id } = await runTool(shop, "customers_save", { customer: customer.id, email: "a.b@example.dz" });
  const order = await runTool(shop, "orders_create", {
    items: [{ item: product, quantity: 1 }],
    customer_name: "Karim",
    customer_phone: "0550123456",
  });
  const moved = await runTool(shop, "orders_update", {
    order: order.order_number,
    customer_name: "Karima",
    carrier: "Y",
  });
  const noted = await runTool(shop, "orders_add_note", { order: order.order_number, text: "Appeler le soir" });
  const rowsOf = async (change: string) => (await listed(shop, { change })).data;

  const shown = await listed(shop, { change: change_id });
  expect(shown).toMatchObject({ change: { change_id, operation: "customers_save" }, total: 1, next_cursor: null });
  expect(shown.data).toEqual([
    {
      entity: "customer",
      id: customer.id,
      label: customer.id,
      sentence: `email of ${customer.id} amina@example.dz → a.b@example.dz`,
      before: { email: "amina@example.dz" },
      after: { email: "a.b@example.dz" },
    },
  ]);
  expect(await rowsOf(customer.change_id)).toMatchObject([
    { after: { email: "amina@example.dz", full_name: "Amina" } },
  ]);
  expect(await rowsOf(moved.change_id)).toMatchObject([
    { before: { customer_name: "Karim", carrier: null }, after: { customer_name: "Karima", carrier: "Y" } },
  ]);
  expect(await rowsOf(noted.change_id)).toMatchObject([
    { before: { notes: [] }, after: { notes: [{ text: "Appeler le soir" }] } },
  ]);
  expect(JSON.stringify(await listed(shop, { of: customer.id }))).not.toContain("a.b@example.dz");
  const undo = await runTool(shop, "changes_undo", { changes: [noted.change_id] });
  expect(await rowsOf(undo.change_id)).toMatchObject([{ before: { notes: [{ text: "Appeler le soir" }] } }]);

  await shop.transact((db) => db.run(sql`delete from row_images where site_id = ${shop.id}`));
  expect(await rowsOf(change_id)).toMatchObject([{ before: { email: "(personal)" }, after: { email: "(personal)" } }]);
  expect(await rowsOf(undo.change_id)).toMatchObject([{ before: { notes: "(personal)" } }]);
});

test("long values stand only in detailed answers", async () => {
  const shop = await openShop();
  await shop.product({ slug: "vase" });
  const description = "Terre cuite. ".repeat(100);
  const { change_id } = await runTool(shop, "products_save", { product: "vase", description, vendor: "Atelier" });

  for (const args of [{ of: "vase" }, { change: change_id }]) {
    const [brief] = (await listed(shop, args)).data;
    expect(brief.after).toEqual({ description: "(long)", vendor: "Atelier" });
    expect(brief.sentence).toMatch(/description of vase changed; vendor of vase none → Atelier/);
    const [whole] = (await listed(shop, { ...args, response_format: "detailed" })).data;
    expect(whole.after.description).toBe(description);
  }
});

test("of one call, the things of areas that the key may not read are left out", async () => {
  const shop = await openShop();
  const { id: item } = await shop.product({ slug: "vase" });
  const person = { customer_name: "Amina", customer_phone: "0550123456" };
  const { order_number } = await runTool(shop, "orders_create", { items: [{ item, quantity: 1 }], ...person });
  await runTool(shop, "customers_save", { full_name: "Amina", email: "amina@example.dz", phone: "0550123456" });
  const { change_id } = await runConfirmedTool(shop, "customers_erase", { customer: "amina@example.dz" });
  const shownTo = async (...scopes: string[]) => {
    const { key } = await runTool(shop, "api_keys_create", { name: scopes.join(), scopes });
    const { data, total } = await runTool(shop, "changes_list", { change: change_id }, key);
    expect(total).toBe(data.length);
    return data.map(({ entity, label }: { entity: string; label: string }) => (entity === "order" ? label : entity));
  };

  expect(await shownTo("customers:read")).toEqual(["customer"]);
  expect(await shownTo("customers:read", "orders:read")).toEqual(["customer", order_number]);
});

test("a call of an area that the key may not read is not found", async () => {
  const shop = await openShop();
  await shop.product({ slug: "vase" });
  const { change_id } = await runTool(shop, "products_save", { product: "vase", name: "Vase bleu" });
  const { key } = await runTool(shop, "api_keys_create", { name: "Caisse", scopes: ["orders:read"] });

  expect(await refused(shop, "changes_list", { change: change_id }, key)).toMatchObject({ code: "change_not_found" });
});
