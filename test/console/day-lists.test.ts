import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { ordered } from "../support/selling.ts";
import { faultsOf, isTooWide, type Looking, type OpenedConsole, openAs, openConsole, screenOf } from "./opened.ts";

let opened: OpenedConsole;
beforeAll(async () => {
  opened = await openConsole();
}, 180_000);
afterAll(() => opened?.close());

async function looking(shop: Shop, looking: Looking) {
  const person = await openAs(opened, [shop], looking);
  onTestFinished(() => person.context.close());
  return person;
}

/** A shop of a carrier with these orders of one product; the first ones are confirmed. */
async function shopWith(names: readonly string[], confirmed = 0) {
  const shop = await openShop({ via: opened.app });
  const { id } = await shop.product({
    slug: "theiere",
    name: "Théière en cuivre",
    price: 185_000,
    stock: 3 + names.length,
  });
  await runTool(shop, "carriers_save", { name: "Rapide Express", methods: ["home", "desk"] });
  const numbers: string[] = [];
  for (const [index, customer_name] of names.entries()) {
    const details = {
      customer_name,
      customer_phone: `055000000${index}`,
      customer_wilaya: "31",
      customer_commune: "Bir El Djir",
    };
    const { order_number } = await ordered(shop, [{ product_id: id, quantity: 1 }], details);
    if (index < confirmed) await runTool(shop, "orders_confirm", { order: order_number });
    numbers.push(order_number);
  }
  await opened.tellEvents(shop); // what is told later came later
  return { shop, numbers };
}

test("at a desk in French: today, then the orders, found, kept as a view, moved together and saved", async () => {
  const { shop, numbers } = await shopWith(["Zoé Benaïssa", "أَحْمَد", "Lynda", "Nadia"], 2);
  const { page, complaints } = await looking(shop, { language: "fr", device: "desktop" });

  await page.goto(screenOf(shop, ""));
  await page.getByRole("link", { name: /^Commandes 4/ }).waitFor();
  await page.getByText("Théière en cuivre").first().waitFor();
  await page.getByRole("link", { name: /^Oran/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: /^À confirmer 2/ }).click();
  await page.getByRole("link", { name: "À confirmer 2" }).and(page.locator("[aria-current]")).waitFor();
  await page.getByText("Lynda").waitFor();
  expect(await page.locator("main nav [aria-current]").count()).toBe(1);
  expect(await page.getByText("Zoé").count()).toBe(0);

  await page.getByRole("link", { name: "Toutes" }).click();
  const field = page.getByRole("searchbox");
  const rows = page.locator("tbody tr");
  for (const [typed, name] of [
    ["benaissa", "Zoé Benaïssa"],
    ["احمد", "أَحْمَد"],
    [(numbers[2] ?? "").slice(9, 14).toLowerCase(), "Lynda"],
    ["0550 00 00 03", "Nadia"],
  ] as const) {
    await field.fill(typed);
    await rows.filter({ hasText: name }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
  }
  await field.fill("cuivre");
  await page.getByRole("button", { name: "Avec « Théière en cuivre »" }).click();
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByRole("button", { name: "Garder ces filtres comme vue" }).click();
  await page.getByLabel("Nom de la vue").fill("Théières");
  await page.keyboard.press("Enter");
  await page.reload();
  await page.getByRole("link", { name: "Théières" }).and(page.locator("[aria-current]")).waitFor();
  await page.getByRole("button", { name: /Retirer le filtre Produit/ }).click();
  await page.getByRole("link", { name: "Toutes" }).and(page.locator("[aria-current]")).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Théières" }).and(page.locator("[aria-current]")).waitFor();

  await ordered(shop, [{ product_id: (await shop.get("/products/theiere")).body.id, quantity: 1 }], {
    customer_name: "Karim",
  });
  await opened.tellEvents(shop);
  const pill = page.getByRole("status").filter({ hasText: "1 nouvelle commande · Afficher" });
  await pill.waitFor();
  expect(await rows.count()).toBe(4);
  await pill.click();
  await rows.filter({ hasText: "Karim" }).waitFor();

  for (const number of numbers.slice(1)) await page.getByLabel(`Sélectionner ${number}`).check();
  await page.getByRole("button", { name: "Confirmer…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 commande ne peut pas passer").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Confirmer 2 commandes" }).click();
  await dialog.getByText("1 commande n'est pas passée").waitFor();
  await dialog.getByText("2 commandes sont passées").last().waitFor();
  await dialog.getByRole("button", { name: "Terminer" }).click();
  await page.getByRole("toolbar", { name: "1 commande" }).waitFor();
  await page.getByRole("link", { name: /^À expédier 4/ }).waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exporter en CSV" }).click(),
  ]);
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(6);
  expect(csv).toContain("Zoé Benaïssa");
  expect(complaints).toEqual([]);
});

