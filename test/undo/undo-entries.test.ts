import { beforeEach, expect, test } from "vitest";
import type { Json } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";
import { Merchant } from "./merchant.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.open();
});

/** What the log says of a change, without the time and the key. */
async function logged(change: string): Promise<string> {
  const { data } = await merchant.do("changes_list", {});
  return data.find(({ change_id }: Json) => change_id === change).sentence.replace(/^.*?: /, "");
}

test("an undo of a note changes its order", async () => {
  const { id } = await merchant.shop.product({ sku: "LAMPE", stock: 10 });
  const { order_number } = await ordered(merchant.shop, [{ product_id: id, quantity: 1 }]);
  const note = await merchant.change("orders_add_note", { order: order_number, text: "Rappeler" });
  const details = await merchant.change("orders_update", { order: order_number, customer_wilaya: "Oran" });
  const dry = await merchant.do("changes_undo", { changes: [note, details], dry_run: true });
  expect(dry.changes).toHaveLength(1);
  expect(dry.changes[0]).toMatchObject({
    entity: "order",
    before: { notes: [{ text: "Rappeler" }], customer_wilaya: "Oran" },
    after: { notes: [] },
  });
  expect(dry.changes[0].before).not.toHaveProperty("wilaya_code");

  const undo = await merchant.undo(note, details);
  expect(await logged(undo)).toBe(
    `undid 2 changes by orders_update, orders_add_note: customer wilaya of ${order_number} (personal) → none; notes of ${order_number} changed.`,
  );
});

test("an undo of many calls of one kind says so once", async () => {
  await merchant.shop.product({ slug: "lampe" });
  const changes: string[] = [];
  for (let i = 0; i < 10; i++) changes.push(await merchant.updateProduct("lampe", { vendor: `V${i}` }));

  const { text } = await call(merchant.shop, "changes_undo", { changes });
  expect(text).toBe("Undid 10 times products_save by First secret key: 1 thing put back.");
});

test("an undo of a collection's products is one change of the collection", async () => {
  for (const slug of ["un", "deux", "trois"]) await merchant.shop.product({ slug });
  await merchant.do("collections_save", { title: "Neuf", slug: "neuf", products: ["un"] });
  const change = await merchant.change("collections_save", {
    collection: "neuf",
    title: "Autre",
    products: ["deux", "trois", "un"],
  });
  const dry = await merchant.do("changes_undo", { changes: [change], dry_run: true });
  expect(dry.changes).toEqual([
    {
      entity: "collection",
      id: expect.any(String),
      label: "neuf",
      before: { title: "Autre", products: ["deux", "trois", "un"] },
      after: { title: "Neuf", products: ["un"] },
    },
  ]);
  const undo = await merchant.undo(change);
  expect(await logged(undo)).toBe("undid collections_save: title of neuf Autre → Neuf; products of neuf changed.");
});

test("conflicts call fields and things as merchants do, also those that are gone", async () => {
  const LYNDA = { full_name: "Lynda", email: "lynda@example.dz" };
  const { id } = await merchant.do("customers_save", LYNDA);
  const moved = await merchant.change("customers_save", { customer: id, email: "autre@example.dz" });
  await merchant.do("customers_save", { ...LYNDA, full_name: "Autre" });
  expect(await merchant.refusalOf(moved)).toEqual([
    "undo_conflict",
    `customer ${id}, email, another customer has its e-mail now`,
  ]);

  await merchant.shop.product({ slug: "lampe" });
  const renamed = await merchant.updateProduct("lampe", { name: "Lampadaire" });
  await merchant.delete("product", "lampe");
  expect(await merchant.refusalOf(renamed)).toEqual(["undo_conflict", "product lampe, name, was deleted since"]);
});

test("an undo that would put back only what goes with others does nothing", async () => {
  const { id } = await merchant.shop.product({ slug: "lampe", stock: 10 });
  await ordered(merchant.shop, [{ product_id: id, quantity: 1 }]);
  const gone = await merchant.delete("product", "lampe");
  await merchant.createProduct({ name: "Autre", slug: "lampe" });
  const { data } = await call(merchant.shop, "changes_undo", { changes: [gone], skip_changed: true });
  expect([data.change_id, data.undone[0].rows]).toEqual([undefined, 0]);
});
