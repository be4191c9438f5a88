import { expect } from "vitest";
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
