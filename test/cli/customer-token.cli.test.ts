import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hanout, migratedFolder } from "./hanout.ts";
import { serve } from "./serve-process.ts";

test("a customer stays signed in after a restart, by a stored key that is never printed", async () => {
  const DATA_DIR = migratedFolder();
  const { out } = await hanout(["stores", "create", "--slug", "mine", "--name", "Mine", "--json"], { DATA_DIR });
  const { publishable_key } = JSON.parse(out) as { publishable_key: string };
  const headers = { "x-api-key": publishable_key, "content-type": "application/json" };
  const file = join(DATA_DIR, "customer-token.key");

  const first = await serve({ DATA_DIR, LOG_LEVEL: "trace" });
  const person = { email: "amina@example.dz", password: "couscous du vendredi", full_name: "Amina" };
  const made = await fetch(`${first.url}/api/v1/storefront/auth/signup`, {
    method: "POST",
    headers,
    body: JSON.stringify(person),
  });
  const { token } = (await made.json()) as { token: string };
  await first.stop("SIGTERM");
  const key = readFileSync(file, "utf8");

  const second = await serve({ DATA_DIR, LOG_LEVEL: "trace" });
  const seen = await fetch(`${second.url}/api/v1/storefront/auth/me`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  expect([made.status, seen.status]).toEqual([201, 200]);
  expect(await seen.json()).toMatchObject({ customer: { email: person.email } });
  await second.stop("SIGTERM");

  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([key, 0o600]);
  for (const secret of [key, token, person.password, person.email, "argon2id"]) {
    expect(first.out() + second.out()).not.toContain(secret);
  }
});
