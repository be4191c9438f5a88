import { beforeEach, describe, expect, test } from "vitest";
import { rowsOfText } from "../../../src/core/text/csv.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, refused, runTool } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { ordered } from "../../support/selling.ts";

let shop: Shop;
let product: string;
beforeEach(async () => {
  shop = await openShop();
  ({ id: product } = await shop.product({ slug: "vase", name: "Vase bleu", stock: 500, price: 250_000 }));
  await runTool(shop, "carriers_save", { name: "Rapide", regions: ["Alger", "Oran"] });
});

const place = async (given: object = {}): Promise<string> =>
  (await ordered(shop, [{ product_id: product, quantity: 2 }], { customer_wilaya: "Oran", ...given })).order_number;

const ship = async (orders: (string | object)[], carrier = "Rapide") => {
  await runTool(shop, "orders_move", { to: "confirmed", orders: orders.map((one) => Object(one).order ?? one) });
  await runTool(shop, "orders_move", { to: "shipped", orders, carrier });
};

const exported = (args: object = {}) => runTool(shop, "parcels_export", { carrier: "rapide", ...args });

/** The numbers of the orders in a list, in its order. */
const numbersIn = ({ csv }: { csv: string }): string[] =>
  rowsOfText(csv, ",").flatMap(({ cells }) => cells.filter((cell) => cell.startsWith("ORD-")));

/** The rows of a list by the titles of its header. */
function tableOf({ csv }: { csv: string }): Record<string, string>[] {
  const [header, ...rows] = rowsOfText(csv, ",");
  return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, i) => [header?.cells[i] ?? "", cell])));
}

