import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { call } from "../../support/operations.ts";

const URL = "https://shop.example.dz/track/{order_number}?from=link";

async function shopWithOrder() {
  const shop = await openShop();
  await shop.product({ slug: "pot", name: "Pot", price: 150_000, stock: 5 });
  const items = [{ item: "pot", quantity: 1 }];
  const { data } = await call(shop, "orders_create", {
    items,
    customer_name: "Lynda",
    customer_phone: "0550102030",
  });
  return { shop, order: data.order_number as string };
}

test("an order has the page of the store where its shopper follows it", async () => {
  const { shop, order } = await shopWithOrder();
  const shown = () => call(shop, "orders_get", { order, response_format: "detailed" });
  expect((await shown()).data.tracking_page_url).toBeNull();

  expect((await call(shop, "store_update", { settings: { tracking_page_url: URL } })).problem).toBeUndefined();
  expect((await call(shop, "store_get")).data.settings).toEqual({ tracking_page_url: URL });
  expect((await shown()).data.tracking_page_url).toBe(`https://shop.example.dz/track/${order}?from=link`);

  await call(shop, "store_update", { settings: { tracking_page_url: null } });
  expect((await shown()).data.tracking_page_url).toBeNull();
});

test.each(["https://shop.dz/track", "javascript:alert('{order_number}')", "{order_number}", 1])(
  "%s is no address of a page for each order",
  async (url) => {
    const { problem } = await call(await openShop(), "store_update", { settings: { tracking_page_url: url } });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "settings.tracking_page_url" }] });
  },
);
