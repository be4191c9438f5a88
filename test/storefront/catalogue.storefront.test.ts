import { get } from "node:http";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { picture } from "../files/pictures.ts";
import { faultsOf, isTooWide, openedBrowser, openShop } from "./opened.ts";
import { merchant, textsIn } from "./texts.ts";

const { shop, otherShop, server, secretKey, webhookSecret } = inject("storefront");
let browser: Browser;

beforeAll(async () => {
  browser = await openedBrowser();
});
afterAll(() => browser.close());

test("from home through a category with filters to a product, in Arabic on a phone, and back everywhere", async () => {
  const { context, page, complaints } = await openShop(browser);
  await page.goto("/ar");
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  expect(await faultsOf(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);

  await page.locator("main a[href$='/categories/mode']").click();
  await page.waitForURL("**/categories/mode");
  await page.getByRole("button", { name: "تصفية" }).click();
  await page.locator("#filters").getByText("M", { exact: true }).click();
  await page.waitForURL(/option\.Taille=M/);
  await page.locator("#filters").getByRole("button", { name: "عرض 10 منتجات" }).click();
  expect(await page.locator("#filters").isVisible()).toBe(false);
  expect(await faultsOf(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  const names = await page.locator("main li a[href*='/products/']").allTextContents();
  expect(names).toHaveLength(10);

  await page.getByRole("link", { name: /فستان قبائلي/ }).click();
  await page.waitForURL("**/products/robe-kabyle-brodee");
  await page.getByRole("link", { name: "Rouge" }).click();
  expect(new URL(page.url()).searchParams.get("Couleur")).toBe("Rouge");
  expect(await page.getByText("L: نفد في Rouge، ومتوفر في Jaune وBlanc.").isVisible()).toBe(true);
  expect(await page.locator(".size[data-gone]").textContent()).toContain("L");
  expect(await faultsOf(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);

  await page.goBack();
  await page.waitForURL(/option\.Taille=M/);
  expect(await page.locator("main li a[href*='/products/']").count()).toBe(10);
  await page.goBack();
  await page.waitForURL((url) => url.search === "");
  expect(await page.locator("#filters input[value='M']").isChecked()).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

test("search follows what one types, mends it, and says so; in French on a desktop", async () => {
  const { context, page, complaints } = await openShop(browser, { device: "desktop" });
  await page.goto("/fr");
  await page.getByRole("link", { name: "Chercher" }).click();
  await page.getByRole("searchbox").pressSequentially("huille");
  await page.getByText("Pas de résultat exact pour « huille ».").waitFor();
  expect(await page.locator("mark").first().textContent()).toBe("Huile");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("searchbox").fill("zzzzqq");
  await page.getByText("Rien au nom de « zzzzqq »").waitFor();
  expect(await page.getByRole("link", { name: "0550 00 00 00" }).count()).toBeGreaterThan(1);

  // A list that is searched is in no order that one can choose, until one is chosen.
  await page.goto("/fr/products?q=huile");
  const order = page.locator("main summary").filter({ hasText: "Trier" });
  expect(await order.textContent()).toBe("Trier");
  await order.click();
  await page.getByRole("link", { name: "Les plus récents" }).click();
  await page.waitForURL(/sort=newest/);
  expect(await order.textContent()).toBe("TrierLes plus récents");
  expect(complaints).toEqual([]);
  await context.close();
});

test("without JavaScript: search, filters, the sheet of filters and a variant", async () => {
  const { context, page } = await openShop(browser, { javaScript: false });
  await page.goto("/fr/search");
  await page.getByRole("searchbox").fill("babouches");
  await page.getByRole("searchbox").press("Enter");
  await page.waitForURL(/q=babouches/);
  await page.locator("main a[href$='/products/babouches-cuir']").click();
  await page.getByRole("link", { name: "39", exact: true }).click();
  expect(new URL(page.url()).searchParams.get("Pointure")).toBe("39");
  expect(await page.locator(".size[aria-current]").textContent()).toBe("39");

  await page.goto("/fr/categories/mode");
  await page.getByRole("button", { name: "Filtrer" }).click();
  await page.locator("#filters").getByText("XL", { exact: true }).click();
  await page
    .locator("#filters")
    .getByRole("button", { name: /Voir \d+ articles/ })
    .click();
  await page.waitForURL(/option\.Taille=XL/);
  expect(await page.getByText("Taille: XL").isVisible()).toBe(true);
  await context.close();
});

test("an uploaded picture comes in the size of the screen, with its measures and a placeholder", async () => {
  const photo = await picture("jpeg", 900, 600);
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "photo.jpg");
  const uploaded = await fetch(`${server}/api/v1/admin/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}` },
    body: form,
  });
  const { id } = (await uploaded.json()) as { id: string };
  await merchant("products_save", {
    name: "Vase photographié",
    price: 100,
    status: "active",
    images: [{ file: id, alt: "Vase" }],
  });
  const { context, page, complaints } = await openShop(browser);
  await page.goto("/fr/products/vase-photographie");
  const shown = page.getByRole("img", { name: "Vase" });
  await shown.evaluate((image: { decode(): Promise<void> }) => image.decode());
  expect(await shown.evaluate((image: { currentSrc: string }) => image.currentSrc)).toMatch(/-320\.webp$/);
  expect(await shown.getAttribute("srcset")).toMatch(
    /^\S+-160.webp 160w, \S+-320.webp 320w, \S+-640.webp 640w, \S+-1280.webp 900w$/,
  );
  const largest = /(\S+) 900w$/.exec((await shown.getAttribute("srcset")) ?? "")?.[1] ?? "";
  expect((await fetch(largest)).headers.get("content-type")).toBe("image/webp");
  expect([await shown.getAttribute("width"), await shown.getAttribute("height")]).toEqual(["900", "600"]);
  expect(await shown.getAttribute("style")).toContain("data:image/webp");
  expect(complaints).toEqual([]);
  await context.close();
});

test("pages of the merchant, posts, and what is not there", async () => {
  const { context, page, complaints } = await openShop(browser, { device: "desktop" });
  await page.goto("/fr/pages/about");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("propos");
  await page.goto("/en/blogs");
  await page
    .getByRole("link", { name: /Choisir son tapis/ })
    .first()
    .click();
  await page.waitForURL("**/blogs/choisir-son-tapis");
  await expect.poll(() => page.title()).toMatch(/^Choisir son tapis/);
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  for (const path of [
    "/fr/products/nothing",
    "/fr/pages/nothing",
    "/fr/blogs/nothing",
    "/fr/categories/nothing",
    "/fr/no/page",
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    expect(await page.getByRole("heading", { level: 1 }).textContent(), path).toBe("Cette porte ne mène nulle part");
  }
  await context.close();
});

test("search engines and models learn of all pages in all languages", async () => {
  const page = await (await fetch(`${shop}/ar/products/robe-kabyle-brodee`)).text();
  for (const language of ["ar", "fr", "en", "x-default"])
    expect(page).toMatch(new RegExp(`<link rel="alternate" hrefLang="${language}" href="${shop}/`));
  const facts = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ""),
  );
  expect(facts.map((fact) => fact["@type"]).sort()).toEqual(["BreadcrumbList", "Product"]);
  expect(facts.find((fact) => fact["@type"] === "Product").offers).toMatchObject({
    lowPrice: 8900,
    highPrice: 9400,
    priceCurrency: "DZD",
  });
  expect(page).toContain('property="og:image"');
  const home = await (await fetch(`${shop}/fr`)).text();
  expect(home).toContain('"@type":"OnlineStore"');
  const sitemap = await (await fetch(`${shop}/sitemap.xml`)).text();
  expect(sitemap).toContain(`<loc>${shop}/fr/products/babouches-cuir</loc>`);
  expect(await (await fetch(`${shop}/llms.txt`)).text()).toContain("# Dar El Bahdja");
  expect(await (await fetch(`${shop}/robots.txt`)).text()).toContain(`Sitemap: ${shop}/sitemap.xml`);
  const root = await fetch(shop, { redirect: "manual", headers: { "accept-language": "de, fr;q=0.8, ar;q=0.5" } });
  expect(root.headers.get("location")).toMatch(/\/fr$/);
});

test("a webhook drops what is kept; without a signature nothing is dropped", async () => {
  const listed = async () => (await (await fetch(`${shop}/fr/categories/bijoux`)).text()).includes("Bracelet renommé");
  const webhook = (signature: Record<string, string>, body: string) =>
    fetch(`${shop}/hooks`, { method: "POST", headers: { "content-type": "application/json", ...signature }, body });
  expect(await listed()).toBe(false);
  const renamed = await fetch(`${server}/api/v1/admin/products_save`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ product: "bracelet-argent-kabyle", name: "Bracelet renommé" }),
  });
  expect(renamed.status).toBe(200);
  expect(await listed()).toBe(false);

  const body = JSON.stringify({ type: "products.changed", timestamp: new Date().toISOString(), number: 1, data: {} });
  const now = new Date();
  const signed = {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(webhookSecret).sign("1", now, body),
  };
  expect((await webhook({ ...signed, "webhook-signature": "v1,AAAA" }, body)).status).toBe(401);
  expect(await listed()).toBe(false);
  expect((await webhook(signed, body + " ".repeat(1_000_000))).status).toBe(413);
  expect((await webhook(signed, body)).status).toBe(204);
  expect(await listed()).toBe(true);
});

