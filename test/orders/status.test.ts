import { Type } from "typebox";
import { beforeAll, describe, expect, test } from "vitest";
import type { SiteDb } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import { changeOrderStatus, setPaymentStatus } from "../../src/orders/orders.ts";
import { ORDER_STATUSES, STATUS_TRANSITIONS } from "../../src/orders/status/transitions.ts";
import { openShop, type Shop } from "../support/app.ts";
import { deliveringShop, expectInvariants, ordered, stockOf } from "../support/selling.ts";

const UNKNOWN_ID = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";

let shop: Shop;
beforeAll(async () => {
  shop = await deliveringShop();
});

describe("the status of an order", () => {
  const placeOrder = async () => ordered(shop, [{ product_id: (await shop.product()).id, quantity: 1 }]);
  /** The status changes that lead from pending to each status. */
  const steps = {
    pending: [], confirmed: ["confirmed"], processing: ["confirmed", "processing"],
    shipped: ["confirmed", "processing", "shipped"], delivered: ["confirmed", "processing", "shipped", "delivered"],
    cancelled: ["cancelled"], returned: ["confirmed", "processing", "shipped", "returned"],
  } as const; // biome-ignore format: a table

  test.each(ORDER_STATUSES)("changes from %s only as the transitions allow", async (from) => {
    for (const to of ORDER_STATUSES) {
      const { id } = await placeOrder();
      for (const step of steps[from]) await shop.transact((db) => changeOrderStatus(db, id, step, "key test"));
      const move = shop.transact((db) => changeOrderStatus(db, id, to, "key 1"));
      if (STATUS_TRANSITIONS[from].includes(to)) {
        const moved = await move;
        expect(moved.after.history.map(({ status }) => status)).toEqual(["pending", ...steps[from], to]);
      } else
        await expect(move).rejects.toMatchObject({
          code: "illegal_order_move",
          extra: { allowed: STATUS_TRANSITIONS[from] },
        });
    }
    await expectInvariants(shop);
  });

  test("is stored with the actor and time of each change", async () => {
    const { id, order_number } = await placeOrder();
    const at = "2027-01-02T03:04:05.678Z";
    await shop.transact((db) => changeOrderStatus(db, id, "confirmed", "key 42"), at);
    const later = "2027-01-02T03:04:06.000Z";
    await shop.transact((db) => setPaymentStatus(db, id, "paid", "key 43"), later);

    const tracked = await shop.get(`/orders/track/${order_number}`);
    expect(tracked.body).toMatchObject({ status: "confirmed", payment_status: "paid", updated_at: later });
    expect(tracked.body.history).toMatchObject([
      { status: "pending", payment_status: "unpaid" },
      { status: "confirmed", payment_status: "unpaid", at },
      { status: "confirmed", payment_status: "paid", at: later },
    ]);
    const actors = await shop.rows(
      Type.Object({ actor: Type.String() }),
      sql`select actor from order_history where site_id = ${shop.id} and order_id = ${id} order by id`,
    );
    expect(actors.map(({ actor }) => actor)).toEqual(["shopper", "key 42", "key 43"]);
    const back = shop.transact((db) => setPaymentStatus(db, id, "unpaid", "key 43"));
    await expect(back).rejects.toMatchObject({ code: "illegal_order_move" });
  });

  test("restores the stock once for concurrent cancellations", async () => {
    const { id: product_id } = await shop.product({ stock: 5 });
    const { id } = await ordered(shop, [{ product_id, quantity: 2 }]);
    const moves = await Promise.allSettled(
      Array.from({ length: 5 }, () => shop.transact((db) => changeOrderStatus(db, id, "cancelled", "key test"))),
    );

    expect(moves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stockOf(shop, product_id)).toBe(5);
    await expectInvariants(shop);
  });

  test("cannot be changed by another store", async () => {
    const { id } = await placeOrder();
    const other = await openShop();

    await expect(other.transact((db) => changeOrderStatus(db, id, "cancelled", "key test"))).rejects.toMatchObject({
      code: "order_not_found",
    });
  });

  test.each(["", "x", UNKNOWN_ID, `${UNKNOWN_ID}0`, "ORD-2026-00000000"])(
    "cannot be changed with the unknown id %j",
    async (id) => {
      const moves = [
        (db: SiteDb) => changeOrderStatus(db, id, "confirmed", "key test"),
        (db: SiteDb) => setPaymentStatus(db, id, "paid", "key test"),
      ];
      for (const move of moves) {
        await expect(shop.transact(move)).rejects.toMatchObject({ name: "Problem", code: "order_not_found" });
      }
    },
  );

  test("is in a history that the database role may not change, like the stock ledger", async () => {
    const { id } = await placeOrder();
    const rewriting = [
      sql`update order_history set status = 'delivered' where site_id = ${shop.id} and order_id = ${id}`,
      sql`delete from stock_movements where site_id = ${shop.id} and order_id = ${id}`,
    ];
    for (const statement of rewriting) {
      await expect(shop.transact((db) => db.run(statement))).rejects.toThrow(/permission denied/);
    }
  });
});

describe("tracking", () => {
  test.each(["/orders/track/", "/orders/"])("by %s masks personal data", async (path) => {
    const { id: product_id } = await shop.product();
    const placed = await ordered(shop, [{ product_id, quantity: 1 }], {
      customer_name: "Karim  بن علي",
      customer_email: "karim@example.dz",
      customer_commune: "Hydra",
      customer_wilaya: "Alger",
      customer_notes: "Sonnez",
      shipping_address: { line1: "12 rue" },
    });

    const tracked = await shop.get(`${path}${placed.order_number.toLowerCase()}`);
    expect(tracked.status).toBe(200);
    expect(tracked.body).toEqual({
      ...placed,
      customer_name: "K*** ب*** ع***",
      customer_phone: "+**********56",
      customer_email: null,
      customer_commune: null,
      customer_notes: null,
      shipping_address: null,
    });
    expect(tracked.headers["cache-control"]).toBe("no-store");
  });

  test("returns 404 for an unknown number, and for one of another store", async () => {
    const other = await openShop();
    const { id: product_id } = await other.product();
    const { order_number, id } = await ordered(other, [{ product_id, quantity: 1 }]);

    for (const number of [order_number, id, "ORD-2026-00000000", "x", "%27"]) {
      expect(await shop.get(`/orders/track/${number}`)).toMatchObject({
        status: 404,
        body: { code: "order_not_found" },
      });
      expect(await shop.get(`/orders/${number}`)).toMatchObject({ status: 404, body: { code: "order_not_found" } });
    }
  });
});
