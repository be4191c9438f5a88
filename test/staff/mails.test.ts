import { describe, expect, test } from "vitest";
import { aboveStores } from "../../src/staff/above-stores.ts";
import { makeAccountReset } from "../../src/staff/accounts.ts";
import { openMailShop } from "../mail/scene.ts";
import { database } from "../support/app.ts";
import { NAME, newEmail, PASSWORD, Page, personOf } from "./people.ts";

// Where there is a mail server, links are mailed, and shown to nobody who asks for them.

const PUBLIC_URL = "https://shops.example.com";
const linkIn = (text = ""): string => /https:\/\/shops\.example\.com\/console\/\S+#(\S+)/.exec(text)?.[1] ?? "";

/** A page of a server with a mail server. */
class HttpsPage extends Page {
  override send(...[method, url, body, headers]: Parameters<Page["send"]>) {
    return super.send(method, url, body, { ...(method !== "GET" && { origin: PUBLIC_URL }), ...headers });
  }
}

describe.each([
  ["fr", "Invitation à travailler dans Test shop", "Choisissez un nouveau mot de passe – Test shop"],
  ["ar", "دعوة للعمل في \u2068Test shop\u2069", "اختر كلمة مرور جديدة – \u2068Test shop\u2069"],
  ["en", "Invitation to work in Test shop", "Choose a new password – Test shop"],
])("in a store of the language %s", (locale, invitation, newPassword) => {
  test("invitations and links for a new password are mailed", async () => {
    const scene = await openMailShop({ locale, settings: { PUBLIC_URL } });
    const { via, shop, mails, deliver } = scene;
    const owner = (await personOf(shop, "owner", { page: new HttpsPage(via) })).page;
    const email = newEmail();

    const invited = (await owner.run(shop, "staff_invite", { email, role: "orders" })).body;
    expect(invited).toMatchObject({ email, state: "invited", mailed: true });
    expect(invited).not.toHaveProperty("link");
    await deliver();
    expect(mails).toMatchObject([{ to: [email], headers: { subject: invitation } }]);
    const page = new HttpsPage(via);
    const accepted = { link: linkIn(mails[0]?.text), name: NAME, password: PASSWORD };
    expect((await page.console("/invitation", accepted)).status).toBe(200);

    const { body } = await owner.run(shop, "staff_reset_link", { person: email });
    expect(body).toMatchObject({ mailed: true });
    expect(JSON.stringify(body)).not.toContain("#");
    await deliver();
    expect(mails[1]).toMatchObject({ to: [email], headers: { subject: newPassword } });
    const link = linkIn(mails[1]?.text);
    expect((await new HttpsPage(via).console("/new-password", { link, password: PASSWORD })).status).toBe(200);
    expect((await page.console("/me")).status).toBe(401);
  });
});

test("a command has a link mailed for an account, whatever its stores", async () => {
  const { via, shop, mails, deliver } = await openMailShop({ settings: { PUBLIC_URL } });
  const { email } = await personOf(shop, "viewer", { page: new HttpsPage(via) });
  expect(await makeAccountReset(database, email, true)).toBeNull();
  await deliver(aboveStores());
  expect(mails).toMatchObject([{ to: [email], headers: { subject: "Choose a new password – Hanout" } }]);
  const link = linkIn(mails[0]?.text);
  expect((await new HttpsPage(via).console("/new-password", { link, password: PASSWORD })).status).toBe(200);
});

test("who was removed or has accepted before the mail is sent gets none", async () => {
  const { via, shop, mails, deliver } = await openMailShop({ settings: { PUBLIC_URL } });
  const owner = (await personOf(shop, "owner", { page: new HttpsPage(via) })).page;
  const [removed, accepted] = [newEmail(), newEmail()];
  for (const email of [removed, accepted]) await owner.run(shop, "staff_invite", { email, role: "viewer" });
  await owner.run(shop, "staff_remove", { person: removed });
  await personOf(shop, "viewer", { email: accepted, page: new HttpsPage(via) });
  await deliver();
  expect(mails).toEqual([]);
});
