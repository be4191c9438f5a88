import { expect } from "vitest";
import { hashPassword } from "../../src/customers/customers.ts";
import { sql } from "../../src/db/sql.ts";
import type { Shop } from "./app.ts";

/** Helpers for tests of customers. */

export const PASSWORD = "couscous du vendredi";
export const KARIM = {
  email: "Karim@Example.dz",
  password: PASSWORD,
  full_name: "Karim Benali",
  phone: "0550 12 34 56",
};

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const signUp = (shop: Shop, given: object = {}) => shop.post("/auth/signup", { ...KARIM, ...given });
export const logIn = (shop: Shop, email: string, password: string) => shop.post("/auth/login", { email, password });

export async function customerOf(
  shop: Shop,
  given: object = {},
): Promise<{ id: string; headers: { authorization: string } }> {
  const { status, body } = await signUp(shop, given);
  expect(status).toBe(201);
  return { id: body.customer.id, headers: bearer(body.token) };
}

/** Replaces a customer's password beside the routes. Every token issued before is no longer valid. */
export async function replacePassword(shop: Shop, id: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await shop.transact((db) =>
    db.run(sql`
      update customers
      set password_hash = ${hash}, password_version = password_version + 1
      where site_id = ${shop.id} and id = ${id}
    `),
  );
}
