import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { holdBack, type OpenedConsole, openAs, openConsole, type Person, screenOf } from "./opened.ts";

let opened: OpenedConsole;
let shop: Shop;
let desk: Person;
let phone: Person;

const KARIM = {
  customer_name: "Karim Benali",
  customer_phone: "0550123456",
  customer_wilaya: "Oran",
  customer_commune: "Bir El Djir",
  shipping_address: { line1: "12 rue des Oliviers" },
};

beforeAll(async () => {
  opened = await openConsole();
  shop = await openShop({ via: opened.app });
  await shop.product({ slug: "robe", name: "Robe kabyle", sku: "ROBE", price: 890_000, stock: 99 });
  await shop.product({
    slug: "savon",
    name: "Savon noir",
    variants: [{ sku: "SAV", barcode: "6130001000012", price: 69_000, inventory_quantity: 99 }],
  });
  await run("shipping_rates_set", { rates: [{ region: "*", method: "home", price: 700 }] });
  await run("carriers_save", { name: "Rapide Express" });
  await run("promotions_save", { code: "DIX", title: "10 %", discount_type: "percentage", discount_value: 10 });
  await run("store_update", { settings: { tracking_page_url: "https://dar.example.dz/suivi/{order_number}" } });
  desk = await openAs(opened, [shop], { language: "fr", device: "desktop" });
  phone = await openAs(opened, [shop], { language: "ar", device: "phone" });
}, 180_000);
afterAll(() => opened?.close());