test("on a phone in Arabic: orders are selected, and parcels handed over by somebody who only ships", async () => {
  const { shop, numbers } = await shopWith(["أمينة", "Yacine", "Samir", "Houria"], 3);
  const { page, complaints } = await looking(shop, { language: "ar", device: "phone", role: "orders" });
  const checked = async () => {
    expect(await isTooWide(page), page.url()).toBe(false);
    expect(await faultsOf(page), page.url()).toEqual([]);
  };

  await page.goto(screenOf(shop, ""));
  await page.getByText("ما لا يُظهره دورك لا يظهر هنا.").waitFor();
  await page.getByRole("link", { name: /للتأكيد 1/ }).waitFor();
  await checked();
  await page.goto(screenOf(shop, "orders"));
  await page.getByText("وهران، Bir El Djir").first().waitFor();
  await checked();
  await page.getByRole("button", { name: "حدّد" }).click();
  await page.getByRole("button", { name: /Houria/ }).click();
  await page.getByRole("button", { name: "أكّد طلبا واحدا" }).waitFor();
  await checked();

  await page.goto(screenOf(shop, "handover"));
  await page.getByText("3 طرود").first().waitFor();
  await checked();
  const end = (numbers[0] ?? "").slice(9);
  await page
    .getByLabel("ألصق أرقام التتبع")
    .fill(`السلام\n${end} yal-100001\n0550 00 00 01 yal-100002\nORD-2026-00000000 yal-100003`);
  await page.getByText("عُرف: رقمان").waitFor();
  await page.getByText("لا طرد له في هذه القائمة").waitFor();
  expect(await page.getByLabel(`رقم تتبع ${numbers[0]}`).inputValue()).toBe("yal-100001");
  await page.getByRole("button", { name: "سلّم طردين" }).click();
  await page.getByText("سُلّم طردان").waitFor();
  await page.getByRole("link", { name: /سُلّمت اليوم/ }).click();
  await page.getByText("yal-100002").waitFor();
  expect(await page.locator("main nav [aria-current]").count()).toBe(1);
  await checked();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("yal-100001");
  expect(complaints).toEqual([]);
});

test.each(["fr", "ar"] as const)(
  "on a tablet held upright, in %s: the navigation of phones, and no screen is wider",
  async (language) => {
    const { shop, numbers } = await shopWith(["أمينة", "Lynda", "Nadia"], 2);
    await runTool(shop, "orders_ship", { order: numbers[1], carrier: "Rapide Express" });
    await runTool(shop, "orders_mark_delivered", { order: numbers[1] });
    const { page, complaints } = await looking(shop, { language, device: "tablet" });
    await page.goto(screenOf(shop, ""));
    const more = page.getByRole("link", { name: language === "ar" ? "المزيد" : "Plus", exact: true });
    await more.waitFor();
    expect((await more.boundingBox())?.y).toBeGreaterThan(1100);
    for (const [screen, shown] of [
      ["", "Théière en cuivre"],
      ["orders", "Nadia"],
      ["calls", "Nadia"],
      [`orders/${numbers[2]}`, "Nadia"],
      [`orders/${numbers[1]}/print`, "Lynda"],
      ["orders/new", language === "ar" ? "البلدية" : "Commune"],
      ["handover", "أمينة"],
      ["cash", "Rapide Express"],
      ["customers/0550000002", "Nadia"],
    ] as const) {
      await page.goto(screenOf(shop, screen));
      await page.getByText(shown).first().waitFor();
      expect(await isTooWide(page), page.url()).toBe(false);
      expect(await page.getByText("Ctrl K").count(), page.url()).toBe(0);
    }
    expect(complaints).toEqual([]);
  },
);
