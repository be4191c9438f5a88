import { expect, test } from "vitest";
import { buildTestApp, driver, getFrom, openShop } from "../support/app.ts";
import { type Hooks, withHooks } from "../support/faulty-driver.ts";
import { cartWith, order } from "../support/selling.ts";

test("a cart that is ordered while it is read is shown as ordered, with its lines", async () => {
  const hooks: Hooks = {};
  const app = await buildTestApp({}, withHooks(driver, { afterStatement: (text) => hooks.afterStatement?.(text) }));
  const shop = await openShop();
  const { id: product_id } = await shop.product();
  const cart = await cartWith(shop, { product_id, quantity: 2 });
  let status: number | undefined;
  hooks.afterStatement = async (text) => {
    if (!text.includes("from cart")) return;
    hooks.afterStatement = async () => {};
    status = (await order(shop, cart)).status;
  };

  const { body } = await getFrom(app, `/cart/${cart}`, { "x-api-key": shop.publishable_key });

  expect(status).toBe(201);
  expect(body).toMatchObject({ status: "converted", items: [{ product_id, quantity: 2 }] });
});
