import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { at, dayFromToday, runTool, seen } from "../../support/mcp-tasks.ts";
import { expectInvariants, ordered } from "../../support/selling.ts";

const trackOf = (shop: Shop, order: string) => seen(shop, `/orders/track/${order}`);

describe("a merchant wants the agent to", () => {
  test("confirm today's orders of one wilaya and hand them over with tracking numbers, in 3 calls", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 20 });
    await runTool(shop, "carriers_save", {
      name: "Rapide Express",
      tracking_url: "https://rapide.example/suivi/{tracking_number}",
    });
    const [yesterday, today] = [Date.parse(dayFromToday(-1)), Date.parse(dayFromToday(0))];
    const from = (customer_wilaya: string, time: number) =>
      at(time, async () => (await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_wilaya })).order_number);
    const old = await from("Oran", yesterday);
    const wanted = [
      await from("Oran", today + 1000),
      await from("31 - Oran", today + 2000),
      await from("وهران", today + 3000),
    ];
    const elsewhere = await from("Alger", today + 4000);

    const { data } = await runTool(shop, "orders_search", { status: "pending", wilaya: "Oran", from: dayFromToday(0) });
    const numbers: string[] = data.map(({ order_number }: { order_number: string }) => order_number);
    const confirmed = await runTool(shop, "orders_move", { to: "confirmed", orders: numbers });
    const shipped = await runTool(shop, "orders_move", {
      to: "shipped",
      carrier: "rapide express",
      orders: numbers.map((order, i) => ({ order, tracking_number: `RAP-${i}` })),
    });

    expect(numbers.toReversed()).toEqual(wanted);
    expect([confirmed, shipped]).toMatchObject([
      { moved: 3, failed: 0 },
      { moved: 3, failed: 0 },
    ]);
    expect(await trackOf(shop, numbers[0] as string)).toMatchObject({
      status: "shipped",
      carrier: "Rapide Express",
      tracking_number: "RAP-0",
      tracking_url: "https://rapide.example/suivi/RAP-0",
    });
    for (const number of [old, elsewhere]) expect((await trackOf(shop, number)).status).toBe("pending");
    await expectInvariants(shop);
  });

  test("take the tracking numbers from a carrier's sheet, with one unknown and one already shipped, in 1 call", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 20 });
    const place = async () => (await ordered(shop, [{ product_id: id, quantity: 1 }])).order_number;
    const [ready, processing, shipped] = [await place(), await place(), await place()];
    await runTool(shop, "orders_move", { to: "confirmed", orders: [ready, processing, shipped] });
    await runTool(shop, "orders_move", { to: "processing", orders: [processing] });
    await runTool(shop, "orders_ship", { order: shipped, carrier: "Sud Colis", tracking_number: "SC-OLD" });

    const answer = await runTool(shop, "orders_move", {
      to: "shipped",
      carrier: "Sud Colis",
      csv: `Bordereau du 23/11/2026;;
Numéro de suivi;Réf. commande;Client
SC-1;${ready};"Benali; Karim"
SC-2;${processing};Lynda
SC-3;ORD-2026-UNKNOWN0;Zohra
SC-4;${shipped};Amel
`,
    });

    expect(answer).toMatchObject({ moved: 2, failed: 2 });
    expect(answer.results).toMatchObject([
      { order: ready, row: 3, ok: true, status: "shipped" },
      { order: processing, row: 4, ok: true, status: "shipped" },
      { order: "ORD-2026-UNKNOWN0", row: 5, ok: false, problem: { code: "order_not_found" } },
      { order: shipped, row: 6, ok: false, problem: { detail: expect.stringContaining("SC-OLD") } },
    ]);
    expect((await trackOf(shop, ready)).tracking_number).toBe("SC-1");
    expect((await trackOf(shop, shipped)).tracking_number).toBe("SC-OLD");
    await expectInvariants(shop);
  });
});
