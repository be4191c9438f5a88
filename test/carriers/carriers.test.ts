import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { call } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";

const EXPRESS = { name: "Rapide Express", tracking_url: "https://rapide.example/suivi/{tracking_number}?lang=fr" };

const orderOf = async (shop: Shop, given: object = {}): Promise<string> => {
  const { id } = await shop.product({ stock: 50 });
  return (await ordered(shop, [{ product_id: id, quantity: 1 }], given)).order_number;
};

const carrierOf = async (shop: Shop, order: string) =>
  (await runTool(shop, "orders_get", { order, response_format: "detailed" })).carrier;

describe("a carrier", () => {
  test("is created with defaults, changed and listed by name", async () => {
    const shop = await openShop();
    await runTool(shop, "carriers_save", EXPRESS);
    const made = await runTool(shop, "carriers_save", {
      name: "  Colis   du Sud ",
      regions: ["Tamanrasset", "أدرار", "01", "37 - Tindouf"],
      methods: ["desk"],
      desk_cost: 850.5,
      return_cost: 0,
      parcel_columns: [{ header: "Réf", field: "order_number" }],
    });
    expect(made).toMatchObject({
      name: "Colis du Sud",
      regions: ["1", "11", "37"],
      methods: ["desk"],
      desk_cost: 850.5,
    });
    await runTool(shop, "carriers_save", { carrier: "COLIS DU SUD", desk_cost: null, home_cost: 900, regions: null });

    const { data, total } = await runTool(shop, "carriers_list");
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { name: "Colis du Sud", methods: ["desk"], home_cost: 900, return_cost: 0, is_active: true },
      { name: "Rapide Express", methods: ["home", "desk"], tracking_url: EXPRESS.tracking_url },
    ]);
    expect(data[0]).not.toHaveProperty("regions");
    expect(data[0]).not.toHaveProperty("desk_cost");
    expect(await runTool(shop, "carriers_list", { limit: 1 })).toMatchObject({ data: [{ name: "Colis du Sud" }] });
    expect((await call(shop, "changes_list", { of: "rapide express" })).data.data).toMatchObject([
      { operation: "carriers_save" },
    ]);
  });

  test("keeps what is not sent, and a dry run changes nothing", async () => {
    const shop = await openShop();
    const { id } = await runTool(shop, "carriers_save", EXPRESS);
    await runTool(shop, "carriers_save", { carrier: id, home_cost: 400, dry_run: true });

    const same = await call(shop, "carriers_save", { carrier: id, methods: ["desk", "home"] });

    expect(same.text).toContain("Nothing differed");
    expect(same.data).toMatchObject(EXPRESS);
    expect(same.data).not.toHaveProperty("home_cost");
  });

  test.each([
    [{}, "name"],
    [{ name: "   " }, "name"],
    [{ name: "rapide  EXPRESS" }, "name"],
    [{ name: "X", tracking_url: "http://x.example/{tracking_number}" }, "tracking_url"],
    [{ name: "X", tracking_url: "https://x.example/" }, "tracking_url"],
    [{ name: "X", tracking_url: "https://{tracking_number}.example/" }, "tracking_url"],
    [{ name: "X", tracking_url: "javascript:alert({tracking_number})" }, "tracking_url"],
    [{ name: "X", tracking_url: "https://me@x.example/{tracking_number}" }, "tracking_url"],
    [{ name: "X", regions: ["Alger", "Atlantide"] }, "regions.1"],
    [{ name: "X", regions: [] }, "regions"],
    [{ name: "X", methods: [] }, "methods"],
    [{ name: "X", home_cost: 10.001 }, "home_cost"],
    [{ name: "X", parcel_columns: [{ header: "Réf", field: "card_number" }] }, "parcel_columns.0.field"],
  ])("is refused when it is not right: %j", async (given, path) => {
    const shop = await openShop();
    await runTool(shop, "carriers_save", EXPRESS);

    const problem = await refused(shop, "carriers_save", given);

    expect(problem?.code).toBe("invalid_value");
    expect(problem?.errors.map((error) => error.path)).toContain(path);
  });

  test("that does not exist is refused with those that do", async () => {
    const shop = await openShop();
    await runTool(shop, "carriers_save", EXPRESS);

    expect(await refused(shop, "carriers_save", { carrier: "Yalidine", home_cost: 1 })).toMatchObject({
      code: "carrier_not_found",
      allowed: ["Rapide Express"],
    });
  });

  test("serves regions as customers write them, in another country", async () => {
    const shop = await openShop({ country: "FR", currency: "EUR" });

    expect(
      await runTool(shop, "carriers_save", { name: "X", regions: ["Île-de-France", "ile-de-france "] }),
    ).toMatchObject({
      regions: ["ile-de-france"],
    });
  });
});

