import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as Client from "../../packages/client/src/shop.ts";
import { buildTestApp, closeAtOnce, openShop, type Shop } from "../support/app.ts";
import { openBrowser } from "./browser.ts";

const PAGE_HOST = "boutique.example";
const API_HOST = "api.boutique.example";

const app = await buildTestApp();
const pages = createServer();
let browser: Browser;
let store: Shop;
let port: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ["packages/client/src/shop.ts"],
    bundle: true,
    format: "iife",
    globalName: "hanout",
    write: false,
  });
  pages.on("request", ({ url }, response) => {
    const isScript = url === "/shop.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? outputFiles[0]?.text : '<!doctype html><title>A page</title><script src="/shop.js"></script>',
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  port = new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port;
  store = await openShop({ via: app });
  await store.product({ slug: "pot", name: "Pot", price: 150_000 });
  browser = await openBrowser([PAGE_HOST, API_HOST]);
});

afterAll(async () => {
  await browser?.close();
  pages.close();
  await closeAtOnce(app);
});

/** Orders a pot in the page, and reads a refusal. */
const shopIn = (page: Page, url: string) =>
  page.evaluate(
    async ({ url, key }) => {
      const { isSecureContext, hanout } = globalThis as unknown as { isSecureContext: boolean; hanout: typeof Client };
      const { createShop, attempt } = hanout;
      const shop = createShop({ url, key, locale: "fr" });
      const pot = await shop.products.get("pot");
      const cart = await shop.cart.create();
      await shop.cart.addItem(cart.id, { product_id: pot.id, quantity: 2 });
      const details = {
        cart_id: cart.id,
        customer_name: "Karim",
        customer_phone: "0550 12 34 57",
        customer_wilaya: "16",
      };
      const order = await shop.orders.place(details);
      const { error } = await attempt(shop.orders.place(details));
      return {
        isSecure: isSecureContext,
        subtotal: order.subtotal,
        code: error?.code,
        requestId: error?.requestId,
      };
    },
    { url, key: store.publishable_key },
  );

test.each([
  ["of another origin", "127.0.0.1", "127.0.0.1", true],
  ["on plain http of a host name, which is no secure context", PAGE_HOST, API_HOST, false],
])("a page %s shops", async (_, pageHost, apiHost, isSecure) => {
  const page = await browser.newPage();
  await page.goto(`http://${pageHost}:${(pages.address() as AddressInfo).port}/`);

  const seen = await shopIn(page, `http://${apiHost}:${port}`);
  expect(seen).toMatchObject({ isSecure, subtotal: 3000, code: "cart_converted", requestId: expect.any(String) });
});

test("a page of another origin asks with the ETag of the answer that it has", async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/products/pot") && response.request().method() === "GET")
      statuses.push(response.status());
  });

  const slugs = await page.evaluate(
    async ({ url, key }) => {
      const { hanout } = globalThis as unknown as { hanout: typeof Client };
      const shop = hanout.createShop({ url, key, etags: new Map() });
      const read = async () => (await shop.products.get("pot")).slug;
      return [await read(), await read()];
    },
    { url: `http://127.0.0.1:${port}`, key: store.publishable_key },
  );

  expect(slugs).toEqual(["pot", "pot"]);
  expect(statuses).toEqual([200, 304]);
  await page.close();
});
