import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { auditSummary, refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { expectInvariants, ordered, stockOf } from "../../support/selling.ts";

/** Places orders of one piece each, and returns their numbers. */
async function ordersIn(shop: Shop, count: number, product?: string): Promise<string[]> {
  const id = product ?? (await shop.product({ stock: 200, price: 100_000 })).id;
  const numbers: string[] = [];
  for (let i = 0; i < count; i++) numbers.push((await ordered(shop, [{ product_id: id, quantity: 1 }])).order_number);
  return numbers;
}

const orderOf = (shop: Shop, order: string) => runTool(shop, "orders_get", { order, response_format: "detailed" });

interface Result {
  order: string;
  ok: boolean;
  problem?: { code: string; detail: string };
}

/** The results of a call, as `ORD-… ok` or `ORD-… order_not_found`. */
const told = ({ results }: { results: Result[] }): string[] =>
  results.map(({ order, ok, problem }) => `${order} ${ok ? "ok" : problem?.code}`);

describe("several orders", () => {
  test("move one by one, and those that cannot are told with the reason, in the order given", async () => {
    const shop = await openShop();
    const [pending, confirmed, cancelled] = (await ordersIn(shop, 3)) as [string, string, string];
    await runTool(shop, "orders_confirm", { order: confirmed });
    await runTool(shop, "orders_cancel", { order: cancelled });
    const { id } = await orderOf(shop, pending);

    const { data, text } = await call(shop, "orders_move", {
      to: "confirmed",
      orders: [cancelled, "ORD-2026-NOTHERE0", { order: pending.toLowerCase() }, confirmed, id],
    });

    expect(text).toBe("1 of 5 orders are confirmed. 4 failed; results says why.");
    expect(data).toMatchObject({ moved: 1, failed: 4 });
    expect(told(data)).toEqual([
      `${cancelled} illegal_order_move`,
      "ORD-2026-NOTHERE0 order_not_found",
      `${pending} ok`,
      `${confirmed} illegal_order_move`,
      `${pending} invalid_value`,
    ]);
    expect(data.results[0]).toMatchObject({
      status: "cancelled",
      problem: { detail: expect.stringContaining("cannot") },
    });
    expect(data.results[4].problem.detail).toBe(`${pending} is in the list twice.`);
    expect((await orderOf(shop, pending)).status).toBe("confirmed");
    expect((await auditSummary(shop)).slice(-1)).toEqual([`orders_move order ${pending}: status pending → confirmed`]);
  });

  test("are shipped with their own tracking numbers and carriers, and delivered with their own amounts", async () => {
    const shop = await openShop();
    const [one, two, three] = (await ordersIn(shop, 3)) as [string, string, string];
    await runTool(shop, "orders_move", { to: "confirmed", orders: [one, two, three] });

    const shipped = await runTool(shop, "orders_move", {
      to: "shipped",
      carrier: "Rapide",
      note: "Remis au transporteur.",
      orders: [{ order: one, tracking_number: " A1 " }, { order: two, tracking_number: "A2", carrier: "Autre" }, three],
    });
    const delivered = await runTool(shop, "orders_move", {
      to: "delivered",
      orders: [{ order: "A1", collected_amount: 900 }, two, three],
    });

    expect([shipped.moved, delivered.moved]).toEqual([3, 3]);
    const orders = await Promise.all([one, two, three].map((number) => orderOf(shop, number)));
    expect(orders).toMatchObject([
      {
        status: "delivered",
        carrier: "Rapide",
        tracking_number: "A1",
        collected_amount: 900,
        payment_status: "unpaid",
      },
      { status: "delivered", carrier: "Autre", tracking_number: "A2", collected_amount: 1000, payment_status: "paid" },
      { status: "delivered", carrier: "Rapide", tracking_number: null, collected_amount: 1000, payment_status: "paid" },
    ]);
    expect(orders.map(({ notes }) => notes.map(({ text }: { text: string }) => text))).toEqual(
      Array(3).fill(["Remis au transporteur."]),
    );
    expect(orders[0].history.map(({ status }: { status: string }) => status)).toEqual([
      ...["pending", "confirmed", "processing", "shipped", "delivered"],
    ]);
  });

  test("that are shipped get the tracking number that they lack, and keep the one that they have", async () => {
    const shop = await openShop();
    const [lacking, same, other] = (await ordersIn(shop, 3)) as [string, string, string];
    await runTool(shop, "orders_move", { to: "confirmed", orders: [lacking, same, other] });
    const ship = (orders: object[]) => runTool(shop, "orders_move", { to: "shipped", orders });
    await ship([{ order: lacking }, { order: same, tracking_number: "B" }, { order: other, tracking_number: "C" }]);

    const again = await ship([
      { order: lacking, tracking_number: "A" },
      { order: same, tracking_number: "B" },
      { order: other, tracking_number: "D" },
    ]);

    expect(told(again)).toEqual([`${lacking} ok`, `${same} ok`, `${other} illegal_order_move`]);
    expect(again.results[2].problem.detail).toContain("tracking number C");
    expect((await orderOf(shop, lacking)).tracking_number).toBe("A");
    expect(told(await ship([{ order: same }]))).toEqual([`${same} illegal_order_move`]);
  });

  test("are cancelled with their stock, and one that is refused changes nothing of the others", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 10 });
    const [one, shipped, two] = (await ordersIn(shop, 3, id)) as [string, string, string];
    await runTool(shop, "orders_confirm", { order: shipped });
    await runTool(shop, "orders_ship", { order: shipped });

    const data = await runTool(shop, "orders_move", {
      to: "cancelled",
      orders: [one, shipped, two],
      reason: "unreachable",
      note: "Trois appels.",
    });

    expect(told(data)).toEqual([`${one} ok`, `${shipped} illegal_order_move`, `${two} ok`]);
    expect(await stockOf(shop, id)).toBe(9);
    expect((await orderOf(shop, one)).notes).toMatchObject([{ text: "Trois appels." }]);
    expect((await orderOf(shop, shipped)).notes).toEqual([]);
    await expectInvariants(shop);
  });

  test("are only told of by a dry run", async () => {
    const shop = await openShop();
    const numbers = await ordersIn(shop, 2);

    const dry = await runTool(shop, "orders_move", { to: "confirmed", orders: [...numbers, "NONE"], dry_run: true });

    expect(dry).toMatchObject({ changes_count: 2, moved: 2, failed: 1 });
    expect((await orderOf(shop, numbers[0] as string)).status).toBe("pending");
  });

  test("above 20 need the token of the dry run, and a retry is answered once", async () => {
    const shop = await openShop();
    const orders = await ordersIn(shop, 21);

    expect((await refused(shop, "orders_move", { to: "confirmed", orders }))?.code).toBe("confirmation_required");
    const data = await runConfirmedTool(shop, "orders_move", { to: "confirmed", orders, idempotency_key: "all" });
    expect(data.moved).toBe(21);
    const again = await runTool(shop, "orders_move", { to: "confirmed", orders, idempotency_key: "all" });
    expect(again).toMatchObject({ replayed: true, moved: 21 });
  });

  test("of another store are not found", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const [order] = (await ordersIn(other, 1)) as [string];
    await runTool(other, "orders_update", { order, tracking_number: "A1" });
    const { id } = await orderOf(other, order);

    const data = await runTool(shop, "orders_move", { to: "cancelled", orders: [order, id, "A1"] });

    expect(told(data)).toEqual([order, id, "A1"].map((ref) => `${ref} order_not_found`));
    expect((await orderOf(other, order)).status).toBe("pending");
  });

  test("answer even when none moved", async () => {
    const shop = await openShop();

    const { text, data } = await call(shop, "orders_move", { to: "shipped", orders: ["NONE"] });

    expect(data).toMatchObject({ moved: 0, failed: 1 });
    expect(text).toMatch(/^Nothing was changed\. 0 of 1 orders are shipped\. 1 failed/);
  });

  test.each([
    [{ to: "confirmed" }, "orders"],
    [{ to: "confirmed", orders: ["A"], csv: "order\nA" }, "orders"],
    [{ to: "confirmed", orders: ["A"], carrier: "X" }, "carrier"],
    [{ to: "confirmed", orders: ["A", { order: "B", tracking_number: "1" }] }, "orders.1.tracking_number"],
    [{ to: "shipped", orders: [{ order: "B", collected_amount: 5 }] }, "orders.0.collected_amount"],
    [{ to: "shipped", orders: ["A"], reason: "late" }, "reason"],
    [{ to: "returned", orders: ["A"] }, "to"],
    [{ to: "shipped", orders: [{ tracking_number: "1" }] }, "orders.0.order"],
    [{ to: "shipped", orders: [{ order: "A", price: 1 }] }, "orders.0.price"],
    [{ to: "shipped", orders: Array(101).fill("A") }, "orders"],
    [{ to: "shipped", csv: "nom;ville\nKarim;Oran" }, "csv"],
    [{ to: "shipped", csv: "commande\n" }, "csv"],
    [{ to: "shipped", csv: `commande\n${"A\n".repeat(101)}` }, "csv"],
  ])("are refused together for arguments that are not right: %j", async (args, path) => {
    const shop = await openShop();

    const problem = await refused(shop, "orders_move", args);

    expect(problem?.code).toBe("invalid_value");
    expect(problem?.errors.map((error) => error.path)).toContain(path);
  });
});

