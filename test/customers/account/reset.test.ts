import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { issueResetToken } from "../../../src/customers/account/reset-tokens.ts";
import { sql } from "../../../src/db/sql.ts";
import { openMailShop, RESET_URL, setResetUrl, tokenIn } from "../../mail/scene.ts";
import { type Answer, buildTestApp, driver, openShop, type Shop, tokens } from "../../support/app.ts";
import { bearer, customerOf, KARIM, logIn, PASSWORD } from "../../support/customers.ts";
import { type Hooks, withHooks } from "../../support/faulty-driver.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { call, post } from "../../support/operations.ts";
import { withRoundTrips } from "../../support/round-trips.ts";

const NEW = "a new password";
const ENDED = { status: 422, body: { code: "invalid_reset_token", errors: [{ path: "token" }] } };

const forgot = (shop: Shop, email: string = KARIM.email, language = "en") =>
  shop.post("/auth/password/forgot", { email }, { "accept-language": language });
const reset = (shop: Shop, token: string, password = NEW) => shop.post("/auth/password/reset", { token, password });

/** The token of a link that a merchant makes. */
async function linkFor(shop: Shop, customer: string = KARIM.email): Promise<string> {
  const { data, problem } = await call(shop, "customers_reset_link", { customer });
  expect(problem).toBeUndefined();
  return data.token;
}

const mailJobs = (shop: Shop) =>
  shop.rows(
    Type.Object({ arguments: Type.Unknown() }),
    sql`select arguments from jobs where site_id = ${shop.id} and kind = 'mail'`,
  );

describe("a forgotten password", () => {
  test.each([
    ["en", "Choose a new password – Test shop", "works once, for an hour", "Hello Karim Benali,"],
    ["fr", "Choisissez un nouveau mot de passe – Test shop", "pendant une heure", "Bonjour Karim Benali,"],
    ["ar", "اختر كلمة مرور جديدة – ", "يعمل مرة واحدة ولمدة ساعة", "مرحبًا "],
  ])("is replaced by the link of a mail, which works once: %s", async (language, subject, text, hello) => {
    const { shop, mails, deliver } = await openMailShop();
    await setResetUrl(shop);
    const { headers } = await customerOf(shop);
    expect(await forgot(shop, " karim@EXAMPLE.dz ", language)).toMatchObject({ status: 202, body: { success: true } });
    await deliver();

    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({ to: ["Karim@example.dz"] });
    expect(mail?.headers.subject).toContain(subject);
    for (const part of [text, hello]) expect(mail?.text).toContain(part);
    const token = mail ? tokenIn(mail) : "";
    expect(mail?.html).toContain(`href="${RESET_URL.replace("{token}", token)}"`);
    const answer = await reset(shop, token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.user).toEqual(answer.body.customer);
    expect((await shop.get("/auth/me", bearer(answer.body.token))).status).toBe(200);
    expect(await shop.get("/auth/me", headers)).toMatchObject({ status: 401, body: { code: "invalid_token" } });
    expect((await logIn(shop, KARIM.email, PASSWORD)).status).toBe(401);
    expect((await logIn(shop, KARIM.email, NEW)).status).toBe(200);
    expect(await reset(shop, token, "another one")).toMatchObject(ENDED);
  });

  test("is asked for with the same answer and the same statements whether an account exists", async () => {
    const statements: string[] = [];
    const hooked = withHooks(driver, { afterStatement: (text) => void statements.push(text) });
    const counted = withRoundTrips(hooked);
    const { shop } = await openMailShop({ over: counted.driver });
    await customerOf(shop);
    const ask = async (email: string) => {
      statements.length = 0;
      let answer: Answer | undefined;
      const trips = await counted.roundTripsOf(async () => {
        answer = await forgot(shop, email);
      });
      const { date: _, "x-request-id": __, ...headers } = answer?.headers ?? {};
      return {
        status: answer?.status,
        body: answer?.body,
        names: Object.keys(headers),
        trips,
        statements: [...statements],
      };
    };
    await ask("first@example.dz");

    const known = await ask(KARIM.email);
    expect(await ask("nobody@example.dz")).toEqual(known);
    expect(await ask("no e-mail at all")).toEqual(known);
    expect(known).toMatchObject({ status: 202, trips: 2 });
    expect(await mailJobs(shop)).toHaveLength(4);
  });

  test("sends one mail for several requests within minutes, and none to an address without an account", async () => {
    const { shop, mails, deliver } = await openMailShop();
    await setResetUrl(shop);
    await customerOf(shop);
    for (const email of [KARIM.email, KARIM.email.toUpperCase(), "nobody@example.dz"]) await forgot(shop, email);
    await Promise.all([forgot(shop), forgot(shop)]);
    await deliver();
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.length).toBeLessThanOrEqual(2); // two where the five minutes end in between
    mails.length = 0;

    expect((await reset(shop, await linkFor(shop))).status).toBe(200);
    await forgot(shop); // of the new password
    await deliver();
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(await mailJobs(shop))).not.toMatch(/karim/i);
  });

  test("sends nothing without a page of the store, or without a mail server", async () => {
    const { shop, mails, deliver } = await openMailShop();
    await customerOf(shop);
    expect((await forgot(shop)).status).toBe(202);
    await deliver();
    expect(mails).toEqual([]);

    const other = await openShop();
    await setResetUrl(other);
    await customerOf(other);
    expect((await forgot(other)).status).toBe(202);
    expect(await mailJobs(other)).toEqual([]);
  });

  test("of an account that a merchant made becomes its first one", async () => {
    const { shop, mails, deliver } = await openMailShop();
    await setResetUrl(shop);
    await call(shop, "customers_save", { full_name: "Nadia", email: "nadia@example.dz" });
    await forgot(shop, "nadia@example.dz");
    await deliver();

    expect((await reset(shop, mails[0] ? tokenIn(mails[0]) : "")).status).toBe(200);
    expect((await logIn(shop, "nadia@example.dz", NEW)).status).toBe(200);
  });

  test("is limited as sign-ins are", async () => {
    const via = await buildTestApp({ RATE_LIMIT_SIGN_INS_PER_EMAIL: 2, RATE_LIMIT_SIGN_INS_PER_ADDRESS: 5 });
    const shop = await openShop({ via });
    const statuses = [];
    for (const email of ["a@x.dz", "A@x.dz", " a@x.dz", "b@x.dz"]) statuses.push((await forgot(shop, email)).status);
    for (let i = 0; i < 2; i++) statuses.push((await reset(shop, `guess ${i}`)).status);

    expect(statuses).toEqual([202, 202, 429, 202, 422, 429]);
  });

  test("with a body of another shape is refused", async () => {
    const shop = await openShop();
    for (const body of [{}, { email: 1 }, { email: null }, []]) {
      expect(await shop.post("/auth/password/forgot", body)).toMatchObject({
        status: 422,
        body: { code: "invalid_value" },
      });
    }
    for (const [body, path] of [
      [{ password: NEW }, "token"],
      [{ token: 1, password: NEW }, "token"],
      [{ token: "x" }, "password"],
      [{ token: "x", password: "short" }, "password"],
    ] as const) {
      const answer = await shop.post("/auth/password/reset", body);
      expect(answer).toMatchObject({ status: 422, body: { code: "invalid_value", errors: [{ path }] } });
    }
  });
});