test("one build serves another store at its host name, with its theme", async () => {
  const { context, page, complaints } = await openShop(browser, { device: "desktop" });
  await page.goto(`${otherShop}/en`);
  expect(await page.title()).toBe("Atelier Nord");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("sonitek");
  expect(await faultsOf(page)).toEqual([]);
  // Items of the footer without any below them share a column, which has no heading.
  const terms = page.locator("footer div:has(> ul)").filter({ has: page.getByRole("link", { name: "Terms" }) });
  expect(await terms.locator("p").count()).toBe(0);

  // Outside Algeria there are no communes.
  const say = textsIn("en");
  await page.goto(`${otherShop}/en/products/marseille-soap`);
  await page.getByRole("button", { name: say("product.add"), exact: true }).click();
  await page
    .locator("dialog[open]")
    .getByRole("link", { name: say("cart.order") })
    .click();
  await page.getByLabel(say("checkout.region")).waitFor();
  expect(await page.getByLabel(say("checkout.city")).getAttribute("name")).toBe("commune");
  expect(complaints).toEqual([]);
  await context.close();
});

/** The title of the shop that a host name stands for. */
const titleAt = (host: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    get(`${shop}/en`, { headers: { host } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve(/<title>(.*?)<\/title>/.exec(text)?.[1]));
    }).on("error", reject);
  });

