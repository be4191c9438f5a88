import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildTestApp, driver, openShop, rowsForOwner } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { newEmail, PASSWORD, Page, personOf, secretOf } from "./people.ts";

let afterStatement: () => void = () => {};
const app = await buildTestApp({}, withHooks(driver, { afterStatement: () => afterStatement() }));

/** Each try is a minute after the one before: sign-ins are limited. */
const aMinuteLater = () => vi.setSystemTime(Date.now() + 61_000);
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Sends a request again and again: each time, another statement is the last before the process ends. Returns how many tries failed. */
async function failAfterEach(send: () => Promise<{ status: number }>, check: () => Promise<void>): Promise<number> {
  for (let failures = 0; ; failures++) {
    let left = failures;
    aMinuteLater();
    afterStatement = () => {
      if (left-- === 0) throw new Error("the power went");
    };
    const { status } = await send().finally(() => {
      afterStatement = () => {};
    });
    if (status === 200) return failures;
    expect(status).toBe(500);
    await check();
  }
}

const accountOf = async (email: string) =>
  (
    (await rowsForOwner("select id, name, password_hash from accounts where email = $1", [email])) as {
      id: string;
      name: string | null;
      password_hash: string | null;
    }[]
  )[0];

test("an invitation that fails after any statement leaves no trace, and the next one works", async () => {
  const shop = await openShop();
  const { page } = await personOf(shop, "owner", { page: new Page(app) });
  const email = newEmail();

  const failures = await failAfterEach(
    () => page.run(shop, "staff_invite", { email, role: "viewer" }),
    async () => expect(await accountOf(email)).toBeUndefined(),
  );

  expect(failures).toBeGreaterThan(4);
  expect((await page.run(shop, "staff_list")).body.data).toHaveLength(2);
});

test("an acceptance that fails after any statement has worked whole, or not at all", async () => {
  const shop = await openShop();
  const { page } = await personOf(shop, "owner", { page: new Page(app) });
  const email = newEmail();
  const { link } = (await page.run(shop, "staff_invite", { email, role: "viewer" })).body;
  const accept = () => {
    const newcomer = new Page(app);
    return newcomer.console("/invitation", { link: secretOf(link), name: "Amina", password: PASSWORD });
  };
  let accepted = false;
  const failures = await failAfterEach(
    async () => {
      const answer = await accept();
      // What fails after the acceptance is the session: the link is used up, and the person signs in.
      return answer.status === 404 && accepted ? { status: 200 } : answer;
    },
    async () => {
      const account = await accountOf(email);
      const { state } = (await page.run(shop, "staff_list")).body.data[1];
      accepted = state === "active";
      expect([account?.name, account?.password_hash !== null]).toEqual(accepted ? ["Amina", true] : [null, false]);
    },
  );

  expect(failures).toBeGreaterThan(2);
  expect((await new Page(app).signIn(email)).status).toBe(200);
  expect((await accept()).status).toBe(404);
});

test("a new password by a link that fails after any statement has worked whole, or not at all", async () => {
  const shop = await openShop();
  const { page } = await personOf(shop, "owner", { page: new Page(app) });
  const { email } = await personOf(shop, "viewer", { page: new Page(app) });
  const { link } = (await page.run(shop, "staff_reset_link", { person: email })).body;
  const before = await accountOf(email);
  const reset = (password: string) => new Page(app).console("/new-password", { link: secretOf(link), password });

  const failures = await failAfterEach(
    () => reset("une autre phrase"),
    async () => expect(await accountOf(email)).toEqual(before),
  );

  expect(failures).toBeGreaterThan(4);
  expect((await reset(PASSWORD)).status).toBe(404);
  expect((await new Page(app).signIn(email, "une autre phrase")).status).toBe(200);
  expect((await new Page(app).signIn(email)).status).toBe(401);
});