describe("an order's carrier", () => {
  test("is stored by the name that the store writes, and as it is typed where the store has saved none", async () => {
    const shop = await openShop();
    const [known, other] = [await orderOf(shop), await orderOf(shop)];
    await runTool(shop, "orders_confirm", { order: other });
    await runTool(shop, "orders_ship", { order: other, carrier: " Mon cousin ", tracking_number: "A1" });
    await runTool(shop, "carriers_save", EXPRESS);
    await runTool(shop, "orders_update", { order: known, carrier: " rapide  éxpress", tracking_number: "A/1 2" });

    expect(await carrierOf(shop, known)).toBe("Rapide Express");
    expect(await carrierOf(shop, other)).toBe("Mon cousin");
    const track = async (order: string) => (await shop.get(`/orders/track/${order}`)).body.tracking_url;
    expect(await track(known)).toBe("https://rapide.example/suivi/A%2F1%202?lang=fr");
    expect(await track(other)).toBe(null);
  });

  test("keeps its name: it cannot change once an order has it", async () => {
    const shop = await openShop();
    const { id } = await runTool(shop, "carriers_save", EXPRESS);
    await runTool(shop, "carriers_save", { carrier: id, name: "RAPIDE EXPRESS" });
    const order = await orderOf(shop);
    await runTool(shop, "orders_update", { order, carrier: "rapide express" });

    const problem = await refused(shop, "carriers_save", { carrier: id, name: "Rapide" });

    expect(problem?.detail).toMatch(/orders have this carrier.*new carrier.*is_active: false/);
    await runTool(shop, "carriers_save", { carrier: id, tracking_url: null });
    expect(await carrierOf(shop, order)).toBe("RAPIDE EXPRESS");
  });

  test("is taken before its carrier is renamed, or after it", async () => {
    const shop = await openShop();
    for (let i = 0; i < 8; i++) {
      const { id } = await runTool(shop, "carriers_save", { name: `Express ${i}` });
      const order = await orderOf(shop);

      const [renamed, taken] = await Promise.all([
        call(shop, "carriers_save", { carrier: id, name: `Autre ${i}` }),
        call(shop, "orders_update", { order, carrier: `EXPRESS ${i}` }),
      ]);

      expect(taken.problem?.code).toBe(renamed.problem ? undefined : "carrier_not_found");
      expect(await carrierOf(shop, order)).toBe(renamed.problem ? `Express ${i}` : null);
    }
  });

  test("that does not deliver there is accepted with a hint", async () => {
    const shop = await openShop();
    await runTool(shop, "carriers_save", { ...EXPRESS, regions: ["Alger"], methods: ["home"] });
    const ship = async (given: object) => {
      const order = await orderOf(shop, given);
      await runTool(shop, "orders_confirm", { order });
      return (await call(shop, "orders_ship", { order, carrier: "Rapide Express" })).text;
    };

    expect(await ship({ customer_wilaya: "Oran" })).toMatch(/Rapide Express does not serve the region 31/);
    expect(await ship({ customer_wilaya: "Alger", shipping_address: { method: "desk" } })).toMatch(
      /delivers to no desk/,
    );
    expect(await ship({ customer_wilaya: "Alger" })).toMatch(/^Shipped ORD-[^ ]+\.$/);
    expect(await ship({})).toMatch(/^Shipped ORD-[^ ]+\.$/);
  });
});