describe("the link for a new password", () => {
  test("works for one of two who use it at the same time", async () => {
    const shop = await openShop();
    await customerOf(shop);
    for (let i = 0; i < 3; i++) {
      const token = await linkFor(shop);
      const answers = await Promise.all([reset(shop, token, "the first one"), reset(shop, token, "the second one")]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const won = answers[0]?.status === 200 ? "the first one" : "the second one";
      expect((await logIn(shop, KARIM.email, won)).status).toBe(200);
    }
  });

  test("ends after an hour, with another password, another e-mail, and the account", async () => {
    const shop = await openShop();
    const { id } = await customerOf(shop);
    const account = { id, email: KARIM.email, password_version: 1 };
    const at = (age: number) =>
      issueResetToken(tokens, shop.id, account, new Date(Date.now() - age).toISOString()).token;
    expect(await reset(shop, at(3_600_000))).toMatchObject(ENDED);
    const [one, two] = [at(3_590_000), await linkFor(shop)];
    expect((await reset(shop, one)).status).toBe(200);
    expect(await reset(shop, two)).toMatchObject(ENDED);

    const three = await linkFor(shop);
    await call(shop, "customers_save", { customer: id, email: "other@example.dz" });
    expect(await reset(shop, three)).toMatchObject(ENDED);
    const four = await linkFor(shop, id);
    await shop.transact((db) => db.run(sql`delete from customers where site_id = ${shop.id} and id = ${id}`));
    expect(await reset(shop, four)).toMatchObject(ENDED);
  });

  test("is of one store and one customer, and cannot be changed", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const { id } = await customerOf(shop);
    const amina = await customerOf(shop, { email: "amina@example.dz" });
    const token = await linkFor(shop);
    const bytes = Buffer.from(token, "base64url");
    const changed = Array.from(bytes, (byte, i) => {
      const copy = Buffer.from(bytes);
      copy[i] = byte ^ 1;
      return copy.toString("base64url");
    });
    const ofAmina = Buffer.concat([Buffer.from(amina.id.replaceAll("-", ""), "hex"), bytes.subarray(16)]);
    const bad = [...changed, ofAmina.toString("base64url"), "", "x", token.slice(1), `${token}AA`, id];
    for (const one of bad) expect(await reset(shop, one), one).toMatchObject(ENDED);
    expect(await reset(other, token)).toMatchObject(ENDED);

    expect((await reset(shop, token)).status).toBe(200);
  });

  test("tells why it has ended in the shopper's language", async () => {
    const shop = await openShop();
    const detail = async (locale: string) =>
      (await shop.post(`/auth/password/reset?locale=${locale}`, { token: "x", password: NEW })).body.detail;

    expect(await detail("fr")).toMatch(/^Ce lien a déjà servi/);
    expect(await detail("ar")).toMatch(/^استُعمل هذا الرابط/);
    expect(await detail("en")).toMatch(/^This link was used already/);
  });

  test("works once after a failure after any statement, and after a lost answer", async () => {
    let hooks: Hooks = {};
    const faulty = withHooks(driver, {
      afterStatement: (text) => hooks.afterStatement?.(text),
      afterCommit: () => hooks.afterCommit?.(),
    });
    const shop = await openShop({ via: await buildTestApp({}, faulty) });
    await customerOf(shop);
    let failures = 0;
    let used = 0;
    for (let isDone = false; !isDone; failures++) {
      const token = await linkFor(shop);
      let left = failures;
      hooks = {
        afterStatement: () => {
          if (left-- === 0) throw new Error("the power went");
        },
      };
      const answer = await reset(shop, token, `password ${failures}`);
      hooks = {};
      isDone = answer.status === 200;
      if (!isDone) expect(answer).toMatchObject({ status: 500, body: { code: "internal_error" } });
      // It was used, or it was not: never both, and never neither.
      const isUsed = (await logIn(shop, KARIM.email, `password ${failures}`)).status === 200;
      if (isUsed) used++;
      const again = await reset(shop, token, `once again ${failures}`);
      expect([failures, again.status]).toEqual([failures, isUsed ? 422 : 200]);
    }

    expect(failures).toBeGreaterThan(4);
    expect(used).toBeGreaterThan(1); // the reading of the new session failed after the commit
  });
});

