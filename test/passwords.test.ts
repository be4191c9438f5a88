import { verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Passwords } from "../src/customers/customers.ts";
import { buildTestApp, openShop } from "./support.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});
const checks = vi.mocked(verify).mock;
beforeEach(() => void vi.mocked(verify).mockClear());

const PERSON = { email: "amina@example.dz", password: "couscous du vendredi", full_name: "Amina" };
const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

describe("signing in", () => {
  test("costs one check of a hash, whether the e-mail has an account or not", async () => {
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
      expect(checks.calls).toEqual([[expect.stringMatching(COST), password]]);
      expect(await checks.results[0]?.value).toBe(status === 200);
    }
  });
});

describe("a flood of sign-ups", () => {
  test("is refused beyond what can wait, and leaves signing in as it was", async () => {
    const passwords = new Passwords(2);
    const known = await passwords.hash("right password");
    const flood = Array.from({ length: 202 }, () => passwords.hash("some password"));

    for (const hash of [known, undefined]) {
      await expect(passwords.matches(hash, "right password")).rejects.toMatchObject({ code: "overloaded" });
    }
    await Promise.all(flood);
    expect(await passwords.matches(known, "right password")).toBe(true);
    expect(await passwords.matches(known, "wrong password")).toBe(false);
    expect(await passwords.matches(undefined, "right password")).toBe(false);
  });

  test("is a 503 in HTTP, which passes", async () => {
    const shop = await openShop({ via: await buildTestApp({ PASSWORD_HASHES_AT_ONCE: 1 }) });
    const given = (i: number) => ({ ...PERSON, email: `person-${i}@example.dz` });
    const answers = await Promise.all(Array.from({ length: 230 }, (_, i) => shop.post("/auth/signup", given(i))));
    const refused = answers.filter(({ status }) => status !== 201);

    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([503, "overloaded"]);
    expect((await shop.post("/auth/login", PERSON)).status).toBe(401);
  });
});