test("a host name may be in capitals and end in a dot; one that is none of the table's gets the only store", async () => {
  expect(await titleAt("ATELIER.localhost.")).toBe("Atelier Nord");
  expect(await titleAt("constructor")).toBe(await titleAt("localhost"));
});

/** Scripts of an empty page of Next 16.4.6 that is rendered for each request, gzip: measure it anew when Next changes. */
const EMPTY_PAGE_BYTES = 134_904;
const MOST_BYTES_ABOVE = 30_000;
/** Of bin/compile-ahead.mjs. */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

test("a product's page has few scripts, and says that they are to be compiled as they are loaded", async () => {
  const { context, page } = await openShop(browser);
  const loading: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") loading.push(response.body());
  });
  await page.goto("/ar/products/robe-kabyle-brodee", { waitUntil: "networkidle" });
  const scripts = await Promise.all(loading);
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  expect(bytes).toBeGreaterThan(EMPTY_PAGE_BYTES);
  expect(bytes).toBeLessThanOrEqual(EMPTY_PAGE_BYTES + MOST_BYTES_ABOVE);
  const hints = scripts.map((script) => script.toString("utf8", 0, COMPILE_HINT.length));
  expect(new Set(hints)).toEqual(new Set([COMPILE_HINT]));
  await context.close();
});

test("without a network, the shop says so and gives its telephone", async () => {
  const { context, page } = await openShop(browser);
  await page.goto("/fr");
  await page.evaluate("navigator.serviceWorker.ready");
  await context.setOffline(true);
  await page.reload();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Pas de connexion");
  expect(await page.getByRole("link", { name: "0550 00 00 00" }).count()).toBe(1);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Réessayer" }).click();
  await page.getByRole("heading", { name: "Les portes de la maison" }).waitFor();
  await context.close();
});
