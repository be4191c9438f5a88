import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { openShop, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { at, refused, runTool } from "../support/mcp-tasks.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { cartWith, order } from "../support/selling.ts";

/** Open carts that nobody ordered, as merchants see them. */

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const AMINA = { email: "amina@example.dz", full_name: "Amina Saïdi", phone: "0550 12 34 56" };

let shop: Shop;
let lamp: string;
let rug: string;

beforeEach(async () => {
  shop = await openShop();
  lamp = (await shop.product({ name: "Lampe", price: 200_000, stock: 50 })).id;
  rug = (await shop.product({ name: "Tapis", slug: "tapis", price: 1_500_000, stock: 50 })).id;
});

const hoursAgo = (hours: number) => NOW - hours * HOUR;
const leave = (hours: number, quantity = 1, product_id = lamp) =>
  at(hoursAgo(hours), () => cartWith(shop, { product_id, quantity }));
const abandoned = (args: object = {}, key?: string) => at(NOW, () => runTool(shop, "carts_abandoned", args, key));

/** A customer whose token is older than the carts of these tests. */
const signedUp = () => at(hoursAgo(48), () => customerOf(shop, AMINA));

/** A cart of the customer with one lamp. */
const leaveAs = (hours: number, headers: Record<string, string>) =>
  at(hoursAgo(hours), async () => {
    const { body } = await shop.post("/cart", {}, headers);
    await shop.post(`/cart/${body.id}/items`, { product_id: lamp, quantity: 1 }, headers);
    return body.id as string;
  });

describe("abandoned carts", () => {
  test("come with age, value and first lines, the last changed first; those with nothing in them do not", async () => {
    await leave(30, 2);
    await leave(5, 1, rug);
    await at(hoursAgo(9), () => shop.post("/cart", {}));
    await leave(0.5);

    const { data, total, total_value, currency, next_cursor } = await abandoned();
    expect({ total, total_value, currency, next_cursor }).toEqual({
      total: 2,
      total_value: 19_000,
      currency: "DZD",
      next_cursor: null,
    });
    expect(data).toEqual([
      {
        updated_at: "2026-11-20T07:00:00.000Z",
        hours: 5,
        value: 15_000,
        lines: 1,
        units: 1,
        items: [{ product_name: "Tapis", quantity: 1 }],
        expires_at: "2026-12-20T07:00:00.000Z",
      },
      {
        updated_at: "2026-11-19T06:00:00.000Z",
        hours: 30,
        value: 4000,
        lines: 1,
        units: 2,
        items: [{ product_name: "Lampe", quantity: 2 }],
        expires_at: "2026-12-19T06:00:00.000Z",
      },
    ]);
    expect((await abandoned({ min_hours: 0 })).total).toBe(3);
    expect((await abandoned({ min_hours: 6 })).data).toMatchObject([{ hours: 30 }]);
    expect((await abandoned({ max_days: 1 })).data).toMatchObject([{ hours: 5 }]);
    expect((await abandoned({ min_value: 4000.01 })).data).toMatchObject([{ value: 15_000 }]);
    expect(await at(NOW, () => refused(shop, "carts_abandoned", { min_value: 0.001 }))).toMatchObject({
      errors: [{ path: "min_value" }],
    });
  });

  test("show three lines with their variants, and count only what is published, at today's prices", async () => {
    const shirt = await shop.product({
      name: "Chemise",
      options: [{ name: "Taille", values: ["M"] }],
      variants: [{ option_values: { Taille: "M" }, price: 100_000, inventory_quantity: 5 }],
    });
    const { body } = await shop.get(`/products/${shirt.slug}`);
    const vase = await shop.product({ name: "Vase", slug: "vase", price: 50_000, stock: 5 });
    await at(hoursAgo(3), () =>
      cartWith(
        shop,
        { product_id: shirt.id, variant_id: body.variants[0].id, quantity: 2 },
        { product_id: lamp, quantity: 1 },
        { product_id: rug, quantity: 1 },
        { product_id: vase.id, quantity: 3 },
      ),
    );
    await leave(4, 1, rug);
    await runTool(shop, "products_set_status", { products: ["tapis"], status: "draft" });
    await runTool(shop, "prices_bulk_update", { products: ["vase"], percent: 100 });

    const { data, total } = await abandoned();
    expect(total).toBe(1);
    expect(data).toMatchObject([{ value: 2000 + 2000 + 3 * 1000, lines: 3, units: 6 }]);
    expect(data[0].items).toEqual([
      { product_name: "Chemise", variant_title: "M", quantity: 2 },
      { product_name: "Lampe", quantity: 1 },
      { product_name: "Vase", quantity: 3 },
    ]);
  });

  test("have the contact of the account, which keys without customers:read see masked", async () => {
    const { headers } = await signedUp();
    await leaveAs(3, headers);
    await leave(4);
    const contact = { customer_name: "Amina Saïdi", customer_phone: "+213550123456", customer_email: AMINA.email };

    expect((await abandoned({ with_contact: true })).data).toMatchObject([contact]);
    const guests = await abandoned({ with_contact: false });
    expect(guests.data).toHaveLength(1);
    expect(Object.keys(guests.data[0]).filter((name) => name.startsWith("customer"))).toEqual([]);
    const masked = await abandoned({ with_contact: true }, await keyFor(shop, "orders:read"));
    expect(masked.data).toMatchObject([{ customer_name: "A*** S***", customer_phone: "+**********56" }]);
    expect(masked.data[0].customer_email).toBeNull();
  });

  test.each([
    ["signed in", (headers: Record<string, string>) => ({ headers, given: { customer_phone: "0770 99 99 99" } })],
    ["as a guest with the same phone number", () => ({ headers: {}, given: { customer_phone: "+213550123456" } })],
    [
      "as a guest with the same e-mail",
      () => ({ headers: {}, given: { customer_phone: "0770 99 99 99", customer_email: "AMINA@example.dz" } }),
    ],
  ])("of a customer who has ordered since, %s, are left out", async (_, how) => {
    const { headers } = await signedUp();
    await leaveAs(3, headers);
    const [earlier, later] = [await leave(7), await leave(2)];
    const { headers: sent, given } = how(headers);

    expect(await at(hoursAgo(6), async () => (await order(shop, earlier, given, sent)).status)).toBe(201);
    expect((await abandoned({ with_contact: true })).total).toBe(1);
    expect(await at(hoursAgo(1), async () => (await order(shop, later, given, sent)).status)).toBe(201);
    expect(await abandoned()).toMatchObject({ total: 0, data: [] });
  });

  test("are listed in pages, each once", async () => {
    for (const hours of [2, 3, 4, 5, 5, 5]) await leave(hours, hours);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { data, next_cursor } = await abandoned({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...data.map(({ units }: { units: number }) => units));
      cursor = next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([2, 3, 4, 5, 5, 5]);
  });

  test("are found behind many others that a filter leaves out", async () => {
    const { headers } = await signedUp();
    await leaveAs(20, headers);
    await shop.transact((db) =>
      db.run(sql`
        insert into carts (site_id, id, status, created_at, updated_at, expires_at)
        select s.id, gen_random_uuid(), 'open', t.at, t.at, t.at + interval '30 days'
        from sites s
        cross join generate_series(1, 2100) i
        cross join lateral (select ${new Date(NOW).toISOString()}::timestamptz - i * interval '10 seconds' - interval '2 hours' as at) t
        where s.id = ${shop.id}
        on conflict do nothing -- Citus copies the rows otherwise, which row-level security refuses
      `),
    );

    const first = await abandoned({ with_contact: true });
    expect(first).toMatchObject({ data: [], total: 0, total_is_partial: true, next_cursor: expect.any(String) });
    const second = await abandoned({ with_contact: true, cursor: first.next_cursor });
    expect(second.data).toMatchObject([{ customer_name: "Amina Saïdi" }]);
    expect(second.next_cursor).toBeNull();
  });

  test("are gone when they have expired or were ordered", async () => {
    await leave(24 * 29);
    const ordered = await leave(3);
    expect((await abandoned()).total).toBe(2);
    expect(await at(hoursAgo(2), async () => (await order(shop, ordered)).status)).toBe(201);
    expect((await abandoned()).total).toBe(1);
    expect((await at(NOW + 24 * HOUR, () => runTool(shop, "carts_abandoned"))).total).toBe(0);
  });
});
