import { newId } from "../../../src/core/ids.ts";
import { runIdempotent } from "../../../src/idempotency/idempotency.ts";
import type { Scene, Use } from "../scene.ts";

const BUYER = { customer_name: "Karim Benali", customer_phone: "0550 12 34 56" };
const HOME = {
  line1: "12 rue Didouche",
  city: "Hydra",
  state: "Alger",
  country: "DZ",
  postal_code: "16035",
  phone: "0550123456",
};
const PASSWORD = "long enough for everyone";

let people = 0;

/** A new customer of the store, with the headers of their requests. */
export async function signUp({ storefront }: Scene): Promise<{ headers: Record<string, string>; email: string }> {
  const email = `explained-${++people}-${Date.now()}@example.dz`;
  const person = { email, password: PASSWORD, full_name: "Amina Explained", phone: "0550 12 34 56" };
  const { token } = await storefront("POST", "/auth/signup", person, {});
  return { email, headers: { authorization: `Bearer ${token}` } };
}

/** A cart with a unit of each of the first variants that are in stock. */
export async function fillCart({ storefront, facts }: Scene, lines: number, headers = {}): Promise<string> {
  const { id } = await storefront("POST", "/cart", {}, { headers });
  for (const { id: variant_id, product_id } of facts.variants.slice(0, lines)) {
    await storefront("POST", `/cart/${id}/items`, { product_id, variant_id, quantity: 1 }, { headers });
  }
  return id;
}

/** An id that nothing has. */
const UNKNOWN = "00000000-0000-7000-8000-000000000000";

/** What shoppers and customers do with carts, orders and their account. */
export const SHOPPERS: Record<string, Use> = {
  "a cart: filled, changed, emptied": async (scene) => {
    const id = await fillCart(scene, 3);
    const { items } = await scene.storefront("GET", `/cart/${id}`);
    await scene.storefront("PATCH", `/cart/${id}/items/${items[0].id}`, { quantity: 2 });
    await scene.storefront("DELETE", `/cart/${id}/items/${items[1].id}`);
    const unknown = { product_id: items[0].product_id, variant_id: UNKNOWN, quantity: 1 };
    await scene.storefront("POST", `/cart/${id}/items`, unknown, { status: 400 });
  },
  "coupons: validated": async ({ storefront, facts }) => {
    const items = facts.variants.slice(0, 5).map(({ id, product_id }) => ({ product_id, variant_id: id, quantity: 2 }));
    const buyer = { customer_phone: facts.customer.phone, customer_email: facts.customer.email };
    for (const code of ["CODE1", "BIENVENUE10", null])
      await storefront("POST", "/coupons/validate", { code, items, ...buyer });
    await storefront("POST", "/coupons/validate", { code: "CODE1", cart_total: 9000 });
  },
  "an order without an account": async (scene) => {
    const cart_id = await fillCart(scene, 5);
    const body = {
      cart_id,
      ...BUYER,
      customer_email: "k@example.dz",
      customer_wilaya: "Oran",
      coupon_code: "BIENVENUE10",
    };
    await scene.storefront("POST", "/orders", body, { headers: { "idempotency-key": `explained ${cart_id}` } });
    await scene.storefront("POST", "/orders", body, { headers: { "idempotency-key": `explained ${cart_id}` } });
    await scene.storefront("GET", `/cart/${cart_id}`);
  },
  "an idempotency key that is free again after two days": async ({ database, store }) => {
    const request = { route: "explained", key: newId(), body: {} };
    for (const age of [48 * 3_600_000, 0]) {
      const now = new Date(Date.now() - age).toISOString();
      await database.transact({ ...store.tenant, now }, (db) => runIdempotent(db, request, async () => "done"));
    }
  },
  "an account: its cart, orders and addresses": async (scene) => {
    const { email, headers } = await signUp(scene);
    await scene.storefront("POST", "/auth/login", { email, password: PASSWORD });
    await scene.storefront("GET", "/auth/me", undefined, { headers });
    const [first, second] = [
      await scene.storefront("POST", "/auth/me/addresses", HOME, { headers }),
      await scene.storefront("POST", "/auth/me/addresses", { ...HOME, is_default: true }, { headers }),
    ];
    await scene.storefront("PATCH", `/auth/me/addresses/${first.address.id}`, { city: "Kouba" }, { headers });
    const moved = { email: `moved-${email}`, current_password: PASSWORD };
    await scene.storefront("PATCH", "/auth/me", moved, { headers });
    await scene.storefront("PATCH", `/auth/me/addresses/${first.address.id}/default`, undefined, { headers });
    await scene.storefront("DELETE", `/auth/me/addresses/${first.address.id}`, undefined, { headers });
    await scene.storefront("DELETE", `/auth/me/addresses/${second.address.id}`, undefined, { headers });
    const cart_id = await fillCart(scene, 2, headers);
    const { order_number } = await scene.storefront("POST", "/orders", { cart_id, ...BUYER }, { headers });
    await scene.storefront("GET", "/orders", undefined, { headers });
    await scene.storefront("GET", "/orders?status=pending&offset=1", undefined, { headers });
    await scene.storefront("GET", `/orders/${order_number}`, undefined, { headers });
  },
  "an account: a new password": async (scene) => {
    const { email } = await signUp(scene);
    const { token } = await scene.operation("customers_reset_link", { customer: email });
    await scene.storefront("POST", "/auth/password/reset", { token, password: `new ${PASSWORD}` });
  },
};
