import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN, CONSOLE, MCP } from "../../src/app.ts";
import { makeAccountReset } from "../../src/staff/accounts.ts";
import { app, buildTestApp, database, openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { invite, ORIGIN, PASSWORD, Page, personOf, secretOf } from "./people.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

const refused = async (page: Page) => {
  expect(await page.run(shop, "store_get")).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
};
const served = async (page: Page) => expect(await page.run(shop, "store_get")).toMatchObject({ status: 200 });

/** Another browser with the same cookie. */
const thiefOf = ({ cookie }: Page): Page => Object.assign(new Page(), { cookie });

describe("a session that somebody else has", () => {
  test("ends when its owner signs out, by the list, by a new password and by a link", async () => {
    const { page, email } = await personOf(shop, "viewer");
    const signedIn = async () => {
      const other = new Page();
      await other.signIn(email);
      await served(thiefOf(other));
      return other;
    };

    const one = await signedIn();
    const thief = thiefOf(one);
    await one.console("/sign-out", {});
    await refused(thief);

    const two = await signedIn();
    const sessions = (await page.console("/sessions")).body.data;
    expect(sessions.filter((one: { is_this: boolean }) => one.is_this)).toHaveLength(1);
    const stolen = sessions.find((one: { is_this: boolean }) => !one.is_this);
    expect((await page.send("DELETE", `${CONSOLE}/sessions/${stolen.id}`)).status).toBe(200);
    await refused(thiefOf(two));
    expect((await page.send("DELETE", `${CONSOLE}/sessions/${stolen.id}`)).body.code).toBe("session_not_found");
    expect((await page.send("DELETE", `${CONSOLE}/sessions/1`)).body.code).toBe("session_not_found");

    const three = await signedIn();
    expect((await page.send("DELETE", `${CONSOLE}/sessions`)).status).toBe(200);
    await refused(thiefOf(three));

    const four = await signedIn();
    const changed = { current_password: PASSWORD, password: "une autre phrase" };
    expect((await page.console("/password", { ...changed, current_password: "wrong" })).body.code).toBe(
      "invalid_credentials",
    );
    expect((await page.console("/password", changed)).status).toBe(200);
    await refused(thiefOf(four));
    await served(page);

    const elsewhere = await openShop();
    const invitation = await invite(elsewhere, email, "viewer");
    const makeReset = async () => secretOf((await makeAccountReset(database, email, false))?.path ?? "");
    const [unused, link] = [await makeReset(), await makeReset()];
    const reset = new Page();
    expect((await reset.console("/new-password", { link, password: "short" })).body.code).toBe("invalid_value");
    expect((await reset.console("/new-password", { link, password: PASSWORD })).status).toBe(200);
    await refused(page);
    await served(reset);
    expect((await new Page().console("/links/show", { link: unused })).status).toBe(404);
    expect((await new Page().console("/links/show", { link: invitation })).status).toBe(200);
    expect((await new Page().console("/new-password", { link, password: PASSWORD })).body.code).toBe("link_not_found");
    expect((await new Page().signIn(email, "une autre phrase")).status).toBe(401);
  });

  test("of another person cannot be ended, nor seen", async () => {
    const [{ page: one }, { page: other }] = [await personOf(shop, "viewer"), await personOf(shop, "viewer")];
    const [{ id }] = (await other.console("/sessions")).body.data;

    expect((await one.console("/sessions")).body.data).toHaveLength(1);
    expect((await one.send("DELETE", `${CONSOLE}/sessions/${id}`)).body.code).toBe("session_not_found");
    await served(other);
  });

  test("cannot be fixed before the sign-in: a sign-in makes another one, and ends the one before", async () => {
    const { email } = await personOf(shop, "viewer");
    const page = Object.assign(new Page(), { cookie: "hanout=chosen-by-somebody-else" });
    await page.signIn(email);
    expect(page.cookie).not.toContain("chosen");
    await refused(Object.assign(new Page(), { cookie: "hanout=chosen-by-somebody-else" }));

    const before = thiefOf(page);
    await page.signIn(email);
    expect(page.cookie).not.toBe(before.cookie);
    await refused(before);
  });

  test("ends without use, and in any case", async () => {
    const { page, email } = await personOf(shop, "viewer");
    const [{ id }] = (await rowsForOwner("select id from accounts where email = $1", [email])) as [{ id: string }];
    const change = (set: string) => rowsForOwner(`update account_sessions set ${set} where account_id = $1`, [id]);
    await change("last_used_at = now() - interval '6 days 23 hours'");
    await served(page);
    await expect
      .poll(async () => (await page.console("/sessions")).body.data[0].last_used_at)
      .toMatch(new RegExp(`^${new Date().toISOString().slice(0, 13)}`));
    await change("last_used_at = now() - interval '7 days 1 minute'");
    await refused(page);
    await change("last_used_at = now(), expires_at = now() + interval '1 minute'");
    await served(page);
    await change("expires_at = now() - interval '1 second'");
    await refused(page);
  });

  test("is stored as a hash, and its cookie is for this server alone", async () => {
    const { email } = await personOf(shop, "viewer");
    const set = async (via = app, stay = false) => {
      const page = new Page(via);
      const headers = via === app ? {} : { origin: "https://console.example.com" };
      const { headers: answered } = await page.console("/sign-in", { email, password: PASSWORD, stay }, headers);
      return { cookie: String(answered["set-cookie"]), page };
    };
    const { cookie, page } = await set();
    expect(cookie).toMatch(/^hanout=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await set(app, true)).cookie).toMatch(/; SameSite=Lax; Expires=\w{3}, .* GMT$/);
    const overTls = await buildTestApp({ PUBLIC_URL: "https://console.example.com" });
    expect((await set(overTls)).cookie).toMatch(/^__Host-hanout=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    await overTls.close();

    const [{ rows }] = (await rowsForOwner("select string_agg(s::text, ' ') as rows from account_sessions s")) as [
      { rows: string },
    ];
    expect(rows).not.toContain(page.cookie.slice("hanout=".length));
  });
});

describe("a request that no page of the console sent", () => {
  const STORE_UPDATE = `${ADMIN}/store_update`;
  // biome-ignore format: a table
  const FORGED: [what: string, method: "GET" | "POST", url: string, headers: Record<string, string | null>][] = [
    ["from another port of this machine", "POST", STORE_UPDATE, { origin: "http://localhost:3001", "sec-fetch-site": "same-site" }],
    ["from another port, by a browser that sends no Sec-Fetch-Site", "POST", STORE_UPDATE, { origin: "http://localhost:3001", "sec-fetch-site": null }],
    ["from the same host over another scheme", "POST", STORE_UPDATE, { origin: "https://localhost" }],
    ["from another name of this machine", "POST", STORE_UPDATE, { origin: "http://127.0.0.1" }],
    ["from a file", "POST", STORE_UPDATE, { origin: "null", "sec-fetch-site": "cross-site" }],
    ["from another site", "POST", STORE_UPDATE, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["without an origin", "POST", STORE_UPDATE, { origin: null }],
    ["by a form", "POST", STORE_UPDATE, { "x-hanout-console": null, "content-type": "text/plain" }],
    ["by a form of its own page", "POST", STORE_UPDATE, { "x-hanout-console": null }],
    ["by a link", "GET", ADMIN, { "x-hanout-console": null, "sec-fetch-site": "none" }],
    ["by a GET from another site", "GET", ADMIN, { "sec-fetch-site": "cross-site" }],
    ["by a GET from another port", "GET", ADMIN, { origin: "http://localhost:3001", "sec-fetch-site": null }],
    ["to sign in", "POST", `${CONSOLE}/sign-in`, { origin: "https://evil.example" }],
    ["to sign out", "POST", `${CONSOLE}/sign-out`, { "x-hanout-console": null }],
  ];

  test.each(FORGED)("%s is refused", async (_, method, url, headers) => {
    const { page } = await personOf(shop, "owner");
    const body = method === "POST" ? { name: "Stolen", email: "a@example.dz", password: PASSWORD } : undefined;

    const answer = await page.send(method, url, body, { "x-hanout-store": shop.id, ...headers });

    expect(answer).toMatchObject({ status: 403, body: { code: "foreign_origin" } });
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    await served(page);
    expect((await page.run(shop, "store_get")).body.name).not.toBe("Stolen");
  });

  test("is not asked for by a preflight", async () => {
    const reply = await app.inject({
      method: "OPTIONS",
      url: STORE_UPDATE,
      headers: {
        origin: "http://localhost:3001",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-hanout-console",
      },
    });
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    expect(reply.headers["access-control-allow-headers"]).toBeUndefined();
  });
});

describe("which caller and which store", () => {
  test("a cookie without a store is refused, and with a key it counts for nothing", async () => {
    const { page } = await personOf(shop, "owner");
    expect(await page.send("POST", `${ADMIN}/store_get`, {})).toMatchObject({
      status: 400,
      body: { code: "store_required" },
    });

    expect((await new Page().run(shop, "store_get")).body.code).toBe("not_signed_in");

    const bearer = { authorization: `Bearer ${shop.secret_key}`, origin: null, "x-hanout-console": null };
    expect((await page.send("POST", `${ADMIN}/store_get`, {}, bearer)).status).toBe(200);
    expect((await page.run(shop, "staff_list", {}, bearer)).body.code).toBe("insufficient_scope");
    expect((await page.run(shop, "store_get", {}, { authorization: "Bearer sk_wrong" })).body.code).toBe(
      "invalid_api_key",
    );
    expect((await page.run(shop, "store_get", {}, { authorization: "" })).body.code).toBe("invalid_api_key");
  });

  test("the tool endpoint takes no cookie", async () => {
    const { page } = await personOf(shop, "owner");
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await page.send("POST", MCP, message, { "x-hanout-store": shop.id })).status).toBe(401);
  });

  test("behind a trusted proxy, the origin is what the proxy names", async () => {
    const behind = await buildTestApp({ TRUST_PROXY: "true" });
    const { email } = await personOf(shop, "viewer");
    const forwarded = {
      "x-forwarded-host": "shop.example",
      "x-forwarded-proto": "https",
      origin: "https://shop.example",
    };
    const answer = await new Page(behind).console("/sign-in", { email, password: PASSWORD }, forwarded);
    expect([answer.status, String(answer.headers["set-cookie"]).slice(0, 14)]).toEqual([200, "__Host-hanout="]);
    expect((await new Page().console("/sign-in", { email, password: PASSWORD }, forwarded)).status).toBe(403);
    expect(ORIGIN).toBe("http://localhost");
    await behind.close();
  });
});