describe("a parcel list", () => {
  test("says all that a carrier needs of an order", async () => {
    await runTool(shop, "products_save", { product: "vase", weight: 750, weight_unit: "g" });
    const order = await place({
      customer_name: "Karim, Benali",
      customer_phone: "0550 12 34 56",
      customer_commune: "Es Senia",
      shipping_address: { line1: "12 rue des Oliviers", line2: "Bât. B", zip: 31000, method: "desk" },
      customer_notes: '=HYPERLINK("http://evil.example")',
    });
    await ship([{ order, tracking_number: "R-1" }]);

    const answer = await exported();

    expect(tableOf(answer)).toEqual([
      {
        order_number: order,
        customer_name: "Karim, Benali",
        customer_phone: "+213550123456",
        wilaya_code: "31",
        wilaya_name: "Oran",
        commune: "Es Senia",
        address: "12 rue des Oliviers, Bât. B, 31000",
        delivery_method: "desk",
        products: "Vase bleu x 2",
        quantity: "2",
        amount_to_collect: "5000",
        tracking_number: "R-1",
        note: `'=HYPERLINK("http://evil.example")`,
        weight_kg: "1.5",
      },
    ]);
    expect(answer).toMatchObject({ parcels: 1, amount_to_collect: 5000, next_cursor: null });
  });

  test("asks for nothing when the order is paid, or not paid in cash", async () => {
    const [paid, card] = [await place(), await place({ payment_method: "card" })];
    await runTool(shop, "orders_set_payment_status", { order: paid, payment_status: "paid" });
    await ship([paid, card]);

    expect(tableOf(await exported()).map((row) => row.amount_to_collect)).toEqual(["0", "0"]);
  });

  test("has nothing to collect for a parcel that came back", async () => {
    const order = await place();
    await ship([order]);
    expect((await exported()).amount_to_collect).toBeGreaterThan(0);
    await runTool(shop, "orders_return", { order, reason: "refused" });
    expect(await exported()).toMatchObject({ parcels: 1, amount_to_collect: 0 });
  });

  test("is of a day in the shop's zone, by when the order was first shipped", async () => {
    const [first, second, other] = [await place(), await place(), await place()];
    // Two days on, so that no hour of the real day, in any zone, is of the day tested.
    const next = Date.now() + 2 * 86_400_000;
    const evening = new Date(next).toISOString().slice(0, 10);
    await at(`${evening}T22:30:00Z`, () => ship([second]));
    await at(`${evening}T22:40:00Z`, () => ship([first]));
    await at(`${evening}T23:30:00Z`, () => ship([other]));
    await at(`${evening}T23:40:00Z`, () =>
      runTool(shop, "orders_set_payment_status", { order: first, payment_status: "paid" }),
    );
    await at(`${evening}T23:50:00Z`, () => runTool(shop, "orders_mark_delivered", { order: second }));

    expect(numbersIn(await exported({ day: evening }))).toEqual([second, first]);
    expect(numbersIn(await at(`${evening}T23:45:00Z`, () => exported()))).toEqual([other]);
    expect(numbersIn(await exported())).toEqual([]);
  });

  test("has orders of the carrier only", async () => {
    const [its, others] = [await place(), await place()];
    await ship([its]);
    await ship([others], "Autre");

    expect(numbersIn(await exported())).toEqual([its]);
  });

  test("of what is ready has orders of the carrier, and those of none that it serves", async () => {
    await runTool(shop, "carriers_save", { carrier: "Rapide", methods: ["home"] });
    const [served, unknown] = [await place(), await place({ customer_wilaya: null })];
    const [far, desk, its, others] = [
      await place({ customer_wilaya: "Adrar" }),
      await place({ shipping_address: { method: "desk" } }),
      await place({ customer_wilaya: "Adrar" }),
      await place(),
    ];
    await place();
    const orders = [served, unknown, far, desk, its, others];
    await runTool(shop, "orders_move", { to: "confirmed", orders });
    await runTool(shop, "orders_move", { to: "processing", orders: [unknown] });
    await runTool(shop, "orders_update", { order: its, carrier: "Rapide" });
    await runTool(shop, "carriers_save", { name: "Autre" });
    await runTool(shop, "orders_update", { order: others, carrier: "Autre" });

    expect(numbersIn(await exported({ ready: true }))).toEqual([served, unknown, its]);
  });

  test("has the columns of the call, of the preset or of the carrier, in this order", async () => {
    await ship([await place()]);
    const columns = [{ header: "=Réf", field: "order_number" }];
    const headerOf = async (args: object = {}) => (await exported(args)).csv.split("\r\n")[0];

    expect(await headerOf()).toMatch(/^order_number,customer_name,/);
    await runTool(shop, "carriers_save", {
      carrier: "Rapide",
      parcel_columns: [{ header: "Client", field: "customer_name" }],
    });
    expect(await headerOf()).toBe("Client");
    expect(await headerOf({ preset: "zr_express_unverified" })).toMatch(/^Référence,Nom et prénom/);
    expect(await headerOf({ preset: "yalidine_unverified" })).toMatch(/^order_id,firstname,/);
    expect(await headerOf({ preset: "generic", columns })).toBe("'=Réf");
  });

  test("comes in pages, the header in the first one", async () => {
    const orders: string[] = [];
    for (let i = 0; i < 5; i++) orders.push(await place());
    await ship(orders);

    const first = await exported({ limit: 2 });
    const second = await exported({ limit: 2, cursor: first.next_cursor });
    const third = await exported({ limit: 2, cursor: second.next_cursor });

    expect(second.csv).not.toContain("order_number");
    expect([first, second, third].flatMap(numbersIn).sort()).toEqual([...orders].sort());
    expect(third.next_cursor).toBe(null);
    expect([first.parcels, second.parcels, third.parcels]).toEqual([2, 2, 1]);
  });

  test("is refused for an unknown carrier, a day that is none, and a day of what is ready", async () => {
    expect(await refused(shop, "parcels_export", { carrier: "Nobody" })).toMatchObject({
      code: "carrier_not_found",
      allowed: ["Rapide"],
    });
    expect((await refused(shop, "parcels_export", { carrier: "Rapide", day: "hier" }))?.errors[0]?.path).toBe("day");
    const both = { carrier: "Rapide", day: "2026-11-21", ready: true };
    expect((await refused(shop, "parcels_export", both))?.errors[0]?.path).toBe("day");
  });

  test("needs the scope of customers", async () => {
    const { key } = await shop.createKey({ name: "Orders", kind: "secret", scopes: ["orders:write", "settings:read"] });

    expect((await call(shop, "parcels_export", { carrier: "Rapide" }, key)).problem?.code).toBe("insufficient_scope");
  });

  test("serves regions of another country as customers write them", async () => {
    shop = await openShop({ country: "FR", currency: "EUR" });
    ({ id: product } = await shop.product({ stock: 5 }));
    await runTool(shop, "carriers_save", { name: "Rapide", regions: ["Île-de-France"] });
    const phone = { customer_phone: "06 12 34 56 78" };
    const [near] = [
      await place({ ...phone, customer_wilaya: "ile-de-france" }),
      await place({ ...phone, customer_wilaya: "Corse" }),
    ];
    for (const { order_number } of (await runTool(shop, "orders_search")).data)
      await runTool(shop, "orders_confirm", { order: order_number });

    expect(numbersIn(await exported({ ready: true }))).toEqual([near]);
  });
});
