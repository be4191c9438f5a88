import { verify } from "@node-rs/argon2";
import { Type } from "typebox";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { type Answer, buildTestApp, driver, openShop } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});
const verifyCalls = vi.mocked(verify).mock;
beforeEach(() => void vi.mocked(verify).mockClear());

const PERSON = { email: "amina@example.dz", password: "couscous du vendredi", full_name: "Amina" };
const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

describe("signing in", () => {
  test("checks one hash, whether or not the e-mail has an account", async () => {
    const shop = await openShop();
    await shop.post("/auth/signup", PERSON);
    const logIn = (email: string, password: string) => shop.post("/auth/login", { email, password });

    for (const [email, password, status] of [
      [PERSON.email, PERSON.password, 200],
      [PERSON.email, "wrong password", 401],
      ["nobody@example.dz", PERSON.password, 401],
      ["no e-mail at all", "", 401],
    ] as const) {
      vi.mocked(verify).mockClear();
      expect((await logIn(email, password)).status).toBe(status);
      expect(verifyCalls.calls).toEqual([[expect.stringMatching(COST), password]]);
      expect(await verifyCalls.results[0]?.value).toBe(status === 200);
    }
  });
});

/** With this setting at most 50 sign-ins wait, and at most 25 of one store. */
const ONE_AT_A_TIME = { PASSWORD_HASHES_AT_ONCE: 1 };
const WRONG_SIGN_IN = { email: "nobody@example.dz", password: "wrong password" };

/** Sends 100 concurrent sign-ins, which is more than may wait. */
const sendMany = (send: (i: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 100 }, (_, i) => send(i)));
const refusedOf = (answers: Answer[]): Answer[] => answers.filter(({ status }) => status === 503);

describe("a flood of sign-ins at one store", () => {
  test("is refused before the database is queried when more than a second's work is waiting", async () => {
    let transactions = 0;
    const counting = withHooks(driver, { afterCommit: () => transactions++ });
    const shop = await openShop({ via: await buildTestApp(ONE_AT_A_TIME, counting) });

    const answers = await sendMany(() => shop.post("/auth/login", WRONG_SIGN_IN));

    const refused = refusedOf(answers);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect([body.code, Number(headers["retry-after"])]).toEqual(["overloaded", 1]);
    }
    const served = answers.filter(({ status }) => status === 401).length;
    expect([served + refused.length, transactions]).toEqual([answers.length, served]);
    expect((await shop.post("/auth/login", WRONG_SIGN_IN)).status).toBe(401);
  });

  test("does not affect another store", async () => {
    const via = await buildTestApp(ONE_AT_A_TIME);
    const [flooded, other] = [await openShop({ via }), await openShop({ via })];

    const floods = sendMany(() => flooded.post("/auth/login", WRONG_SIGN_IN));
    const others = await Promise.all(Array.from({ length: 10 }, () => other.post("/auth/login", WRONG_SIGN_IN)));

    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(refusedOf(await floods).length).toBeGreaterThan(0);
  });

  test("shares its limit with sign-ups; refused sign-ups create no account", async () => {
    const shop = await openShop({ via: await buildTestApp(ONE_AT_A_TIME) });
    const person = (i: number) => ({ ...PERSON, email: `person-${i}@example.dz` });

    const answers = await sendMany((i) => shop.post("/auth/signup", person(i)));

    expect(refusedOf(answers).length).toBeGreaterThan(0);
    const accounts = await shop.rows(
      Type.Object({ email: Type.String() }),
      sql`select email from customers where site_id = ${shop.id}`,
    );
    const made = answers.flatMap(({ status }, i) => (status === 201 ? [person(i).email] : []));
    expect(accounts.map(({ email }) => email).sort()).toEqual(made.sort());
  });
});
