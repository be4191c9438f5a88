import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { type Answer, openShop, type Shop } from "../support/app.ts";
import { cartWith, order } from "../support/selling.ts";

/** Returns an address of this many characters. */
const addressOf = (length: number, letter = "x"): string => `${letter.repeat(length - 11)}@example.dz`;

const PERSON = { password: "long enough", full_name: "Karim" };
const refusal = (path: string) => ({ status: 422, body: { code: "invalid_value", errors: [{ path }] } });

/** Counts the store's customers and orders. */
async function countRows(shop: Shop): Promise<unknown> {
  const [counts] = await shop.rows(
    Type.Object({ customers: Type.Integer(), orders: Type.Integer() }),
    sql`
    select (select count(*) from customers where site_id = ${shop.id}) as customers,
      (select count(*) from orders where site_id = ${shop.id}) as orders
  `,
  );
  return counts;
}

describe("an e-mail address", () => {
  const endpoints: [string, string, number, (shop: Shop, email: string) => Promise<Answer>][] = [
    ["to sign up with", "email", 201, (shop, email) => shop.post("/auth/signup", { ...PERSON, email })],
    ["to sign in with", "email", 401, (shop, email) => shop.post("/auth/login", { ...PERSON, email })],
    [
      "to order with",
      "customer_email",
      201,
      async (shop, customer_email) => {
        const { id: product_id } = await shop.product();
        return order(shop, await cartWith(shop, { product_id, quantity: 1 }), { customer_email });
      },
    ],
  ];

  test.each(endpoints)(
    "%s has at most 254 characters; a longer one is refused and nothing is stored",
    async (_, path, otherwise, send) => {
      const shop = await openShop();

      for (const length of [255, 300, 301, 5000]) {
        expect(await send(shop, addressOf(length))).toMatchObject(refusal(path));
        expect(await send(shop, addressOf(length, "é"))).toMatchObject(refusal(path));
      }
      expect(await countRows(shop)).toEqual({ customers: 0, orders: 0 });
      expect((await send(shop, addressOf(254))).status).toBe(otherwise);
    },
  );

  test("of 254 characters is accepted when case folding makes it longer", async () => {
    const shop = await openShop();
    for (const letter of ["\u0130", "\ufb2c"]) {
      const email = addressOf(254, letter);
      const { status, body } = await shop.post("/auth/signup", { ...PERSON, email });

      expect([status, body.customer?.email]).toEqual([201, email]);
      expect((await shop.post("/auth/login", { ...PERSON, email })).status).toBe(200);
    }
  });
});
