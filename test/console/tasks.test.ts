import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { loadTexts } from "../../console/src/messages/languages.ts";
import type { Texts } from "../../console/src/messages/texts.ts";
import { openShop, type Shop } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { testRandomly } from "../support/random-tests.ts";
import { faultsOf, goTo, isTooWide, lookingBy, type OpenedConsole, openAs, openConsole, screenOf } from "./opened.ts";

let opened: OpenedConsole;
let shop: Shop;

beforeAll(async () => {
  opened = await openConsole();
  shop = await openShop({ via: opened.app });
  await shop.product({ slug: "pot", name: "Pot de terre", price: 150_000, stock: 5 });
  await run("categories_save", { name: "Maison" });
  await run("collections_save", { title: "Cadeaux", products: ["pot"] });
  await run("promotions_save", { title: "Rentrée", code: "RENTREE", discount_type: "percentage", discount_value: 10 });
  await run("carriers_save", { name: "Sud Colis", home_cost: 400 });
  await run("content_save", { kind: "page", slug: "aide", title: "Aide", body: "<p>Oui</p>", is_published: true });
  await run("menus_save", { handle: "footer", title: "Pied", items: [{ title: "Aide", type: "link", url: "/aide" }] });
  for (const quantity of [1, 2]) await run("orders_create", { ...ORDER, items: [{ item: "pot", quantity }] });
}, 180_000);
afterAll(() => opened?.close());

const ORDER = { customer_name: "Lynda", customer_phone: "0550102030", customer_wilaya: "16" };

/** Runs an operation as a program does. */
async function run(name: string, args: object): Promise<Record<string, unknown>> {
  const { data, problem } = await call(shop, name, args);
  expect(problem, name).toBeUndefined();
  return data;
}

/** The last row of a report: the sums. */
const IN_ALL = 1;

/** What a person changes by the form of an operation. */
interface Task {
  operation: string;
  filledIn: Record<string, unknown>;
  /** What is filled in by hand. */
  fill?(page: Page, texts: Texts): Promise<void>;
  /** What the difference says: the value now, and after. */
  differs: RegExp;
  /** The operation that shows the thing. */
  reads: [string, object];
}

const POT: Task["reads"] = ["products_get", { product: "pot", response_format: "detailed" }];
/** A wilaya without a rate. */
const FREE = /Tamanrasset|تمنراست/;

/** A delivery rate of a wilaya that has none. */
async function fillInRate(page: Page, { operations, fields }: Texts) {
  await page.getByRole("button", { name: operations.form.addRow }).click();
  await page.locator("input[name='rates.0.region']").click();
  await page.locator("input[name='rates.0.region']").fill("11");
  await page.getByRole("option", { name: FREE }).click();
  await page.getByText(fields.values.home ?? "home", { exact: true }).click();
  await page.locator("input[name='rates.0.price']").fill("700");
}

const TASKS: readonly Task[] = [
  {
    operation: "prices_bulk_update",
    filledIn: { products: ["pot"], percent: 10 },
    differs: /1 500 DA\s+1 650 DA/,
    reads: POT,
  },
  {
    operation: "inventory_adjust",
    filledIn: { changes: [{ variant: "pot", by: -2 }] },
    differs: /\s2\s+0/,
    reads: POT,
  },
  {
    operation: "products_save",
    filledIn: { product: "pot" },
    fill: async (page, { operations }) => {
      await page.getByRole("button", { name: operations.form.edit, exact: true }).first().click();
      expect(await page.locator("input[name=name]").inputValue()).toBe("Pot de terre");
      await page.locator("input[name=name]").fill("Pot de cuivre");
    },
    differs: /Pot de terre\s+Pot de cuivre/,
    reads: POT,
  },
  {
    operation: "categories_save",
    filledIn: { category: "maison", name: "Foyer" },
    differs: /Maison\s+Foyer/,
    reads: ["categories_list", {}],
  },
  {
    operation: "collections_save",
    filledIn: { collection: "cadeaux", title: "Noël" },
    differs: /Cadeaux\s+Noël/,
    reads: ["collections_search", { collection: "cadeaux" }],
  },
  {
    operation: "promotions_save",
    filledIn: { promotion: "RENTREE", discount_value: 15 },
    differs: /10\s+15/,
    reads: ["promotions_search", {}],
  },
  {
    operation: "store_update",
    filledIn: {},
    fill: (page) => page.locator("input[name=name]").fill("La poterie"),
    differs: /\S\s+La poterie/,
    reads: ["store_get", {}],
  },
  {
    operation: "shipping_rates_set",
    filledIn: {},
    fill: fillInRate,
    differs: /—\s+700 DA/,
    reads: ["shipping_rates_list", {}],
  },
  {
    operation: "carriers_save",
    filledIn: { carrier: "Sud Colis", home_cost: 450 },
    differs: /400 DA\s+450 DA/,
    reads: ["carriers_list", {}],
  },
  {
    operation: "content_save",
    filledIn: { kind: "page", slug: "aide", title: "Questions" },
    differs: /Aide\s+Questions/,
    reads: ["content_get", { kind: "page", slug: "aide" }],
  },
  {
    operation: "menus_save",
    filledIn: { handle: "footer", title: "Bas de page" },
    differs: /Pied\s+Bas de page/,
    reads: ["menus_get", { handle: "footer" }],
  },
];