test("of many sessions of a person, the oldest end", async () => {
  const { page, email } = await personOf(shop, "viewer");
  const [{ id }] = (await rowsForOwner("select id from accounts where email = $1", [email])) as [{ id: string }];
  await rowsForOwner(
    `insert into account_sessions (id, account_id, hash, browser, created_at, last_used_at, expires_at)
     select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), '', now(), now(), now() + interval '1 hour'
     from generate_series(1, 49)`,
    [id],
  );
  await served(page);

  const newest = new Page();
  await newest.signIn(email);

  await refused(page);
  expect((await newest.console("/sessions")).body.data).toHaveLength(50);
});

test("a passkey is offered only to who knows the password, and to no host that is none", async () => {
  const { page } = await personOf(shop, "viewer");
  const thief = thiefOf(page);
  expect((await thief.console("/passkeys/options", {})).status).toBe(422);
  expect((await thief.console("/passkeys/options", { current_password: "a guess" })).body.code).toBe(
    "invalid_credentials",
  );
  expect((await page.console("/passkeys/options", { current_password: PASSWORD })).status).toBe(200);
  const headers = { host: "[", origin: "http://[" };
  expect((await new Page().console("/sign-in/passkey/options", {}, headers)).body.code).toBe("passkeys_unavailable");
});

