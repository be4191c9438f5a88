import { beforeEach, expect, test } from "vitest";
import { runTool } from "../support/mcp-tasks.ts";
import { ordered } from "../support/selling.ts";
import { Merchant } from "../undo/merchant.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.open();
});

const carriers = async () => (await runTool(merchant.shop, "carriers_list")).data;

/** Places an order with this carrier. */
async function orderWith(carrier: string): Promise<void> {
  const { id } = await merchant.shop.product({ stock: 5 });
  const { order_number: order } = await ordered(merchant.shop, [{ product_id: id, quantity: 1 }]);
  await runTool(merchant.shop, "orders_update", { order, carrier });
}

test("a carrier goes and comes back, and its changes are undone one by one", async () => {
  const given = { name: "Express", home_cost: 400, parcel_columns: [{ header: "Réf", field: "order_number" }] };
  const created = await merchant.change("carriers_save", given);
  const [before] = await carriers();
  const costs = await merchant.change("carriers_save", { carrier: "Express", home_cost: 450, regions: ["Alger"] });
  await merchant.undo(costs);
  const { updated_at: _, ...expected } = before;
  expect((await carriers())[0]).toMatchObject(expected);
  expect((await carriers())[0]).not.toHaveProperty("regions");

  const gone = await merchant.undo(created);
  expect(await carriers()).toEqual([]);
  await merchant.undo(gone);
  expect((await carriers())[0]).toMatchObject(expected);
});

test("a carrier that orders have stays, and keeps its name", async () => {
  const created = await merchant.change("carriers_save", { name: "Sud Colis" });
  await merchant.change("carriers_save", { name: "Express" });
  const renamed = await merchant.change("carriers_save", { carrier: "Express", name: "Express Plus" });
  await orderWith("express plus");
  await orderWith("sud colis");

  expect(await merchant.refusalOf(created)).toMatchObject(["undo_conflict", expect.stringContaining("orders have it")]);
  expect(await merchant.refusalOf(renamed)).toMatchObject([
    "undo_conflict",
    expect.stringContaining("orders have its name"),
  ]);
  expect(await carriers()).toMatchObject([{ name: "Express Plus" }, { name: "Sud Colis" }]);
});

test("a name that another carrier took meanwhile is not given back", async () => {
  await merchant.change("carriers_save", { name: "Express" });
  const renamed = await merchant.change("carriers_save", { carrier: "Express", name: "Autre" });
  await merchant.change("carriers_save", { name: "EXPRESS" });

  expect(await merchant.refusalOf(renamed)).toMatchObject([
    "undo_conflict",
    expect.stringContaining("another carrier has its name"),
  ]);
});
