import { beforeAll, describe, expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { app, openShop, type Shop } from "../support/app.ts";
import { BUYER, cartWith, order } from "../support/selling.ts";

/** Every operation there is, so that one that is added cannot be forgotten. */
await app.ready();
const document = app.swagger() as unknown as { paths: Record<string, Record<string, object>> };
const storefront = Object.entries(document.paths).filter(([path]) => path.startsWith(STOREFRONT));
const operations = storefront.flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replace(STOREFRONT, "") })),
);

type Method = Parameters<Shop["send"]>[0];

/** A store with a customer, who has an address, a cart and an order. */
async function lived(name: string) {
  const shop = await openShop();
  await shop.transact((db) =>
    createPromotion(db, { title: name, code: name, discount_type: "percentage", discount_value: 1000 }),
  );
  const { id: product_id } = await shop.product({ slug: name, stock: 50 });
  const person = { email: `${name}@example.dz`, password: "long enough", full_name: name };
  const { body } = await shop.post("/auth/signup", person);
  const token = { authorization: `Bearer ${body.token}` };
  const home = { line1: name, city: "Hydra", state: "Alger", country: "DZ", postal_code: "16035", phone: "0550123456" };
  const address = (await shop.post("/auth/me/addresses", home, token)).body.address.id;
  const ordered = await order(shop, await cartWith(shop, { product_id, quantity: 1 }), {}, token);
  const cart_id = await cartWith(shop, { product_id, quantity: 1 });
  const item_id = (await shop.get(`/cart/${cart_id}`)).body.items[0].id;
  const parts = {
    cart_id,
    item_id,
    address_id: address,
    order_number: ordered.body.order_number,
    slug: name,
    handle: name,
  };
  const bodies: Record<string, object> = {
    "POST /cart/{cart_id}/items": { product_id, quantity: 1 },
    "PATCH /cart/{cart_id}/items/{item_id}": { quantity: 2 },
    "POST /orders": { cart_id, ...BUYER, coupon_code: name },
    "POST /coupons/validate": { code: name, items: [{ product_id, quantity: 1 }] },
    "POST /auth/login": { email: person.email, password: person.password },
    "POST /auth/me/addresses": home,
  };
  const state = async () => [
    (await shop.get(`/cart/${cart_id}`)).body,
    (await shop.get("/auth/me", token)).body,
    (await shop.get("/orders", token)).body,
    (await shop.get(`/products/${name}`)).body,
  ];
  return { shop, token, parts: parts as Record<string, string>, bodies, state };
}

let ours: Awaited<ReturnType<typeof lived>>;
let theirs: Awaited<ReturnType<typeof lived>>;
beforeAll(async () => {
  [ours, theirs] = [await lived("ours"), await lived("theirs")];
});

const filled = (path: string, parts: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? "");

describe.each(operations)("$method $path", ({ method, path }) => {
  const name = `${method} ${path}`;

  test("requires the key before anything else", async () => {
    for (const body of [ours.bodies[name] ?? {}, "{bad", undefined]) {
      const given = method === "GET" ? undefined : body;
      const answer = await ours.shop.send(method as Method, filled(path, ours.parts), given, { "x-api-key": "pk_no" });
      expect([answer.status, answer.body.code]).toEqual([401, "invalid_api_key"]);
    }
  });

  test("shows another store nothing of ours, and changes nothing of ours for it", async () => {
    const before = await ours.state();
    const url = filled(path, ours.parts);
    const body = method === "GET" ? undefined : (ours.bodies[name] ?? {});
    for (const headers of [{}, ours.token, theirs.token]) {
      const answer = await theirs.shop.send(method as Method, url, body, headers);
      const text = JSON.stringify(answer.body);
      // What is sent may be repeated to who sent it; what only we know may not.
      for (const secret of [ours.shop.id, ours.parts.order_number, "ours@example.dz"]) {
        if (!url.includes(secret ?? "")) expect(text).not.toContain(secret);
      }
      const speaksOfOurs = path.includes("{") || name === "POST /orders" || name === "POST /cart/{cart_id}/items";
      if (speaksOfOurs) expect([401, 404, 422]).toContain(answer.status);
    }
    expect(await ours.state()).toEqual(before);
  });

  test("never answers 500, for any input", async () => {
    const nonsense = ["x", "%27%22", "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d", "ÿ".repeat(300), "..%2f..", "null"];
    const bodies = [
      undefined,
      "null",
      "[]",
      '"x"',
      "{}",
      "1e999",
      '{"a":{"b":[]}}',
      `{"cart_id":"${"x".repeat(70_000)}"}`,
    ];
    for (const part of nonsense) {
      const parts = Object.fromEntries(Object.keys(ours.parts).map((key) => [key, part]));
      for (const body of method === "GET" ? [undefined] : bodies) {
        for (const headers of [{}, theirs.token]) {
          const answer = await theirs.shop.send(method as Method, filled(path, parts), body, headers);
          expect([name, part, body?.slice(0, 50), answer.status < 500]).toEqual([name, part, body?.slice(0, 50), true]);
        }
      }
    }
  });
});
