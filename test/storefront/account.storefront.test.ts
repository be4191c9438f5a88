import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startMailServer } from "../mail/mail-server.ts";
import { faultsOf, isTooWide, type Language, openedBrowser, openShop } from "./opened.ts";
import { merchant, textsIn } from "./texts.ts";

const { shop, mailPort, signIns } = inject("storefront");

interface Look {
  language: Language;
  device: "phone" | "desktop";
  email: string;
  phone: string;
  wilaya: string;
  /** Where the shopper comes from. */
  from: string;
}

const LOOKS: Look[] = [
  {
    language: "fr",
    device: "desktop",
    email: "lina@example.dz",
    phone: "0661 77 88 99",
    wilaya: "Oran",
    from: "203.0.113.5",
  },
  {
    language: "ar",
    device: "phone",
    email: "yasmine@example.dz",
    phone: "0661 77 88 98",
    wilaya: "وهران",
    from: "203.0.113.6",
  },
];
/** `STOREFRONT_LOOKS=all` has an account in both; without it, in French on a desktop. */
const looks = process.env.STOREFRONT_LOOKS === "all" ? LOOKS : LOOKS.slice(0, 1);

let browser: Browser;

beforeAll(async () => {
  browser = await openedBrowser();
});
afterAll(() => browser.close());

async function fillIn(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
}

const press = (page: Page, name: string) => page.locator("main").getByRole("button", { name }).click();

describe.each(looks)("in $language on a $device", ({ language, device, email, phone, wilaya, from }) => {
  const say = textsIn(language);

  test("register, order, forget the password, choose another by the mail's link, order again; addresses and profile", async () => {
    const mails = await startMailServer(mailPort);
    await merchant("store_update", {
      settings: { password_reset_url: `${shop}/${language}/account/new-password?token={token}` },
    });
    const { context, page, complaints } = await openShop(browser, { device });
    await context.setExtraHTTPHeaders({ "x-forwarded-for": from });
    await page.goto(`/${language}/account`);
    await page.waitForURL("**/account/sign-in?back=**");
    await page.getByRole("link", { name: say("account.register") }).click();
    const person = {
      full_name: "Lina Haddad",
      email,
      phone,
      password: "un deux trois",
    };
    await page.waitForURL("**/register**");
    const haveOne = page.getByRole("link", { name: say("account.haveOne") });
    expect(await haveOne.getAttribute("href")).toBe(`/${language}/account/sign-in?back=%2Faccount`);
    await fillIn(page, { ...person, password: "court" });
    await press(page, say("account.register"));
    await page.locator("#password-error bdi").waitFor();
    expect(await page.locator("[name=full_name]").inputValue()).toBe("Lina Haddad");
    await fillIn(page, person);
    await press(page, say("account.register"));
    await page.getByText(say("account.noOrders")).waitFor();
    const cookies = await context.cookies();
    expect(cookies.every(({ httpOnly }) => httpOnly)).toBe(true);

    await page.getByRole("link", { name: say("account.addresses") }).click();
    await page.getByRole("link", { name: say("account.addAddress") }).click();
    await fillIn(page, { line1: "7, rue Larbi", city: "Es Senia" });
    await page.locator("[name=state]").selectOption("31");
    await press(page, say("account.save"));
    await page.locator("#postal_code-error bdi").waitFor();
    expect(await page.locator("[name=state]").inputValue()).toBe("31");
    await fillIn(page, { postal_code: "31100" });
    await press(page, say("account.save"));
    await page.getByText(`7, rue Larbi, Es Senia, ${wilaya}`).waitFor();

    // The checkout knows all of it, and the order belongs to the account.
    await page.goto(`/${language}/products/savon-noir-eucalyptus`);
    await press(page, say("product.add"));
    await page
      .locator("dialog[open]")
      .getByRole("link", { name: say("cart.order") })
      .click();
    await page.waitForURL("**/checkout");
    expect(await page.locator("[name=phone]").inputValue()).toBe(phone);
    expect(await page.locator("[name=wilaya]").inputValue()).toBe("31");
    await page.locator("button[value=order]").click();
    await page.waitForURL("**/thanks");
    await page.goto(`/${language}/account`);
    await page.getByText(say("account.status_pending")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const number = (await page.locator("main li bdi[dir=ltr]").first().textContent()) ?? "";

    await press(page, say("account.signOut"));
    await page.waitForURL(`**/${language}`);
    await page.goto(`/${language}/account/sign-in`);
    await fillIn(page, { email: person.email, password: "je ne sais plus" });
    await press(page, say("account.signIn"));
    await page.getByText(say("refusals.invalid_credentials")).waitFor();
    await page.getByRole("link", { name: say("account.forgot") }).click();
    await page.waitForURL("**/forgot");
    await fillIn(page, { email: person.email });
    await press(page, say("account.sendLink"));
    await page.getByText(say("account.linkSent")).waitFor();
    const linkIn = () => mails.mails.map(({ text }) => /http\S+token=\S+/.exec(text)?.[0]).find(Boolean);
    await expect.poll(linkIn).toBeTruthy();
    const link = linkIn() as string;
    await page.goto(link);
    await fillIn(page, { password: "quatre cinq six" });
    await press(page, say("account.setPassword"));
    await page.getByText(number).waitFor();
    await page.goto(link);
    await fillIn(page, { password: "sept huit neuf" });
    await press(page, say("account.setPassword"));
    await page.getByText(say("refusals.invalid_reset_token")).waitFor();

    await page.goto(`/${language}/account/profile`);
    await fillIn(page, { email: `new.${email}` });
    await press(page, say("account.save"));
    await page.locator("#current_password-error bdi").waitFor();
    await fillIn(page, { current_password: "quatre cinq six" });
    await press(page, say("account.save"));
    await page.getByText(say("account.saved")).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await merchant("orders_cancel", { order: number, reason: "changed_mind" });
    await page.goto(`/${language}/account`);
    await press(page, say("account.again"));
    await page.locator("output", { hasText: "1" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${language}/cart`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("too many sign-ins from one address are refused, and shoppers of other addresses are not", async () => {
  const { context, page } = await openShop(browser);
  const ar = textsIn("ar");
  await context.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.77" });
  await page.goto("/ar/account/sign-in");
  const refusal = page.locator("form [role=alert] bdi");
  for (let tried = 0; tried < signIns; tried++) {
    await fillIn(page, { email: `nobody-${tried}@example.dz`, password: "falsch falsch" });
    await press(page, ar("account.signIn"));
    await refusal.waitFor();
    await expect.poll(() => page.locator("form [aria-busy=true]").count()).toBe(0);
  }
  await fillIn(page, { email: "amina@example.dz", password: "bahdja-demo" });
  await press(page, ar("account.signIn"));
  await page.getByText(ar("refusals.rate_limited")).waitFor();
  expect(await isTooWide(page)).toBe(false);
  await context.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.78" });
  await fillIn(page, { email: "amina@example.dz", password: "bahdja-demo" });
  await press(page, ar("account.signIn"));
  await page.waitForURL("**/ar/account");
  expect(await page.locator("main").textContent()).toContain("أمينة");
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});
