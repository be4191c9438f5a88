import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { PASSWORD, personOf } from "../staff/people.ts";
import { openShop, type Shop } from "../support/app.ts";
import { testRandomly } from "../support/random-tests.ts";
import {
  faultsOf,
  holdBack,
  isTooWide,
  type Language,
  type Looking,
  listenTo,
  lookingBy,
  type OpenedConsole,
  openAs,
  openConsole,
  screenOf,
} from "./opened.ts";

/** What each main word is called, by which a person finds their way. */
const WORDS: Record<Language, { operations: string; language: string; search: string }> = {
  fr: { operations: "Opérations", language: "Langue", search: "Chercher" },
  ar: { operations: "العمليات", language: "اللغة", search: "ابحث" },
  en: { operations: "Operations", language: "Language", search: "Search" },
};
/** What a shopper or a colleague may type to run a script in the browser of somebody else. */
const CANARY = `<img src=x onerror="window.canary=1"><script>window.canary=1</script>{{constructor}}`;

let opened: OpenedConsole;
let shops: [Shop, Shop];

beforeAll(async () => {
  opened = await openConsole();
  shops = [await openShop({ via: opened.app }), await openShop({ via: opened.app, currency: "EUR", country: "FR" })];
  await shops[1].product({ slug: "bol", name: "Bol", price: 1_200 });
  await shops[0].product({ slug: "canary", name: CANARY, price: 90_000, stock: 9 });
  await shops[0].product({ slug: "theiere", name: "Théière en cuivre", price: 185_000, stock: 4 });
}, 180_000);
afterAll(() => opened?.close());

async function looking(looking: Looking) {
  const person = await openAs(opened, shops, looking);
  onTestFinished(() => person.context.close());
  return person;
}

test("a person signs in, and comes to the screen that they had asked for", async () => {
  const { email } = await personOf(shops[0], "owner");
  const context = await opened.browser.newContext({ baseURL: opened.url, locale: "fr-DZ" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  listenTo(page, complaints);
  await page.goto(screenOf(shops[0], "operations/products_search", { query: "theiere" }));
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("button[type=submit]").click();

  await page.getByText("Théière en cuivre").waitFor();
  expect(page.url()).toContain("query=theiere");
  expect(complaints).toEqual([]);
});

test("filters survive Back and a reload, and a screen is found by its address", async () => {
  const { page } = await looking({});
  await page.goto(screenOf(shops[0], "operations", { q: "prix" }));
  await page.getByRole("link", { name: "Changer des prix" }).click();
  await page.getByRole("heading", { name: "Changer des prix" }).waitFor();
  await page.goBack();
  await page.getByRole("searchbox").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("prix");
  await page.reload();
  await page.getByRole("link", { name: "Changer des prix" }).waitFor();
  expect(await page.getByRole("link", { name: "Voir une commande" }).count()).toBe(0);
});

test("a store is switched, and each tab keeps its own", async () => {
  const { page } = await looking({});
  await page.goto(screenOf(shops[0], "operations"));
  await page.getByTitle("Changer de boutique").click();
  await page.getByRole("menuitem").nth(1).click();
  await page.waitForURL(new RegExp(shops[1].slug));
  await page.goto(screenOf(shops[1], "operations/products_search"));
  await page.getByText("12 €").first().waitFor();
  expect(await page.getByText("Théière").count()).toBe(0);
});

test("a store in which the person does not work is not shown", async () => {
  const { page } = await looking({});
  await page.goto(screenOf(await openShop(), "operations"));
  await page.getByText("Vous ne travaillez pas dans cette boutique.").waitFor();
});

test("who may not do something is not offered it", async () => {
  const { page } = await looking({ role: "viewer" });
  await page.goto(screenOf(shops[0], "operations"));
  await page.getByRole("link", { name: "Chercher des produits" }).waitFor();
  expect(await page.getByRole("link", { name: "Changer des prix" }).count()).toBe(0);
  await page.goto(screenOf(shops[0], "operations/prices_bulk_update"));
  await page.getByText("votre rôle ne la permet pas").waitFor();
});

test("at the next visit home asks for its figures before the console is read, and once", async () => {
  const { page } = await looking({});
  await page.goto(screenOf(shops[0], ""));
  await page.getByText("Bientôt épuisé").waitFor();

  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/(analytics_report|orders_search)$/.test(request.url())) asked.push(request.postData() ?? "");
  });
  const arrive = await holdBack(page, /first-screen[^/]*\.js$/);
  const [, report] = await Promise.all([
    page.waitForRequest(/orders_search$/),
    page.waitForRequest(/analytics_report$/),
    page.goto(screenOf(shops[0], ""), { waitUntil: "commit" }),
  ]);
  arrive();
  await page.getByText("Bientôt épuisé").waitFor();

  expect(report.postDataJSON()).toMatchObject({ report: "sales", by: "day" });
  expect(asked.filter((body, index) => asked.indexOf(body) !== index)).toEqual([]);
});

// A plot is loaded after all else, as fonts are.
test("the first screen is at most 250 kB of script and style, compressed", async () => {
  const { page } = await looking({});
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (/\/(?!TimePlot)[^/]*\.(js|css)$/.test(response.url()))
      sizes.push(gzipSync(await response.body(), { level: 9 }).length);
  });
  await page.goto(screenOf(shops[0], ""));
  await page.getByText("Bientôt épuisé").waitFor();

  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeGreaterThan(100_000);
  expect(sum).toBeLessThan(250_000);
});

testRandomly("the main tasks, in some language and colours on some device", { runs: 2 }, async (seed) => {
  const { language, device, colours } = lookingBy(seed);
  const { page, complaints } = await looking({ language, device, colours });
  const words = WORDS[language];
  const checked = async () => {
    expect(await isTooWide(page), `${page.url()} in ${language} on a ${device}`).toBe(false);
    expect(await faultsOf(page), `${page.url()} in ${language} on a ${device}`).toEqual([]);
  };

  await page.goto(screenOf(shops[0], "operations"));
  await page.getByRole("heading", { name: words.operations, exact: true }).waitFor();
  expect(await page.locator("html").getAttribute("dir")).toBe(language === "ar" ? "rtl" : "ltr");
  await page.getByRole("link").nth(8).waitFor();
  await checked();

  if (device === "desktop") await page.keyboard.press("Control+k");
  else {
    await page.goto(screenOf(shops[0], "more"));
    await page.getByRole("button", { name: words.search }).click();
  }
  await page.getByRole("dialog").getByRole("textbox").fill("theiere");
  await page.getByRole("button", { name: /Théière en cuivre/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Théière en cuivre").first().waitFor();
  await checked();

  await page.goto(
    screenOf(shops[0], "operations/prices_bulk_update", { products: ["canary", "theiere"], percent: 10 }),
  );
  if (device === "phone") await page.locator("[data-dock] button:visible").last().click();
  await page.locator("table").getByText("DA").first().waitFor();
  await checked();
  await page.goto(screenOf(shops[0], "operations/products_get", { product: "canary" }));
  await page.getByText("<script>").first().waitFor();
  expect(await page.evaluate("window.canary")).toBeUndefined();

  if (device === "phone") {
    await page.goto(screenOf(shops[0], "more"));
  } else {
    await page.locator("nav").first().getByRole("button").last().click();
  }
  await page.getByText(words.language, { exact: true }).waitFor();
  await page.getByText(language === "en" ? "Français" : "English", { exact: true }).click();
  const other = WORDS[language === "en" ? "fr" : "en"];
  await page.getByRole("link", { name: other.operations }).first().waitFor();
  await checked();
  expect(complaints).toEqual([]);
});