/** Runs an operation as a program does, beside the console. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
async function run(name: string, args: object): Promise<any> {
  const response = await fetch(`${opened.url}/api/v1/admin/${name}`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.secret_key}`, "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return answer;
}

async function ordered(more: object = {}): Promise<string> {
  const items = [
    { item: "ROBE", quantity: 1 },
    { item: "SAV", quantity: 3 },
  ];
  return (await run("orders_create", { items, ...KARIM, ...more })).order_number;
}
const whole = (order: string) => run("orders_get", { order, response_format: "detailed" });
const screen = (order: string, filledIn = {}) => screenOf(shop, `orders/${order}`, filledIn);

test("a quantity of an order with a coupon is changed, its difference is shown before, and it is put back", async () => {
  const { page } = desk;
  const order = await ordered({ coupon_code: "DIX" });
  const before = await whole(order);
  await page.goto(screen(order));
  await page.getByRole("button", { name: "Modifier" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Un de moins" }).nth(1).click();
  await page.getByRole("button", { name: /^Enregistrer : .?9.952.DA/ }).waitFor();
  const shown = await page.getByRole("dialog").innerText();
  expect(shown).toMatch(/Savon noir\s+3\s+2/);
  expect(shown).toMatch(/Le client attend .?10.573.DA/);
  expect((await whole(order)).total).toBe(before.total);

  await page.getByRole("button", { name: /^Enregistrer/ }).dblclick();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await whole(order)).total).toBe(9952);
  await page.getByRole("alert").getByRole("button", { name: "Annuler" }).click();
  await page.getByText("Annulé : tout est comme avant.").waitFor();
  const after = await whole(order);
  expect(after).toMatchObject({ total: before.total, coupon_code: "DIX", discount: before.discount });
  expect(after.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 3]);
});

/** Goes on with Tab until this has the focus; says how many keys that took. */
async function tabTo(page: Page, target: Locator): Promise<number> {
  await target.waitFor();
  for (let keys = 0; keys < 80; keys++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return keys;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test("the keyboard alone finds an order, confirms it, and changes a quantity beside a coupon and back", async () => {
  const { page } = desk;
  const { keyboard } = page;
  const order = await ordered({ coupon_code: "DIX", customer_name: "Nawel Ziani", customer_phone: "0661020304" });
  await page.goto(screenOf(shop, ""));
  await page.getByRole("navigation").first().waitFor();
  await keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await keyboard.type("Nawel Ziani");
  await page.getByRole("dialog").locator("button", { hasText: "Nawel Ziani" }).waitFor();
  await keyboard.press("Enter");
  await page.waitForURL(`**/orders/${order}`);
  await keyboard.press("Tab");
  await keyboard.press("Enter"); // past the navigation
  const confirm = page.getByRole("button", { name: "Confirmer" });
  const keys = [await tabTo(page, confirm)];
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Expédier…" }).waitFor();
  expect((await whole(order)).status).toBe("confirmed");

  await keyboard.press("Shift+Tab"); // the slip
  await keyboard.press("Shift+Tab");
  await keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  keys.push(await tabTo(page, sheet.getByRole("button", { name: "Un de moins" }).nth(1)));
  await keyboard.press("Enter");
  const save = page.getByRole("button", { name: /^Enregistrer : .?9.952.DA/ });
  keys.push(await tabTo(page, save));
  await keyboard.press("Enter");
  await sheet.waitFor({ state: "detached" });
  expect((await whole(order)).total).toBe(9952);
  await keyboard.press("Control+z");
  await page.getByText("Annulé : tout est comme avant.").waitFor();
  expect((await whole(order)).total).toBe(10573);
  expect(keys).toEqual([5, 4, 5]);
});

test("an address is changed on a phone, and that is undone; Back closes the sheet and keeps the page", async () => {
  const { page } = phone;
  const order = await ordered();
  await page.goto(screen(order));
  await page.getByRole("button", { name: "غيّر" }).nth(1).click();
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(page.url()).toContain(`/orders/${order}`);

  await page.getByRole("button", { name: "غيّر" }).nth(1).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("الولاية").fill("بجاية");
  await page.getByRole("option", { name: "6 · بجاية" }).click();
  await sheet.getByLabel("البلدية").fill("أقبو");
  await page.getByRole("option", { name: "أقبو" }).click();
  await sheet.getByRole("button", { name: "احفظ التغيير" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(await whole(order)).toMatchObject({ wilaya_code: "6", customer_commune: "Akbou" });
  await page.getByText("أقبو، بجاية").waitFor();
  await page.getByRole("alert").getByRole("button").first().click();
  await page.getByText("بئر الجير، وهران").waitFor();
});

test("what is typed in a sheet is not lost by Back", async () => {
  const { page } = desk;
  const order = await ordered();
  await page.goto(screen(order));
  await page.getByRole("button", { name: "Ajouter une note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Emballage cadeau");
  await page.goBack();
  await page.getByText("Ce que vous avez saisi n’est pas enregistré.").waitFor();
  await page.getByRole("button", { name: "Rester" }).click();
  await page.getByRole("button", { name: "Enregistrer la note" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("Emballage cadeau").waitFor();
  expect((await whole(order)).notes[0].text).toBe("Emballage cadeau");
});

test("an order is confirmed, shipped with a pasted number, told to its shopper, delivered, and one item comes back", async () => {
  const { page, context } = phone;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const order = await ordered();
  await page.goto(screen(order));
  await page.getByRole("button", { name: "أكّد" }).dblclick();
  const tellCarriers = await holdBack(page, "**/carriers_list");
  await page.getByRole("button", { name: "اشحن…" }).click();
  await page.getByLabel("رقم التتبع").fill("الرقم: RX-204 ");
  tellCarriers();
  await page.getByRole("button", { name: "اشحن مع Rapide Express" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await whole(order)).toMatchObject({ status: "shipped", carrier: "Rapide Express", tracking_number: "RX-204" });
  await page.getByRole("button", { name: "انسخ الرابط" }).click();
  await page.getByRole("button", { name: "نُسخ" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`https://dar.example.dz/suivi/${order}`);
  const whatsApp = page.locator(`a[href*="wa.me/213550123456?text="]`);
  expect(decodeURIComponent((await whatsApp.getAttribute("href")) ?? "")).toContain(`/suivi/${order}`);

  await page.getByRole("button", { name: "وصل…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "وصل…" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await whole(order)).toMatchObject({ status: "delivered", payment_status: "paid" });

  await page.getByRole("button", { name: "إجراءات أخرى" }).click();
  await page.getByRole("menuitem", { name: "استرجاع منتجات" }).click();
  await page.getByRole("button", { name: "زد واحدا" }).nth(1).click();
  await page.getByText("غيّر رأيه").click();
  await page.getByText("لا يمكن التراجع عن الاسترجاع.").waitFor();
  await page.getByRole("button", { name: /^استرجع وحدة، وأعد/ }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const after = await whole(order);
  expect(after).toMatchObject({ status: "delivered", payment_status: "partially_refunded", refunded_amount: 690 });
  expect(after.items.map(({ returned_quantity }: { returned_quantity: number }) => returned_quantity)).toEqual([0, 1]);
  expect(phone.complaints).toEqual([]);
});

test("what somebody else changed since a sheet was opened is not overwritten unseen", async () => {
  const { page } = desk;
  const order = await ordered();
  await page.goto(screen(order, { do: "lines" }));
  await page.getByRole("dialog").getByRole("button", { name: "Un de plus" }).nth(1).click();
  await page.getByRole("button", { name: /^Enregistrer : / }).waitFor();
  await run("orders_update", { order, items: [{ line: "ROBE", quantity: 2 }] });

  await page.getByRole("button", { name: /^Enregistrer : / }).click();
  await page.getByText("Quelqu’un d’autre a changé ceci entre-temps").waitFor();
  expect((await whole(order)).items[1].quantity).toBe(3);
  const tellOrder = await holdBack(page, "**/orders_get");
  await page.getByRole("button", { name: "Regarder de nouveau" }).click();
  expect(await page.getByRole("button", { name: /^Enregistrer : / }).isDisabled()).toBe(true);
  tellOrder();
  await page.getByRole("button", { name: /^Enregistrer : / }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await whole(order)).items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 4]);
});

test("when the network is lost under a sheet, what is done there is sent again, and done once", async () => {
  const { page, context } = desk;
  const order = await ordered();
  await page.goto(screen(order, { do: "lines" }));
  await page.getByRole("dialog").getByRole("button", { name: "Un de moins" }).nth(1).click();
  const save = page.getByRole("button", { name: /^Enregistrer : / });
  await save.waitFor();
  await context.setOffline(true);
  await save.click();
  await page.getByRole("dialog").getByText("Le serveur ne répond pas").waitFor();
  await context.setOffline(false);
  await save.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await whole(order)).items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 2]);
});

test("what a step would change is worked out again when its answer was lost", async () => {
  const { page } = desk;
  await page.goto(screen(await ordered(), { do: "lines" }));
  await page.route("**/orders_update", (route) => route.abort());
  await page.getByRole("dialog").getByRole("button", { name: "Un de moins" }).nth(1).click();
  const again = page.getByRole("dialog").getByRole("button", { name: "Réessayer" });
  await again.waitFor();
  await page.unroute("**/orders_update");
  await again.click();
  await page.getByRole("button", { name: /^Enregistrer : .?10.980.DA/ }).waitFor();
  expect(await again.count()).toBe(0);
});

test("two open orders of a customer become one", async () => {
  const { page } = desk;
  const [order, other] = [await ordered(), await ordered()];
  await page.goto(screen(order, { do: "merge" }));
  await page.getByRole("radio", { name: other }).click();
  await page.getByText("L’autre commande est annulée").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Fusionner avec une autre commande" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await whole(order)).items_count).toBe(8);
  expect((await whole(other)).status).toBe("cancelled");
});

test.each([
  ["slip", [420, 595]],
  ["label-a6", [298, 420]],
  ["label-80", [227, 369]],
])("%s is printed on one page of its own size, with nothing of the console around it", async (as, size) => {
  const { page } = phone;
  const order = await ordered();
  await page.goto(screen(`${order}/print`, { as }));
  await page.getByText("Karim Benali").waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) => box.slice(1).map(Number));
  expect(boxes).toHaveLength(1);
  expect(boxes[0]?.map(Math.round)).toEqual(size);
  await page.emulateMedia({ media: "print" });
  const printed = await page.locator("body").innerText();
  await page.emulateMedia({ media: null });
  expect(printed).toContain("وهران");
  expect(printed).not.toMatch(/اطبع|العمليات/);
});

test("who only calls is offered to confirm, not to ship or to change", async () => {
  const { page, context } = await openAs(opened, [shop], { role: "call_desk" });
  const order = await ordered();
  await page.goto(screen(order));
  await page.getByRole("button", { name: "Confirmer" }).waitFor();
  expect(await page.getByRole("button", { name: "Modifier" }).count()).toBe(0);
  await page.goto(screenOf(shop, "orders/new"));
  await page.getByText("Votre rôle dans cette boutique ne le permet pas.").waitFor();
  await context.close();
});
