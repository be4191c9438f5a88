import { expect, test } from "vitest";
import { ALL_SCOPES } from "../../src/core/scopes.ts";
import { openShop } from "../support/app.ts";
import { invite, NAME, newEmail, PASSWORD, Page, personOf } from "./people.ts";

test("somebody who is invited accepts, signs in, and works in the store", async () => {
  const shop = await openShop();
  const email = newEmail();
  const link = await invite(shop, email, "owner");
  const page = new Page();

  expect((await page.console("/links/show", { link })).body).toEqual({
    kind: "invitation",
    email,
    has_password: false,
    role: "owner",
    store: "Test shop",
  });
  expect(await page.console("/invitation", { link, name: " Amina Haddad ", password: PASSWORD })).toMatchObject({
    status: 200,
  });
  expect((await page.run(shop, "store_get")).body).toMatchObject({ name: "Test shop" });

  const another = new Page();
  expect(await another.signIn(email.toUpperCase())).toMatchObject({ status: 200, body: { success: true } });
  expect((await another.console("/me")).body).toEqual({
    person: { email, name: "Amina Haddad" },
    stores: [
      {
        id: shop.id,
        slug: shop.slug,
        name: "Test shop",
        role: "owner",
        scopes: ALL_SCOPES,
        currency: "DZD",
        country: "DZ",
        locale: "en",
        time_zone: "Africa/Algiers",
      },
    ],
  });
  expect((await another.run({ id: shop.slug }, "store_get")).body).toMatchObject({ name: "Test shop" });
});

test("a link works once", async () => {
  const shop = await openShop();
  const email = newEmail();
  const link = await invite(shop, email, "viewer");
  const accept = (password: string) => new Page().console("/invitation", { link, name: "Amina", password });
  expect(await accept(PASSWORD)).toMatchObject({ status: 200 });

  expect(await accept(PASSWORD)).toMatchObject({ status: 404, body: { code: "link_not_found" } });
  expect(await new Page().console("/links/show", { link })).toMatchObject({ status: 404 });
});

test("one person works in several stores, and accepts the second with the password of the account", async () => {
  const [one, other] = [await openShop(), await openShop()];
  const { email, page } = await personOf(one, "owner");
  const link = await invite(other, email, "viewer");

  const stranger = await new Page().console("/invitation", { link, name: "Eve", password: "another password" });
  expect(stranger).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  expect(await page.run(other, "store_get")).toMatchObject({ status: 404, body: { code: "store_not_found" } });
  expect(await new Page().console("/invitation", { link, password: PASSWORD })).toMatchObject({ status: 200 });

  expect((await page.console("/me")).body.person.name).toBe(NAME);
  expect((await page.console("/me")).body.stores).toHaveLength(2);
  expect(await page.run(other, "store_get")).toMatchObject({ status: 200 });
});

test("an unknown address, a wrong password and an account without one get the same answer", async () => {
  const shop = await openShop();
  const { email } = await personOf(shop, "viewer");
  const invited = newEmail();
  await invite(shop, invited, "viewer");
  const answers = [];
  for (const [address, password] of [
    [email, "wrong password"],
    [newEmail(), PASSWORD],
    [invited, PASSWORD],
  ] as const) {
    const { status, body } = await new Page().signIn(address, password);
    answers.push({ status, body: { ...body, request_id: "" } });
  }

  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
});
