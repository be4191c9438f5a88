import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page as BrowserPage, CDPSession } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoLink } from "../../src/demo/demo-link.ts";
import { makeDemoLink } from "../../src/staff/accounts.ts";
import { openBrowser } from "../client/browser.ts";
import { buildTestApp, database, openShop, type Shop, settingsWith, app as shared } from "../support/app.ts";
import { invite, NAME, newEmail, PASSWORD, personOf } from "./people.ts";

// The pages of the console in a browser.

const app = await buildTestApp();
let browser: Browser;
let base: string;
let shop: Shop;

beforeAll(async () => {
  base = (await app.listen({ host: "127.0.0.1", port: 0 })).replace("127.0.0.1", "localhost");
  browser = await openBrowser([]);
  shop = await openShop();
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

/** A browser without cookies, which speaks this language. Everything that it loads must come from this server. */
async function open(path: string, locale = "fr-FR"): Promise<BrowserPage> {
  const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  page.on("request", (request) => expect(new URL(request.url()).origin).toBe(base));
  page.on("pageerror", (error) => expect(error).toBeUndefined());
  page.on("console", (message) => expect(message.text()).not.toContain("Content Security Policy"));
  await page.goto(base + path);
  return page;
}

/** Waits until the person is in, where the console takes over, and goes to the page of the account. */
async function isAtAccount(page: BrowserPage): Promise<void> {
  await page.waitForURL(({ pathname }) => /^\/console(\/stores\/.*)?$/.test(pathname));
  await page.goto(`${base}/console/account`);
  await page.waitForSelector("#account:not([hidden])");
}

async function signIn(page: BrowserPage, email: string, password = PASSWORD): Promise<void> {
  await page.fill("#email", email);
  await page.fill("#password", password);
  await page.click("button[type=submit]");
}

test("somebody accepts an invitation, signs out, mistypes, and signs in again", async () => {
  const email = newEmail();
  const page = await open(`/console/invitation#${await invite(shop, email, "orders")}`);
  await page.waitForSelector("form:not([hidden])");
  expect(await page.inputValue("#email")).toBe(email);
  expect(await page.textContent("#about")).toBe("à travailler dans Test shop : commandes");
  await page.fill("#name", NAME);
  await page.fill("#password", "court");
  await page.click("button[type=submit]");
  await page.waitForSelector("#wrong:not([hidden])");
  expect(await page.textContent("#wrong span")).toContain("entre 8 et 128");
  await page.fill("#password", PASSWORD);
  await page.click("button[type=submit]");
  await isAtAccount(page);
  expect(await page.textContent("#stores")).toContain("Test shop");

  await page.click("#sign-out");
  await page.waitForURL("**/console/sign-in");
  await signIn(page, email, "a wrong one");
  await page.waitForSelector("#wrong:not([hidden])");
  expect(await page.getAttribute("#password", "aria-invalid")).toBe("true");
  await signIn(page, email);
  await isAtAccount(page);
  await page.context().close();
});

test("a link for a new password, and one that does not work", async () => {
  const { page: owner } = await personOf(shop, "owner");
  const { email } = await personOf(shop, "viewer");
  const { link } = (await owner.run(shop, "staff_reset_link", { person: email })).body;
  const path = new URL(link).pathname + new URL(link).hash;
  const page = await open(path);
  await page.waitForSelector("form:not([hidden])");
  await page.fill("#password", "une autre phrase");
  await page.click("button[type=submit]");
  await isAtAccount(page);

  const late = await open(path, "ar");
  await late.waitForSelector("#refused:not([hidden])");
  expect(await late.textContent("#refused span")).toContain("انتهت مدته");
  await page.context().close();
  await late.context().close();
});

describe.each(["ar", "fr", "en"] as const)("in %s", (language) => {
  test("the pages have the browser's language and direction, and nothing stands beside the screen", async () => {
    for (const path of ["sign-in", "invitation", "new-password"]) {
      const page = await open(`/console/${path}`, language);
      const { lang, dir, over } = await page.evaluate<{ lang: string; dir: string; over: number }>(
        "({ lang: document.documentElement.lang, dir: document.documentElement.dir, over: document.documentElement.scrollWidth - innerWidth })",
      );
      expect({ lang, dir, over }).toEqual({ lang: language, dir: language === "ar" ? "rtl" : "ltr", over: 0 });
      await page.context().close();
    }
  });
});

test("another language is chosen by a link, which keeps what is behind the #", async () => {
  const page = await open("/console/invitation#secret", "fr");
  await page.click("nav a[lang=ar]");
  expect(page.url()).toBe(`${base}/console/invitation?locale=ar#secret`);
  expect(await page.evaluate("document.documentElement.lang")).toBe("ar");
  await page.context().close();
});

test("the demo's link signs in once", async () => {
  const tenant = {
    siteId: shop.id,
    currency: "DZD",
    country: "DZ",
    locale: "fr",
    timeZone: null,
    now: new Date().toISOString(),
    mediaUrl: <T>(url: T) => url,
  };
  const former = await makeDemoLink(database, [tenant]);
  const path = await makeDemoLink(database, [tenant]);
  const page = await open(path);
  await isAtAccount(page);
  expect(await page.textContent("#stores")).toContain("propriétaire");
  for (const used of [path, former]) {
    const again = await open(used);
    await again.waitForSelector("#wrong:not([hidden])");
    await again.context().close();
  }
  await demoLink(settingsWith({ NODE_ENV: "production" }), database, undefined);
  await page.reload();
  await page.waitForURL("**/console/sign-in");
  await page.context().close();
});

describe("a passkey", () => {
  /** A device that holds passkeys, with a fingerprint that fits. */
  async function addAuthenticator(page: BrowserPage): Promise<{ cdp: CDPSession; id: string }> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { cdp, id };
  }

  test("is added, signs in, signs in nobody with what was sent before, and is removed", async () => {
    const { email } = await personOf(shop, "viewer");
    const page = await open("/console/sign-in");
    await addAuthenticator(page);
    await signIn(page, email);
    await isAtAccount(page);
    await page.fill("#password", PASSWORD);
    await page.click("#add-passkey");
    await page.waitForSelector("#passkeys li");

    await page.click("#sign-out");
    await page.waitForURL("**/console/sign-in");
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith("/sign-in/passkey") && one.method() === "POST"),
      page.click("#passkey"),
    ]);
    await isAtAccount(page);

    const replayed = await shared.inject({
      method: "POST",
      url: "/api/v1/console/sign-in/passkey",
      headers: { host: new URL(base).host, origin: base, "x-hanout-console": "1", "content-type": "application/json" },
      payload: request.postData() ?? "",
    });
    expect([replayed.statusCode, replayed.json().code]).toEqual([401, "invalid_credentials"]);

    await page.click("#passkeys li button");
    await page.waitForSelector("#passkeys li", { state: "detached" });
    await page.click("#sign-out");
    await page.waitForURL("**/console/sign-in");
    await page.click("#passkey");
    await page.waitForSelector("#wrong:not([hidden])");
    await page.context().close();
  });

  test("of somebody whose finger does not fit signs in nobody", async () => {
    const { email } = await personOf(shop, "viewer");
    const page = await open("/console/sign-in");
    const { cdp, id } = await addAuthenticator(page);
    await signIn(page, email);
    await isAtAccount(page);
    await page.fill("#password", PASSWORD);
    await page.click("#add-passkey");
    await page.waitForSelector("#passkeys li");
    await page.click("#sign-out");
    await page.waitForURL("**/console/sign-in");
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await page.click("#passkey");
    await page.waitForSelector("#passkey:not([disabled])");
    expect(page.url()).toContain("/console/sign-in");
    await page.context().close();
  });

  test("is not offered at a bare IP address, where the server refuses it, too", async () => {
    const bare = base.replace("localhost", "127.0.0.1");
    const context = await browser.newContext({ locale: "fr" });
    const page = await context.newPage();
    await page.goto(`${bare}/console/sign-in`);
    expect(await page.isVisible("#passkey")).toBe(false);
    const answer = await page.evaluate(async () =>
      (
        await fetch("/api/v1/console/sign-in/passkey/options", { method: "POST", headers: { "x-hanout-console": "1" } })
      ).json(),
    );
    expect(answer).toMatchObject({ code: "passkeys_unavailable" });
    await context.close();
  });
});

test("a page of another port of this machine gets nothing, though the cookie is sent", async () => {
  const { email } = await personOf(shop, "owner");
  const evil = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Evil</title><form method=post></form>");
  });
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/console/sign-in`);
  await signIn(page, email);
  await isAtAccount(page);
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);

  const admin = `${base}/api/v1/admin/store_update`;
  const statuses = await page.evaluate(async (url) => {
    const send = (init: RequestInit) =>
      fetch(url, { method: "POST", credentials: "include", ...init }).then(
        ({ status }) => status,
        () => "blocked",
      );
    return [
      await send({
        headers: { "x-hanout-console": "1", "content-type": "application/json" },
        body: '{"name":"Stolen"}',
      }),
      await send({ body: '{"name":"Stolen"}' }),
    ];
  }, admin);
  expect(statuses).toEqual(["blocked", "blocked"]);
  await page.evaluate(`document.forms[0].action = ${JSON.stringify(admin)}; document.forms[0].submit()`);
  await page.waitForURL(admin);
  expect(await page.textContent("body")).toContain("foreign_origin");
  await context.close();
  evil.close();
});