/** What is written somewhere, with plain spaces. */
const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().innerText()).replaceAll(/[\u00a0\u202f]/g, " ");

/** What an operation shows, without when it was changed. */
const readBy = async ([name, args]: Task["reads"]): Promise<string> =>
  JSON.stringify(await run(name, args), (field, value) => (field === "updated_at" ? undefined : value));

testRandomly("ten operations are done and undone, and a report is read", { runs: 2 }, async (seed) => {
  const looking = lookingBy(seed);
  const { device, language } = looking;
  const texts = await loadTexts[language]();
  const { change, reports } = texts;
  const { context, page, complaints } = await openAs(opened, [shop], looking);
  onTestFinished(() => context.close());
  const checked = async () => {
    expect(await isTooWide(page), `${page.url()} in ${language} on a ${device}`).toBe(false);
    expect(await faultsOf(page), `${page.url()} in ${language} on a ${device}`).toEqual([]);
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const lookAtDifference = async () => {
    if (device === "phone") await button(change.showWhat).click();
    await page.getByText(change.upToDate).waitFor();
  };

  await page.goto(screenOf(shop, "operations"));
  await page.locator("main li").first().waitFor();
  for (const { operation, filledIn, fill, differs, reads } of TASKS) {
    const before = await readBy(reads);
    await goTo(page, screenOf(shop, `operations/${operation}`, filledIn));
    await page.locator("form").waitFor();
    await fill?.(page, texts);
    await lookAtDifference();
    expect(await textOf(page, "main table"), operation).toMatch(differs);
    expect(await readBy(reads), `the dry run of ${operation}`).toBe(before);

    await button(change.run(1)).click();
    await page.getByRole("heading", { name: change.doneTitle(1) }).waitFor();
    expect(await readBy(reads), operation).not.toBe(before);
    if (operation === "shipping_rates_set") await checked();

    await button(change.undo).click();
    await page.getByRole("heading", { name: change.undone }).waitFor();
    expect(await readBy(reads), `the undo of ${operation}`).toBe(before);
  }

  await goTo(page, screenOf(shop, "operations/orders_create", { items: [{ item: "pot", quantity: 1 }] }));
  const [wilaya, commune] = ["customer_wilaya", "customer_commune"].map((name) => page.locator(`input[name=${name}]`));
  await wilaya?.fill("alg");
  const alger = page.getByRole("option", { name: /Alger|الجزائر/ });
  await alger.waitFor();
  await checked();
  await alger.click();
  await commune?.fill(language === "ar" ? "حيدرة" : "hydra");
  await page.getByRole("option", { name: /Hydra|حيدرة/ }).click();
  await checked();

  await page.goto(screenOf(shop, "reports", { report: "sales", period: "7" }));
  const rows = page.locator("main table tbody tr");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(7 + IN_ALL);
  expect(await textOf(page, "main table")).toMatch(/4 500/);
  await page.locator("main canvas").waitFor();
  await checked();

  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: device === "phone" ? reports.saveCsv : "CSV" }).click();
  const file = readFileSync(await (await downloaded).path(), "utf8");
  expect(file.split("\r\n")).toHaveLength(1 + 7 + 1);
  expect(file).toContain(reports.columns.orders ?? "-");
  expect(file).toMatch(/4500/);

  await page.getByRole("link", { name: reports.periods["30"], exact: true }).click();
  await expect.poll(() => rows.count()).toBe(30 + IN_ALL);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(7 + IN_ALL);
  expect(complaints).toEqual([]);
});
