import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";

test("a known customer's order to a commune, by desk, takes the name and phone of the account", async () => {
  const shop = await openShop();
  await shop.product({ slug: "vase", sku: "VAS-1" });
  const items = [{ item: "VAS-1", quantity: 1 }];
  const person = { full_name: "Nadia Hamidi", email: "nadia@example.dz" };
  await runTool(shop, "customers_save", person);
  const wanted = { items, customer: person.email, customer_commune: "Bir El Djir", delivery_method: "desk" };

  expect((await refused(shop, "orders_create", { items }))?.errors).toMatchObject([
    { path: "customer_name" },
    { path: "customer_phone" },
  ]);
  expect((await refused(shop, "orders_create", wanted))?.errors).toMatchObject([{ path: "customer_phone" }]);
  await runTool(shop, "customers_save", { customer: person.email, phone: "0661 22 33 44" });
  expect(await runTool(shop, "orders_create", wanted)).toMatchObject({
    ...{ customer_name: "Nadia Hamidi", customer_phone: "+213661223344", wilaya_code: "31", delivery_method: "desk" },
  });
});
