import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../src/app.ts";
import { makeAccountReset } from "../../src/staff/accounts.ts";
import { type Answer, buildTestApp, database, driver, openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { Authenticator } from "./authenticator.ts";
import { invite, newEmail, PASSWORD, Page, personOf, secretOf } from "./people.ts";

// What happens in the middle of a request: each of these requests is stopped after one of its statements.

let afterStatement: (text: string) => Promise<void> = async () => {};
const stopped = await buildTestApp({}, withHooks(driver, { afterStatement: (text) => afterStatement(text) }));

/** Sends a request to the server that is stopped, once, after its first statement with this text. */
async function meanwhile<T>(text: string, work: () => Promise<unknown>, send: () => Promise<T>): Promise<T> {
  let isDone = false;
  afterStatement = async (sent) => {
    if (isDone || !sent.includes(text)) return;
    isDone = true;
    await work();
  };
  const answer = await send();
  expect(isDone).toBe(true);
  return answer;
}

const READS_ACCOUNT = "from accounts\n    where email =";
const READS_SESSION = "from find_session(";
const NEW_PASSWORD = "une autre phrase";

let shop: Shop;
let owner: Page;
beforeAll(async () => {
  shop = await openShop();
  owner = (await personOf(shop, "owner")).page;
});
afterAll(() => stopped.close());

/** The same browser at the server that is stopped. */
const stoppedPage = ({ cookie }: { cookie: string } = { cookie: "" }): Page =>
  Object.assign(new Page(stopped), { cookie });

/** Uses a link for a new password up; returns the page that is signed in by it. */
async function reset(email: string): Promise<Page> {
  const made = await makeAccountReset(database, email, false);
  const page = new Page();
  const link = secretOf(made?.path ?? "");
  expect((await page.console("/new-password", { link, password: NEW_PASSWORD })).status).toBe(200);
  return page;
}

const expectSignedOut = async (page: Page) => expect((await page.console("/me")).status).toBe(401);

describe("while a link gives the account a new password", () => {
  test("the password before opens no session", async () => {
    const { email } = await personOf(shop, "viewer");
    const thief = stoppedPage();

    const answer = await meanwhile(
      READS_ACCOUNT,
      () => reset(email),
      () => thief.signIn(email),
    );

    expect(answer.body).toMatchObject({ status: 401, code: "invalid_credentials" });
    await expectSignedOut(thief);
  });

  test("the password before changes nothing", async () => {
    const { email, page } = await personOf(shop, "viewer");
    const change = { current_password: PASSWORD, password: "le voleur est là" };
    let victim = new Page();

    const answer = await meanwhile(
      READS_ACCOUNT,
      async () => {
        victim = await reset(email);
      },
      () => stoppedPage(page).console("/password", change),
    );

    expect(answer.status).toBe(401);
    expect((await victim.console("/me")).status).toBe(200);
    expect((await new Page().signIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await new Page().signIn(email, change.password)).status).toBe(401);
  });

  test("the password before accepts no invitation of another store", async () => {
    const other = await openShop();
    const { email } = await personOf(shop, "viewer");
    const link = await invite(other, email, "owner");
    const { body } = await owner.run(shop, "staff_reset_link", { person: email });
    const boss = new Page();

    const answer = await meanwhile(
      READS_ACCOUNT,
      () => boss.console("/new-password", { link: secretOf(body.link), password: NEW_PASSWORD }),
      () => stoppedPage().console("/invitation", { link, password: PASSWORD }),
    );

    expect(answer.body.code).toBe("link_not_found");
    expect((await boss.console("/me")).status).toBe(200);
    expect((await boss.run(other, "staff_list")).body.code).toBe("store_not_found");
    expect((await new Page().console("/invitation", { link, password: NEW_PASSWORD })).status).toBe(200);
  });

  test("no passkey is added, and one from before signs in no more", async () => {
    const { email, page } = await personOf(shop, "viewer");
    const options = await page.console("/passkeys/options", { current_password: PASSWORD });
    const passkey = new Authenticator();
    const added = { name: "Phone", response: passkey.create(options.body) };
    const late = await meanwhile(
      READS_SESSION,
      () => reset(email),
      () => stoppedPage(page).console("/passkeys", added),
    );
    expect(late.body.code).toBe("not_signed_in");
    const signIn = async (device: Authenticator, page: Page) =>
      page.console("/sign-in/passkey", {
        response: device.sign((await page.send("POST", "/api/v1/console/sign-in/passkey/options")).body),
      });
    expect((await signIn(passkey, new Page())).status).toBe(401);

    const again = new Page();
    await again.signIn(email, NEW_PASSWORD);
    const offered = await again.console("/passkeys/options", { current_password: NEW_PASSWORD });
    const second = new Authenticator();
    expect((await again.console("/passkeys", { name: "Phone", response: second.create(offered.body) })).status).toBe(
      200,
    );
    expect((await signIn(second, new Page())).status).toBe(200);
    const thief = stoppedPage();
    const answer = await meanwhile(
      "from passkeys\n    where credential_id",
      () => reset(email),
      () => signIn(second, thief),
    );
    expect(answer.status).toBe(401);
    await expectSignedOut(thief);
  });
});

test("a session that ends while it changes the password changes nothing", async () => {
  const { email, page } = await personOf(shop, "viewer");
  const thief = stoppedPage(page);

  const answer = await meanwhile(
    READS_ACCOUNT,
    () => page.console("/sign-out", {}),
    () => thief.console("/password", { current_password: PASSWORD, password: NEW_PASSWORD }),
  );

  expect(answer.body.code).toBe("not_signed_in");
  expect((await new Page().signIn(email)).status).toBe(200);
});

test("an invitation that is made anew while it is accepted undoes no acceptance", async () => {
  const email = newEmail();
  const link = await invite(shop, email, "viewer");
  const page = new Page();
  let acceptance: Promise<Answer> | undefined;
  const waits = async () =>
    (await rowsForOwner("select 1 from pg_locks where locktype = 'advisory' and not granted", [])).length > 0;

  await meanwhile(
    "from staff_of_store(",
    async () => {
      let isDone = false;
      acceptance = page.console("/invitation", { link, name: "Amina", password: PASSWORD }).finally(() => {
        isDone = true;
      });
      await expect.poll(async () => isDone || (await waits())).toBe(true);
    },
    () => stoppedPage(owner).run(shop, "staff_invite", { email, role: "orders" }),
  );

  const accepted = (await acceptance)?.status === 200;
  const { data } = (await owner.run(shop, "staff_list")).body;
  const { state } = data.find((member: { email: string }) => member.email === email);
  expect(state).toBe(accepted ? "active" : "invited");
});

/** Sends a call whose body ends only when `work` is done, which begins when the server knows who calls. */
async function callSlowly({ cookie }: Page, body: object, work: () => Promise<unknown>): Promise<[number, string]> {
  const { port } = stopped.server.address() as AddressInfo;
  const text = JSON.stringify(body);
  const headers = {
    cookie,
    origin: `http://127.0.0.1:${port}`,
    "x-hanout-console": "1",
    "x-hanout-store": shop.id,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  };
  return new Promise<[number, string]>((resolve, reject) => {
    const post = request(
      { host: "127.0.0.1", port, method: "POST", path: `${ADMIN}/store_update`, headers },
      (reply) => {
        let answered = "";
        reply.on("data", (part) => {
          answered += part;
        });
        reply.on("end", () => resolve([reply.statusCode ?? 0, JSON.parse(answered).code]));
      },
    );
    post.on("error", reject);
    let isDone = false;
    afterStatement = async (sent) => {
      if (isDone || !sent.includes(READS_SESSION)) return;
      isDone = true;
      void work().then(() => post.end(text.slice(1)), reject);
    };
    post.write(text.slice(0, 1));
  });
}

test("a call whose body ends after the removal, or the end of the session, does nothing", async () => {
  await stopped.listen({ host: "127.0.0.1", port: 0 });
  const { email, page } = await personOf(shop, "manager");
  const remove = () => owner.run(shop, "staff_remove", { person: email });
  expect(await callSlowly(page, { name: "Renamed" }, remove)).toEqual([404, "store_not_found"]);

  const { page: out } = await personOf(shop, "manager");
  expect(await callSlowly(out, { name: "Renamed" }, () => out.console("/sign-out", {}))).toEqual([
    401,
    "not_signed_in",
  ]);
  expect((await owner.run(shop, "store_get")).body.name).toBe("Test shop");
});