describe("customers_reset_link", () => {
  test("answers a link to the store's page once, and is logged without it", async () => {
    const shop = await openShop();
    await setResetUrl(shop);
    const { id } = await customerOf(shop);
    const before = Date.now();
    const { status, body } = await post(shop, "customers_reset_link", { customer: KARIM.phone });

    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ id, link: RESET_URL.replace("{token}", body.token) });
    const lifetime = Date.parse(body.expires_at) - before;
    expect(lifetime).toBeGreaterThan(3_590_000);
    expect(lifetime).toBeLessThan(3_610_000);
    const { data: changes } = (await post(shop, "changes_list", {})).body;
    expect(changes[0].sentence).toContain("customers_reset_link");
    const log = await shop.rows(
      Type.Object({ entry: Type.String() }),
      sql`select l::text as entry from audit_log l where site_id = ${shop.id} and entity_id = ${id}`,
    );
    expect(log).toHaveLength(1);
    expect(log[0]?.entry).toContain("reset_link_expires_at");
    expect(log[0]?.entry).not.toContain(body.token);
  });

  test("answers only the token of a store without a page", async () => {
    const shop = await openShop();
    await customerOf(shop);

    expect((await post(shop, "customers_reset_link", { customer: KARIM.email })).body).toMatchObject({
      link: null,
      token: expect.stringMatching(/^[\w-]{62}$/),
    });
  });

  test("needs customers:write, and a customer", async () => {
    const shop = await openShop();
    await customerOf(shop);
    const reader = await keyFor(shop, "customers:read");

    expect((await call(shop, "customers_reset_link", { customer: KARIM.email }, reader)).problem).toMatchObject({
      code: "insufficient_scope",
    });
    expect((await call(shop, "customers_reset_link", { customer: "nobody@example.dz" })).problem).toMatchObject({
      code: "customer_not_found",
    });
  });

  test("leads to a page that store_update checks", async () => {
    const shop = await openShop();
    for (const url of ["https://shop.dz/reset", "javascript:alert('{token}')", "{token}", 1]) {
      const { problem } = await call(shop, "store_update", { settings: { password_reset_url: url } });
      expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "settings.password_reset_url" }] });
    }
    await setResetUrl(shop);
    expect((await call(shop, "store_update", { settings: { password_reset_url: null } })).problem).toBeUndefined();
  });
});