describe("tries of a password are limited", () => {
  const triesOf = async (count: number, send: (i: number) => Promise<{ status: number }>) => {
    const statuses = [];
    for (let i = 0; i < count; i++) statuses.push((await send(i)).status);
    return statuses;
  };
  const tenFail = [...Array(10).fill(401), 429];

  test("by account, by address, and by what has the first half of an IPv6 address", async () => {
    const { email } = await personOf(shop, "viewer");
    expect(await triesOf(11, () => new Page().signIn(email, "a guess of many"))).toEqual(tenFail);
    const page = new Page();
    const guessLink = (via: Page, i: number) => via.console("/links/show", { link: `guess-${i}` });
    expect(await triesOf(61, (i) => guessLink(page, i))).toEqual([...Array(60).fill(404), 429]);
    const address = (i: number) => ({ address: i % 2 ? `2001:db8::${i + 1}` : `2001:DB8:0:0:${i}:1:2:3` });
    expect(await triesOf(61, (i) => guessLink(Object.assign(new Page(), address(i)), i))).toEqual([
      ...Array(60).fill(404),
      429,
    ]);
    expect((await guessLink(Object.assign(new Page(), { address: "2001:db8:0:1::1" }), 0)).status).toBe(404);
  });

  test("of a session, whatever else its cookie header has", async () => {
    const { page, email } = await personOf(shop, "viewer");
    const guess = (i: number) =>
      Object.assign(new Page(), { cookie: `${page.cookie}; x=${i}` }).console(
        i % 2 ? "/password" : "/passkeys/options",
        { current_password: `guess ${i}`, ...(i % 2 && { password: "irrelevant" }) },
      );
    expect(await triesOf(11, guess)).toEqual(tenFail);
    expect((await new Page().signIn(email)).status).toBe(429);
  });

  test("by invitations of another store, as by sign-ins", async () => {
    const { email } = await personOf(shop, "viewer");
    const other = await openShop();
    const guess = async (i: number) =>
      new Page().console("/invitation", { link: await invite(other, email, "viewer"), password: `guess ${i}` });
    expect(await triesOf(11, guess)).toEqual(tenFail);
    expect((await new Page().signIn(email)).status).toBe(429);
  });
});
