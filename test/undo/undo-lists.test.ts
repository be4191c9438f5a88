import { beforeEach, describe, expect, test } from "vitest";
import { type Json, rowsForOwner } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { expectInvariants } from "../support/selling.ts";
import { Merchant } from "./merchant.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.open();
  await merchant.shop.product({ sku: "LAMPE", slug: "lampe", stock: 10 });
});

const add = (units: number) => merchant.change("inventory_adjust", { changes: [{ variant: "LAMPE", by: units }] });
const stock = () => merchant.stockOf("LAMPE");
const NOTE = { customer_name: "Karim", customer_phone: "0550 12 34 56" };

describe("a change that an undo brought back", () => {
  const back = async () => {
    const change = await add(5);
    const first = await merchant.undo(change);
    return { change, first, second: await merchant.undo(first) };
  };

  test.each([
    ["itself and the last undo", ["change", "second"]],
    ["itself and the first undo", ["change", "first"]],
    ["all three", ["second", "change", "first"]],
    ["the last undo", ["second"]],
  ] as const)("is undone by a list of %s", async (_, names) => {
    const made = await back();
    expect(await stock()).toBe(15);
    await merchant.undo(...names.map((name) => made[name]));
    expect(await stock()).toBe(10);
    await expectInvariants(merchant.shop);
  });

  test("is not undone alone: the refusal names the undo that brought it back", async () => {
    const { change, second } = await back();
    const { problem } = await merchant.tryUndo([change]);
    expect(problem).toMatchObject({ code: "not_undoable", detail: expect.stringContaining(`undo ${second}`) });
    expect(await stock()).toBe(15);
  });

  test("is shown as undone by the last undo, which brings it back", async () => {
    const { change, first, second } = await back();
    const third = await merchant.undo(second);
    const { data } = await merchant.do("changes_list", { response_format: "detailed" });
    const undoneBy = Object.fromEntries(data.map((row: Json) => [row.change_id, row.undone_by]));
    expect(undoneBy).toMatchObject({ [change]: third, [second]: third, [first]: null });
    expect((await merchant.tryUndo([change, second])).problem).toMatchObject({
      code: "not_undoable",
      detail: expect.stringContaining(`undone already by ${third}`),
    });
  });
});

test("changes that changed nothing together are refused, and can still be undone each", async () => {
  const page = { kind: "page", slug: "soldes", title: "Soldes" };
  const [five, minusFive] = [await add(5), await add(-5)];
  const [there, back] = [
    await merchant.updateProduct("lampe", { vendor: "B" }),
    await merchant.updateProduct("lampe", { vendor: null }),
  ];
  const saved = await merchant.change("content_save", page);
  const deleted = await merchant.change("content_delete", { kind: "page", slug: "soldes" });

  for (const changes of [
    [five, minusFive],
    [saved, deleted],
    [there, back],
    [five, minusFive, saved, deleted],
  ]) {
    const { problem } = await merchant.tryUndo(changes);
    expect(problem).toMatchObject({ code: "not_undoable", detail: expect.stringContaining("nothing to put back") });
  }
  expect(await stock()).toBe(10);

  await merchant.undo(five);
  await merchant.undo(back);
  await merchant.undo(deleted);
  expect(await stock()).toBe(5);
  expect((await merchant.do("content_get", { kind: "page", slug: "soldes" })).title).toBe("Soldes");
  await expectInvariants(merchant.shop);
});

test("so are those of a product that a shopper put into a cart meanwhile", async () => {
  const made = await merchant.createProduct({ name: "Vase", slug: "vase", sku: "VASE", inventory_quantity: 5 });
  const { body: product } = await merchant.shop.get("/products/vase");
  const { body: cart } = await merchant.shop.post("/cart", {});
  expect((await merchant.shop.post(`/cart/${cart.id}/items`, { product_id: product.id, quantity: 1 })).status).toBe(
    200,
  );
  const gone = await merchant.delete("product", "vase");

  const { problem } = await merchant.tryUndo([made, gone]);
  expect(problem).toMatchObject({ code: "not_undoable", detail: expect.stringContaining("nothing to put back") });
});