describe("a sheet", () => {
  test.each([
    ["semicolons, in French", ";", ["N° de suivi", "Référence commande", "Ville"]],
    ["commas, in English", ",", ["Tracking number", "Order", "City"]],
    ["tabs, in Arabic", "\t", ["رقم التتبع", "رقم الطلبية", "المدينة"]],
  ])("with %s ships its orders", async (_, separator, [tracking, order, city]) => {
    const shop = await openShop();
    const [one, two] = (await ordersIn(shop, 2)) as [string, string];
    await runTool(shop, "orders_move", { to: "confirmed", orders: [one, two] });
    const rows = [
      [city, order, tracking],
      ['"Oran, centre"', one, "S-1"],
      ["Alger", `"${two}"`, "S-2"],
      ["Blida", "ORD-2026-NOTHERE0", "S-3"],
      ["Batna", "", ""],
    ];

    const data = await runTool(shop, "orders_move", {
      to: "shipped",
      carrier: "Rapide",
      csv: rows.map((cells) => cells.join(separator)).join("\r\n"),
    });

    expect(data.results).toMatchObject([
      { order: one, row: 2, ok: true },
      { order: two, row: 3, ok: true },
      { order: "ORD-2026-NOTHERE0", row: 4, problem: { code: "order_not_found" } },
      { row: 5, problem: { code: "invalid_value" } },
    ]);
    expect(await orderOf(shop, two)).toMatchObject({ tracking_number: "S-2", carrier: "Rapide" });
  });

  test("with tracking numbers alone finds the orders that have them", async () => {
    const shop = await openShop();
    const [one, two, three] = (await ordersIn(shop, 3)) as [string, string, string];
    await runTool(shop, "orders_move", { to: "confirmed", orders: [one, two, three] });
    const [a, b, c] = ["A1", "B1", "B1"].map((tracking_number, i) => ({
      order: [one, two, three][i],
      tracking_number,
    }));
    await runTool(shop, "orders_move", { to: "shipped", orders: [a, b, c] });

    const data = await runTool(shop, "orders_move", {
      to: "delivered",
      csv: "Code;État\nA1;Livré\nB1;Livré\nZ9;Livré",
    });

    expect(told(data)).toEqual([`${one} ok`, "B1 invalid_value", "Z9 order_not_found"]);
    expect(data.results[1].problem.detail).toContain(two);
  });
});
