import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
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

/** A shop with a product and a carrier. */
async function shopOf() {
  const shop = await openShop({ via: opened.app });
  const { id } = await shop.product({ slug: "theiere", name: "Théière en cuivre", price: 185_000, stock: 99 });
  await runTool(shop, "carriers_save", { name: "Rapide Express", methods: ["home", "desk"] });
  const order = async (customer_name: string, given: object = {}) =>
    (
      await ordered(shop, [{ product_id: id, quantity: 1 }], {
        customer_name,
        customer_wilaya: "31",
        customer_commune: "Bir El Djir",
        ...given,
      })
    ).order_number as string;
  return { shop, order };
}

/** A shop where these people ordered, each with a number of their own, the first one first. */
async function shopToCall(names: readonly string[]) {
  const { shop, order } = await shopOf();
  const numbers: string[] = [];
  for (const [place, name] of names.entries())
    numbers.push(await order(name, { customer_phone: `0550 00 00 ${10 + place}` }));
  return { shop, order, numbers };
}

const NAMES = ["Amina Belkacem", "ياسين حداد", "Imene Boudiaf", "Adel Khelifi", "Zohra Mebarki", "Rachid Mansouri"];

const calling = (page: Page, name: string) => page.locator("#call-customer", { hasText: name }).waitFor();
const outcome = (page: Page, name: string): Locator => page.locator(`[data-outcome=${name}]`);
const stateOf = async (shop: Shop, order: string) => {
  const { status, reason, calls } = await runTool(shop, "orders_get", { order });
  return [status, reason, calls];
};
const sound = async (page: Page) => {
  expect(await isTooWide(page), page.url()).toBe(false);
  expect(await faultsOf(page), page.url()).toEqual([]);
};

test("in Arabic on a phone: three orders are confirmed, one is postponed and comes back, one is refused, by so many taps", async () => {
  const { shop, numbers } = await shopToCall(NAMES.slice(0, 5));
  const { page, complaints } = await looking(shop, { language: "ar", device: "phone", role: "call_desk" });
  await page.goto(screenOf(shop, "calls"));
  await calling(page, "Amina Belkacem");
  expect(await page.getByRole("link", { name: "اتصل" }).getAttribute("href")).toBe("tel:+213550000010");
  expect(await page.getByRole("link", { name: "واتساب" }).getAttribute("href")).toBe("https://wa.me/213550000010");
  await sound(page);
  const place = await outcome(page, "confirmed").boundingBox();
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.tap();
  };

  await tap(outcome(page, "confirmed"));
  await calling(page, "ياسين حداد");
  expect(await outcome(page, "confirmed").boundingBox()).toEqual(place);
  await tap(outcome(page, "confirmed"));
  await calling(page, "Imene Boudiaf");
  await tap(outcome(page, "confirmed"));
  await calling(page, "Adel Khelifi");
  expect(taps).toBe(3);

  await tap(outcome(page, "postponed"));
  await page.getByRole("dialog").getByText("غدا صباحا").waitFor();
  await sound(page);
  await tap(page.getByRole("dialog").locator("button[type=submit]"));
  await calling(page, "Zohra Mebarki");
  await page.getByText("واحدة مؤجلة").waitFor();
  await tap(page.getByRole("button", { name: "تراجع" }));
  await page.getByText("بقيت مكالمتان").first().waitFor();
  expect(await stateOf(shop, numbers[3] ?? "")).toEqual(["pending", undefined, 0]);

  await tap(outcome(page, "refused"));
  await page.getByRole("dialog").getByText("غيّر رأيه").waitFor();
  await tap(page.getByRole("dialog").locator("button[type=submit]"));
  await calling(page, "Adel Khelifi");
  await tap(outcome(page, "no_answer"));
  await page.getByRole("heading", { name: "اتصلت بالجميع" }).waitFor();
  await page.getByText("أجريت اليوم 5 مكالمات.").waitFor();
  await sound(page);
  expect(taps).toBe(9);
  expect(await Promise.all(numbers.map((number) => stateOf(shop, number)))).toEqual([
    ["confirmed", undefined, 1],
    ["confirmed", undefined, 1],
    ["confirmed", undefined, 1],
    ["pending", undefined, 1],
    ["cancelled", "changed_mind", 1],
  ]);
  expect(complaints).toEqual([]);
});