test("a conflict beside changes that changed nothing together is named", async () => {
  const renamed = await merchant.updateProduct("lampe", { name: "Lampe B" });
  await merchant.updateProduct("lampe", { name: "Lampe C" });
  const saved = await merchant.change("content_save", { kind: "page", slug: "soldes", title: "Soldes" });
  const deleted = await merchant.delete("page", "soldes");
  const changes = [renamed, saved, deleted];

  expect(await merchant.refusalOf(...changes)).toEqual(["undo_conflict", "product lampe, name, changed since"]);
  expect((await merchant.tryUndo(changes, { skip_changed: true })).problem).toMatchObject({
    code: "not_undoable",
    detail: expect.stringContaining("what can be undone of these changes left everything as it was"),
  });
});

test("a whole page of changes goes back to the state before all of them", async () => {
  const [five, three] = [await add(5), await add(3)];
  const undo = await merchant.undo(three);
  await add(2);
  await merchant.undo(await merchant.undo(undo), five);
  expect(await stock()).toBe(12);
  await merchant.updateProduct("lampe", { vendor: "Aurès" });

  const { data } = await merchant.do("changes_list", {});
  const page = data.map(({ change_id }: { change_id: string }) => change_id);
  await merchant.undo(...page);
  expect(await stock()).toBe(10);
  await expectInvariants(merchant.shop);
  expect(await merchant.refusalOf(...page)).toEqual(["not_undoable"]);
});

test("a list that would bring a change back is refused", async () => {
  const [five, three] = [await add(5), await add(3)];
  const first = await merchant.undo(five);
  const second = await merchant.undo(first, three);
  expect(await stock()).toBe(15);

  const page = [five, three, first, second];
  const { problem } = await merchant.tryUndo(page);
  expect(problem).toMatchObject({ code: "not_undoable", detail: expect.stringContaining("in effect again") });
  expect(await merchant.undoPartly(...page)).toEqual([expect.stringContaining(`change ${three}, would be in effect`)]);
  expect(await stock()).toBe(13);
});

test("changes that cannot be undone are refused, or left out and named", async () => {
  const five = await add(5);
  const order = await merchant.change("orders_create", { items: [{ item: "LAMPE", quantity: 1 }], ...NOTE });
  const old = await add(1);
  await rowsForOwner("delete from row_images where site_id = $1 and change_id = $2", [merchant.shop.id, old]);

  expect(await merchant.refusalOf(five, order)).toEqual(["not_undoable"]);
  expect(await merchant.refusalOf(five, old)).toEqual(["not_undoable"]);
  expect(await stock()).toBe(15);
  const left = await merchant.undoPartly(five, order, old);
  expect(left).toHaveLength(2);
  expect(left).toContainEqual(expect.stringContaining(`change ${order}, is by orders_create`));
  expect(left).toContainEqual(expect.stringContaining(`change ${old}, can no longer be undone`));
  expect(await stock()).toBe(10);
});

test("a change of which nothing was put back is not marked undone", async () => {
  await merchant.shop.product({ slug: "vase" });
  const lampe = await merchant.updateProduct("lampe", { vendor: "X" });
  const vase = await merchant.updateProduct("vase", { vendor: "X" });
  await merchant.updateProduct("vase", { vendor: "Y" });

  const { data, text } = await merchant.tryUndo([lampe, vase], { skip_changed: true });
  expect(text).toMatch(/^Undid products_save by [^,]*: 1 thing put back\. Not undone: 1 thing; conflicts says why\./);
  expect(data.undone.map(({ change_id, rows }: { change_id: string; rows: number }) => [change_id, rows])).toEqual([
    [vase, 0],
    [lampe, 1],
  ]);
  await merchant.updateProduct("vase", { vendor: "X" });
  await merchant.undo(vase);

  const alone = await merchant.updateProduct("vase", { vendor: "Z" });
  await merchant.updateProduct("vase", { vendor: "Y" });
  const nothing = await merchant.tryUndo([alone], { skip_changed: true });
  expect(nothing.data.change_id).toBeUndefined();
  expect(nothing.data.undone).toEqual([{ change_id: alone, operation: "products_save", rows: 0 }]);
});

