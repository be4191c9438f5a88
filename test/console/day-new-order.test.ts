import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { holdBack, type OpenedConsole, openAs, openConsole, screenOf } from "./opened.ts";

let opened: OpenedConsole;
let shop: Shop;

beforeAll(async () => {
  opened = await openConsole();
  shop = await openShop({ via: opened.app });
  await shop.product({ slug: "robe", name: "Robe kabyle", sku: "ROBE", price: 890_000, stock: 99 });
  await shop.product({
    slug: "savon",
    name: "Savon noir",
    variants: [{ sku: "SAV", barcode: "6130001000012", price: 69_000, inventory_quantity: 99 }],
  });
  await shop.product({ slug: "bol", name: "Bol", sku: "BOL", price: 50_000, stock: 0 });
  await runTool(shop, "shipping_rates_set", { rates: [{ region: "*", method: "home", price: 700 }] });
  await runTool(shop, "promotions_save", {
    code: "DIX",
    title: "10 %",
    discount_type: "percentage",
    discount_value: 10,
  });
}, 180_000);
afterAll(() => opened?.close());

test("an order by phone: the same as last time, a scanned code, a price that grows, and a double tap is one order", async () => {
  await runTool(shop, "orders_create", {
    items: [
      { item: "ROBE", quantity: 1 },
      { item: "SAV", quantity: 3 },
    ],
    customer_name: "Karim Benali",
    customer_phone: "0550123456",
    customer_wilaya: "Oran",
    customer_commune: "Bir El Djir",
  });
  const { page, context } = await openAs(opened, [shop], { language: "fr" });
  onTestFinished(() => context.close());
  await page.goto(screenOf(shop, "orders/new"));
  await page.getByLabel("Téléphone").fill("0550 12 34 56");
  await page.getByRole("button", { name: "Comme la dernière fois" }).click();
  expect(await page.getByLabel("Nom").inputValue()).toBe("Karim Benali");
  expect(await page.getByRole("combobox", { name: "Commune" }).inputValue()).toBe("Bir El Djir");
  await page.getByRole("button", { name: "Ajouter 1", exact: true }).click();
  await page
    .getByText(/9.600.DA/)
    .first()
    .waitFor();
  const search = page.getByRole("combobox", { name: "Ajouter un article" });
  await search.pressSequentially("6130001000012");
  await search.press("Enter");
  await page
    .getByText(/10.290.DA/)
    .first()
    .waitFor();

  await page.getByLabel("Coupon").fill("NON");
  await page.locator("[aria-invalid='true']").waitFor();
  await page.getByLabel("Coupon").fill("DIX");
  await page.getByRole("button", { name: /^Passer pour .?9.331.DA/ }).dblclick();
  await page.waitForURL(/orders\/ORD-/);
  await page.getByText("Bir El Djir, Oran").waitFor();
  const orders = (await runTool(shop, "orders_search", { query: "0550123456", limit: 1, response_format: "detailed" }))
    .data;
  expect(orders[0]).toMatchObject({ total: 9331, coupon_code: "DIX", customer_wilaya: "Oran", items_count: 2 });
  expect(page.url()).toContain(orders[0].order_number);
});

/** Opens a new order whose searches for goods are answered by `answer`, not before. */
async function scanning() {
  const person = await openAs(opened, [shop]);
  const { page } = person;
  onTestFinished(() => person.context.close());
  await page.goto(screenOf(shop, "orders/new"));
  const search = page.getByRole("combobox", { name: "Ajouter un article" });
  const answer = await holdBack(page, "**/products_search");
  await search.focus();
  const scan = async (...codes: readonly string[]) => {
    for (const code of codes) {
      await page.keyboard.type(code);
      await page.keyboard.press("Enter");
    }
  };
  return { ...person, search, scan, answer };
}

test("codes that a scanner types faster than the server answers are all added", async () => {
  const { page, search, scan, answer } = await scanning();
  await scan("6130001000012", "ROBE", "6130001000012");
  await page.keyboard.type("SA");
  answer();
  await page
    .getByText(/10.280.DA/)
    .first()
    .waitFor();
  expect(await search.inputValue()).toBe("SA");
});

test("a code whose Enter comes after its search has begun is added, also when the next one is searched by then", async () => {
  const { page, search, answer } = await scanning();
  for (const code of ["6130001000012", "ROBE"]) {
    const searched = page.waitForRequest((request) => request.postData()?.includes(`"${code}"`) ?? false);
    await page.keyboard.type(code);
    await searched;
    await page.keyboard.press("Enter");
  }
  answer();
  await page
    .getByText(/9.590.DA/)
    .first()
    .waitFor();
  expect(await search.inputValue()).toBe("");
});

test("codes that cannot be added are told, each with why, and can be searched again", async () => {
  const { page, context, search, scan, answer } = await scanning();
  await scan("no-such-code", "ROBE", "BOL");
  answer();
  const told = page.locator("[aria-live=polite]").getByRole("listitem");
  await expect
    .poll(async () => (await told.allInnerTexts()).map((text) => text.split("\n")[0]).sort())
    .toEqual(["Rien en vente pour « \u2068no-such-code\u2069 ».", "« \u2068BOL\u2069 » est épuisé."].sort());
  await page
    .getByText(/8.900.DA/)
    .first()
    .waitFor();
  expect(await search.inputValue()).toBe("");

  await context.setOffline(true);
  await scan("6130001000012");
  await told.filter({ hasText: /6130001000012.? · Le serveur ne répond pas/ }).waitFor();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Chercher 6130001000012" }).click();
  await page.getByRole("option", { name: /Savon noir/ }).waitFor();
  await page.keyboard.press("Enter");
  await page
    .getByText(/10.290.DA/)
    .first()
    .waitFor();
  expect(await told.count()).toBe(2);
});

test("what is typed for an order survives a lost network and a page that the phone has closed", async () => {
  const { page, context } = await openAs(opened, [shop], { language: "ar", device: "phone" });
  onTestFinished(() => context.close());
  await page.goto(screenOf(shop, "orders/new"));
  await page.getByLabel("الهاتف").fill("0770 11 22 33");
  await page.getByLabel("الاسم").fill("ليندة");
  const search = page.getByRole("combobox", { name: "أضف منتجا" });
  await search.fill("savon");
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: /^سجّل بـ/ }).waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: /^سجّل بـ/ }).click();
  await page.getByRole("alert").first().waitFor();
  await context.setOffline(false);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  expect(await page.getByLabel("الاسم").inputValue()).toBe("ليندة");
  await page.getByRole("button", { name: /^سجّل بـ/ }).click();
  await page.waitForURL(/orders\/ORD-/);
  const { data } = await runTool(shop, "orders_search", { query: "0770112233" });
  expect(data).toHaveLength(1);
});