test("in French at a desk: the keyboard alone goes through all outcomes, and what is read aloud makes sense", async () => {
  const { shop, order } = await shopOf();
  const before = await order("Amina Belkacem", { customer_phone: "0550000010" });
  await runTool(shop, "orders_confirm", { order: before });
  await runTool(shop, "orders_ship", { order: before, carrier: "Rapide Express" });
  await runTool(shop, "orders_mark_delivered", { order: before });
  const numbers: string[] = [];
  for (const [place, name] of NAMES.entries())
    numbers.push(await order(name, { customer_phone: `05500000${10 + place}`, customer_notes: "Avant midi" }));
  const { page, complaints } = await looking(shop, { language: "fr" });
  await page.goto(screenOf(shop, "calls"));
  await calling(page, "Amina Belkacem");
  await page.getByRole("link", { name: /Appels 6/ }).waitFor(); // how many wait, in the navigation
  const tree = await page.locator("main").ariaSnapshot();
  for (const said of [
    /heading "Appels" \[level=1\]/,
    /status: ["']?Suivant : Amina Belkacem, Oran · Bir El Djir, 0550 00 00 10\. Encore 6 appels\./,
    /heading "Amina Belkacem" \[level=2\]/,
    /link "Appeler A"/,
    /heading "Qu’a donné l’appel \?" \[level=3\]/,
    /button "Confirmée 1"/,
    /A pris 1 colis sur 1/,
    /Théière en cuivre/,
  ])
    expect(tree).toMatch(said);
  await sound(page);

  await page.keyboard.press("1");
  await calling(page, "ياسين حداد");
  await page.keyboard.press("2");
  await calling(page, "Imene Boudiaf");
  await page.keyboard.press("3");
  await page.getByRole("dialog").locator("input:focus").waitFor();
  await page.keyboard.press("Enter");
  await calling(page, "Adel Khelifi");
  await page.keyboard.press("4");
  await page.getByRole("dialog").locator("input:focus").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await calling(page, "Zohra Mebarki");
  await page.keyboard.press("5");
  await calling(page, "Rachid Mansouri");
  await page.getByText(/Mauvais numéro : .?Zohra Mebarki/).waitFor();
  await page.keyboard.press("s");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Appeler celui qui a été passé" }).focus();
  await page.keyboard.press("Enter");
  await calling(page, "Rachid Mansouri");
  expect(await Promise.all(numbers.map((number) => stateOf(shop, number)))).toEqual([
    ["confirmed", undefined, 1],
    ["pending", undefined, 1],
    ["pending", undefined, 1],
    ["cancelled", "refused", 1],
    ["pending", undefined, 1],
    ["pending", undefined, 0],
  ]);
  expect(complaints).toEqual([]);
});

test("two people at the call desk never get the same customer, and who leaves gives theirs back", async () => {
  const { shop, numbers } = await shopToCall(NAMES.slice(0, 3));
  // Whoever gives back what they do not have takes nothing, and sees who waits.
  const waiting = async (): Promise<string[]> => {
    const answer = await runTool(shop, "orders_next_call", { release: numbers[2] });
    return answer.waiting.map((order: { customer_name: string }) => order.customer_name);
  };
  const [one, other] = [await looking(shop, {}), await looking(shop, { device: "phone", language: "ar" })];
  await one.page.goto(screenOf(shop, "calls"));
  await calling(one.page, "Amina Belkacem");
  await other.page.goto(screenOf(shop, "calls"));
  await calling(other.page, "ياسين حداد");
  await one.page.getByRole("link", { name: "Commandes" }).click();
  await one.page.getByRole("heading", { level: 1, name: "Commandes" }).waitFor();
  await expect.poll(waiting).toContain("Amina Belkacem");
  await other.page.getByRole("button", { name: "ارجع" }).tap();
  await expect.poll(waiting).toContain("ياسين حداد");
});

test("when the network is lost in the middle of a call, the customer stays, and the same key sends it once", async () => {
  const { shop, numbers } = await shopToCall(NAMES.slice(0, 2));
  const { page, context } = await looking(shop, {});
  await page.goto(screenOf(shop, "calls"));
  await calling(page, "Amina Belkacem");
  await context.setOffline(true);
  await page.keyboard.press("2");
  await page.getByRole("alert").first().waitFor();
  await calling(page, "Amina Belkacem");
  await context.setOffline(false);
  await page.keyboard.press("2");
  await calling(page, "ياسين حداد");
  expect(await stateOf(shop, numbers[0] ?? "")).toEqual(["pending", undefined, 1]);
});

test("a customer's page shows orders, notes and addresses, and takes a note and a block, with Undo", async () => {
  const { shop, numbers } = await shopToCall(["Amina Belkacem"]);
  await runTool(shop, "orders_add_note", { order: numbers[0], text: "Préfère le soir." });
  const { page, complaints } = await looking(shop, { language: "fr" });
  await page.goto(screenOf(shop, `orders/${numbers[0]}`));
  await page.getByRole("link", { name: "1 commande" }).click();
  await page.getByRole("heading", { level: 1, name: "Amina Belkacem" }).waitFor();
  await page.getByText("Préfère le soir.").waitFor();
  await page.getByText("0550 00 00 10").waitFor();
  await page.getByLabel("Ajouter une note").fill("Sonne deux fois.");
  await page.getByRole("button", { name: "Enregistrer la note" }).click();
  await page.getByText("Sonne deux fois.").and(page.locator("bdi")).waitFor();
  await page.getByRole("button", { name: "Bloquer ce numéro" }).click();
  await page.getByLabel("Pourquoi (pour les collègues)").fill("Deux refus");
  await page.getByRole("button", { name: "Bloquer ce numéro" }).click();
  await page.getByText("Ce numéro est bloqué").waitFor();
  expect((await runTool(shop, "blocked_phones_list")).data).toMatchObject([{ note: "Deux refus" }]);
  await sound(page);
  await page.getByRole("button", { name: "Annuler" }).last().click();
  await page.getByRole("button", { name: "Bloquer ce numéro" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "1 commande" }).waitFor();
  expect(complaints).toEqual([]);
});

test("an address of the account that an order names, too, is shown once, however its wilaya is written", async () => {
  const { shop, order } = await shopOf();
  const customer = await customerOf(shop, { phone: "0550 00 00 10" });
  for (const [line1, state] of [
    ["12 rue des Oliviers", "وهران"],
    ["12 rue des Oliviers", "31 - Oran"],
    ["3 rue Larbi", "31 - Oran"],
  ]) {
    const address = { line1, city: "Bir El Djir", state, country: "DZ", postal_code: "31000", phone: "0550000010" };
    expect((await shop.post("/auth/me/addresses", address, customer.headers)).status).toBe(201);
  }
  await order("Amina Belkacem", { customer_phone: "0550000010", shipping_address: { line1: "12 rue des Oliviers" } });
  const { page } = await looking(shop, { language: "fr" });
  await page.goto(screenOf(shop, `customers/${customer.id}`));
  const addresses = page
    .locator("section", { has: page.getByRole("heading", { name: "Adresses" }) })
    .getByRole("listitem");
  await addresses.first().waitFor();
  await expect
    .poll(async () => (await addresses.allInnerTexts()).sort())
    .toEqual(["12 rue des Oliviers · Bir El Djir · Oran", "3 rue Larbi · Bir El Djir · Oran"]);
});

test("a statement of 34 lines with three wrong ones: what fits is recorded, what does not is told, and it is taken back", async () => {
  const { shop, order } = await shopOf();
  const rows = ["Suivi;Montant"];
  for (let line = 0; line < 33; line++) {
    const number = await order("Amina Belkacem", { customer_phone: "0550000010" });
    await runTool(shop, "orders_confirm", { order: number });
    await runTool(shop, "orders_ship", {
      order: number,
      carrier: "Rapide Express",
      tracking_number: `RE-${100 + line}`,
    });
    if (line > 30) await runTool(shop, "orders_mark_delivered", { order: number });
    if (line < 32) rows.push(`RE-${100 + line};${line === 4 ? 1000 : 1850}`);
  }
  rows.push("RE-999;1850", "RE-100;1850");
  expect(rows).toHaveLength(35);
  const { page, complaints } = await looking(shop, { language: "fr", role: "orders" });
  await page.goto(screenOf(shop, "cash"));
  await page.getByRole("button", { name: /Rapide Express/ }).click();
  await page.locator("input[type=file]").setInputFiles({
    name: "releve.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(rows.join("\n")),
  });
  await page.getByText("31 lignes sur 34 correspondent").waitFor();
  await page.getByText("3 lignes ne correspondent pas").waitFor();
  expect(await page.locator("tbody tr").allInnerTexts()).toEqual([
    expect.stringMatching(/^6\s+RE-104\s+Un autre montant\s+1.000.DA\s+1.850.DA/),
    expect.stringMatching(/^34\s+RE-999\s+Aucune commande n’a ce numéro/),
    expect.stringMatching(/^35\s+RE-100\s+La commande est déjà dans une ligne plus haut/),
  ]);
  await page.getByText("1 colis livré n’y est pas").waitFor();
  await sound(page);
  await page.getByRole("button", { name: "Enregistrer 31 versements" }).click();
  await page.getByRole("heading", { name: /31 versements enregistrés/ }).waitFor();
  const paid = async () => (await runTool(shop, "analytics_report", { report: "carrier_debts" })).totals.remitted;
  expect(await paid()).toBe(31 * 1850);

  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("heading", { name: "Les versements sont retirés" }).waitFor();
  expect(await paid()).toBe(0);
  await page.getByRole("button", { name: "Un autre relevé" }).click();
  await page.getByLabel("Déposez le relevé ici").fill("pas un relevé");
  await page.getByText("Ce relevé est illisible").waitFor();
  expect(complaints).toEqual([]);
});
