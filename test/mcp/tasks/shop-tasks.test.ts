import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import {
  at,
  auditSummary,
  changeBy,
  dayFromToday,
  dryRunChanges,
  picture,
  refused,
  runTool,
  seen,
} from "../../support/mcp-tasks.ts";
import { cartWith, expectInvariants, order, ordered } from "../../support/selling.ts";

describe("a merchant wants the agent to", () => {
  test("set desk delivery for ten wilayas, free from 10 000 DZD on", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ price: 500_000 });
    const everywhere = { rates: [{ region: "*", method: "home", price: 900 }] };
    await runTool(shop, "shipping_rates_set", everywhere);
    const wilayas = [
      "Alger",
      "Oran",
      "Constantine",
      "Annaba",
      "Blida",
      "Sétif",
      "Batna",
      "Tlemcen",
      "Béjaïa",
      "تيزي وزو",
    ];
    const desks = (free_above: number | null) => ({
      rates: wilayas.map((region) => ({ region, method: "desk", price: 350, free_above })),
    });
    expect(await runTool(shop, "shipping_rates_list")).toMatchObject({ total: 1 });

    const misspelt = { rates: [...desks(null).rates, { region: "Atlantide", method: "desk", price: 350 }] };
    expect(await refused(shop, "shipping_rates_set", misspelt)).toMatchObject({ code: "invalid_value" });
    expect(await dryRunChanges(shop, "shipping_rates_set", desks(null))).toHaveLength(10);
    await runTool(shop, "shipping_rates_set", desks(null));
    await runTool(shop, "shipping_rates_set", desks(10_000));

    const { data } = await seen(shop, "/shipping-rates");
    const desk = data.filter(({ method }: { method: string }) => method === "desk");
    expect(desk.map(({ region }: { region: string }) => region)).toEqual([
      ...["5", "6", "9", "13", "15", "16", "19", "23", "25", "31"],
    ]);
    for (const rate of desk) expect(rate).toMatchObject({ price: 350, free_above: 10_000 });
    const deliver = async (customer_wilaya: string, method: string, quantity: number) =>
      (await ordered(shop, [{ product_id: id, quantity }], { customer_wilaya, shipping_address: { method } }))
        .shipping_cost;
    expect(await deliver("Tizi Ouzou", "desk", 1)).toBe(350);
    expect(await deliver("Tizi Ouzou", "desk", 2)).toBe(0);
    expect(await deliver("Tizi Ouzou", "home", 2)).toBe(900);
    expect(await deliver("Adrar", "desk", 1)).toBe(900);
    const told = await auditSummary(shop);
    expect(told).toHaveLength(21);
    expect(told.filter((line) => line.endsWith(": made"))).toHaveLength(11);
    expect(
      told.filter((line) => /^shipping_rates_set shipping_rate .*: free_above null → 10000$/.test(line)),
    ).toHaveLength(10);
    await expectInvariants(shop);
  });

  test("fix a typo in a page", async () => {
    const shop = await openShop();
    const body = "<p>Nous livrons dans les <strong>69 willayas</strong>.</p>";
    const page = { kind: "page", slug: "livraison", title: "Livraison", type: "policy", body, is_published: true };
    await runTool(shop, "content_save", page);
    const { data } = await runTool(shop, "content_search", { kind: "page", query: "livraison" });
    const found = await runTool(shop, "content_get", { kind: "page", slug: data[0].slug });
    expect(found.body).toBe(body);
    const fixed = {
      kind: "page",
      slug: "livraison",
      body: found.body.replace("willayas", "wilayas"),
      expected_updated_at: found.updated_at,
    };

    await runTool(shop, "content_save", fixed);
    expect(await refused(shop, "content_save", { ...fixed, body: "<p></p>" })).toMatchObject({ code: "stale" });

    expect(await seen(shop, "/pages/livraison")).toMatchObject({
      title: "Livraison",
      type: "policy",
      is_published: true,
      body: "<p>Nous livrons dans les <strong>69 wilayas</strong>.</p>",
    });
    expect(await auditSummary(shop)).toEqual([
      "content_save page livraison: made",
      "content_save page livraison: body",
    ]);
    await expectInvariants(shop);
  });

  test("write a post, show it to nobody until its day, and then as the newest", async () => {
    const shop = await openShop();
    const old = { kind: "post", title: "Ouverture", body: "<p>Bienvenue.</p>", is_published: true };
    await runTool(shop, "content_save", { ...old, published_at: dayFromToday(-30), idempotency_key: "opening" });
    const draft = {
      kind: "post",
      title: "Choisir son tapis",
      description: "Laine, coton ou jute ?",
      body: "<p>La laine tient chaud.</p>",
      featured_image: picture("tapis"),
      idempotency_key: "carpets",
    };
    const made = await runTool(shop, "content_save", draft);
    expect(await runTool(shop, "content_save", draft)).toMatchObject({ slug: "choisir-son-tapis", replayed: true });
    expect((await shop.get("/blogs/choisir-son-tapis")).status).toBe(404);
    const day = dayFromToday(2);
    const scheduled = { kind: "post", slug: made.slug, is_published: true, published_at: day };
    await runTool(shop, "content_save", { ...scheduled, expected_updated_at: made.updated_at });

    const posts = async () => (await seen(shop, "/blogs")).data.map(({ slug }: { slug: string }) => slug);
    expect(await posts()).toEqual(["ouverture"]);
    expect((await shop.get("/blogs/choisir-son-tapis")).status).toBe(404);
    expect(await runTool(shop, "content_search", { kind: "post", published: false })).toMatchObject({ total: 1 });
    await at(day, async () => {
      expect(await posts()).toEqual(["choisir-son-tapis", "ouverture"]);
      expect(await seen(shop, "/blogs/choisir-son-tapis")).toMatchObject({
        title: "Choisir son tapis",
        body: "<p>La laine tient chaud.</p>",
        featured_image: picture("tapis"),
        published_at: new Date(day).toISOString(),
      });
    });
    expect(await auditSummary(shop)).toEqual([
      "content_save post ouverture: made",
      "content_save post choisir-son-tapis: made",
      "content_save post choisir-son-tapis: is_published false → true, published_at",
    ]);
    await expectInvariants(shop);
  });

  test("write a page on returns and add it to the footer", async () => {
    const shop = await openShop();
    const links = [
      { title: "Contact", url: "/pages/contact" },
      { title: "Aide", children: [{ title: "Livraison", url: "/pages/livraison", type: "page" }] },
    ];
    await runTool(shop, "menus_save", { handle: "footer", title: "Pied de page", items: links });
    const page = { kind: "page", title: "Retours & échanges", body: "<p>Sous 7 jours.</p>", is_published: true };
    const { slug } = await runTool(shop, "content_save", { ...page, idempotency_key: "returns" });
    const { data } = await runTool(shop, "menus_get", { handle: "footer" });
    const [contact, help] = data[0].items;
    const items = [
      contact,
      { ...help, children: [...help.children, { title: "Retours", url: `/pages/${slug}`, type: "page" }] },
    ];
    const wanted = { handle: "footer", items, expected_updated_at: data[0].updated_at };

    expect(await dryRunChanges(shop, "menus_save", wanted)).toEqual(["menu footer: items"]);
    await runTool(shop, "menus_save", wanted);
    expect(await refused(shop, "menus_save", wanted)).toMatchObject({ code: "stale" });

    const footer = await seen(shop, "/store/menus/footer");
    expect(footer).toMatchObject({
      title: "Pied de page",
      items: [
        { title: "Contact", position: 1 },
        { title: "Aide", url: null, children: [{ title: "Livraison" }, { title: "Retours", type: "page" }] },
      ],
    });
    expect(await seen(shop, footer.items[1].children[1].url)).toMatchObject({ body: "<p>Sous 7 jours.</p>" });
    expect(await auditSummary(shop)).toEqual([
      "menus_save menu footer: made",
      `content_save page ${slug}: made`,
      "menus_save menu footer: items",
    ]);
    await expectInvariants(shop);
  });

  test("change the shop's phone number and colour", async () => {
    const shop = await openShop();
    const { contact_info, updated_at } = await runTool(shop, "store_get");
    const wanted = {
      contact_info: { ...contact_info, phone: "+213 550 00 11 22" },
      primary_color: "#b45309",
      expected_updated_at: updated_at,
    };

    expect(await dryRunChanges(shop, "store_update", wanted)).toEqual([
      `store ${shop.slug}: contact_info, primary_color #0f766e → #b45309`,
    ]);
    expect((await seen(shop, "/store")).primary_color).toBe("#0f766e");
    await runTool(shop, "store_update", wanted);
    expect(await refused(shop, "store_update", wanted)).toMatchObject({ code: "stale" });

    expect(await seen(shop, "/store")).toMatchObject({
      name: "Test shop",
      primary_color: "#b45309",
      theme_settings: { layout: "wide" },
      contact_info: { email: "shop@example.dz", phone: "+213 550 00 11 22" },
    });
    expect(await auditSummary(shop)).toEqual([
      `store_update store ${shop.slug}: contact_info, primary_color #0f766e → #b45309`,
    ]);
    expect(await changeBy(shop, "store_update")).toEqual({
      before: { contact_info: { email: "shop@example.dz" }, primary_color: "#0f766e" },
      after: { contact_info: wanted.contact_info, primary_color: "#b45309" },
    });
    await expectInvariants(shop);
  });

  test("give out a coupon with a minimum and a limit, and switch it off", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "tapis", price: 600_000 });
    const coupon = {
      title: "Bienvenue",
      code: "SALAM500",
      discount_type: "fixed_amount",
      discount_value: 500,
      min_order_amount: 10_000,
      usage_limit: 2,
    };
    expect(await runTool(shop, "promotions_search", { query: "SALAM500" })).toMatchObject({ total: 0 });
    await runTool(shop, "promotions_save", { ...coupon, idempotency_key: "salam" });
    const valid = async (quantity: number) =>
      (await shop.post("/coupons/validate", { code: "salam500", items: [{ product_id: id, quantity }] })).body;
    const buy = async (quantity: number) =>
      order(shop, await cartWith(shop, { product_id: id, quantity }), { coupon_code: "SALAM500" });

    expect(await valid(1)).toMatchObject({ valid: false, message: expect.stringContaining("Add DZD\u00a04,000 more") });
    expect(await valid(2)).toMatchObject({ valid: true, discount_amount: 500 });
    const first = await buy(2);
    expect(first.body).toMatchObject({ discount: 500, total: 11_500, coupon_code: "SALAM500" });
    expect((await buy(2)).status).toBe(201);
    expect((await buy(2)).body).toMatchObject({ code: "coupon_not_applicable" });
    const { data } = await runTool(shop, "promotions_search", { query: "SALAM500" });
    expect(data).toMatchObject([{ state: "used_up", uses: 2 }]);
    await runTool(shop, "orders_cancel", { order: first.body.order_number, idempotency_key: "not this one" });
    expect(await valid(2)).toMatchObject({ valid: true });
    expect(await runTool(shop, "promotions_save", { promotion: "SALAM500", is_active: false })).toMatchObject({
      state: "off",
    });

    expect(await valid(2)).toMatchObject({ valid: false });
    expect((await buy(2)).body).toMatchObject({ code: "coupon_not_applicable" });
    expect(await auditSummary(shop)).toEqual([
      "promotions_save promotion SALAM500: made",
      `orders_cancel order ${first.body.order_number}: status pending → cancelled`,
      "promotions_save promotion SALAM500: is_active true → false, state running → off",
    ]);
    await expectInvariants(shop);
  });
});