test("a dry run says what would be undone, and what would stay", async () => {
  await merchant.shop.product({ slug: "vase" });
  const lampe = await merchant.updateProduct("lampe", { vendor: "X" });
  const vase = await merchant.updateProduct("vase", { vendor: "X" });
  await merchant.updateProduct("vase", { vendor: "Y" });

  const dry = await merchant.tryUndo([lampe, vase], { skip_changed: true, dry_run: true });
  const done = await merchant.tryUndo([lampe, vase], { skip_changed: true });
  const { undone, conflicts } = done.data;
  expect(conflicts).toEqual([{ entity: "product", label: "vase", fields: ["vendor"], reason: "changed since" }]);
  expect(dry.data).toMatchObject({ dry_run: true, changes_count: 1, undone, conflicts });
});

test("the sentence of an undo says what it undid", async () => {
  const undo = await merchant.undo(await add(5));
  await merchant.undo(await merchant.updateProduct("lampe", { vendor: "X" }), undo);

  const { data } = await merchant.do("changes_list", { operation: "changes_undo" });
  const did = data.map(({ sentence }: { sentence: string }) => sentence.replace(/^.*?changes_undo: /, ""));
  expect(did).toEqual([
    expect.stringMatching(/^undid 2 changes by products_save, changes_undo: .*vendor of lampe X → none/),
    "undid inventory_adjust: inventory quantity of lampe LAMPE 15 → 10.",
  ]);
});

test("an undo of rows of several areas needs the write scope of each", async () => {
  const keyWith = async (...scopes: string[]) => (await merchant.do("api_keys_create", { name: "K", scopes })).key;
  const customer = await merchant.change("customers_save", { full_name: "Nadia", email: "nadia@example.dz" });
  const undo = await merchant.undo(customer, await add(5));
  const undoBy = async (key: string) => (await call(merchant.shop, "changes_undo", { changes: [undo] }, key)).problem;

  const weak = await keyWith("settings:write");
  expect((await undoBy(weak))?.code).toBe("insufficient_scope");
  expect((await undoBy(await keyWith("settings:write", "catalog:write")))?.detail).toContain("customers:write");
  expect(await stock()).toBe(10);
  expect(await undoBy(await keyWith("catalog:write", "customers:write"))).toBeUndefined();
  expect(await stock()).toBe(15);
});

test("more than 100,000 rows are refused before they are read", async () => {
  const change = await add(5);
  await rowsForOwner(
    `insert into row_images (site_id, change_id, position, table_name, row_key, before, created_at)
     select $1, $2, i, 'menus', i, '{}', now() from generate_series(1, 100000) i`,
    [merchant.shop.id, change],
  );
  const { problem } = await merchant.tryUndo([change, await add(1)]);
  expect(problem).toMatchObject({ code: "invalid_value", detail: expect.stringContaining("undo fewer") });
  expect(await stock()).toBe(16);
});

test("no change at all is refused, and a conflict says where to look", async () => {
  expect((await merchant.tryUndo([])).problem).toMatchObject({ code: "invalid_value", errors: [{ path: "changes" }] });
  const change = await merchant.updateProduct("lampe", { vendor: "X" });
  await merchant.updateProduct("lampe", { vendor: "Y" });
  const { problem, text } = await merchant.tryUndo([change]);
  expect([problem?.code, text]).toEqual(["undo_conflict", expect.stringContaining("changes_list with of:")]);
  expect((await merchant.do("changes_list", { of: "lampe" })).data[0].sentence).toContain("vendor of lampe X → Y");
});

test("last is the last change that is no undo, so that a retry undoes nothing", async () => {
  await add(5);
  await merchant.undo("last");
  expect(await merchant.refusalOf("last")).toEqual(["not_undoable"]);
  expect(await stock()).toBe(10);
});
