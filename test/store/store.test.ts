import { describe, expect, test } from "vitest";
import { saveMenu } from "../../src/store/store.ts";
import { openShop } from "../support/app.ts";

describe("GET /store", () => {
  test("returns the store", async () => {
    const shop = await openShop({ locale: "fr" });

    const { status, body } = await shop.get("/store");

    expect(status).toBe(200);
    expect(body).toEqual({
      id: shop.id,
      slug: shop.slug,
      name: "Test shop",
      description: "A shop for a test",
      logo_url: "http://localhost/media/logo.svg",
      custom_domain: null,
      contact_info: { email: "shop@example.dz" },
      social_links: null,
      theme_settings: { layout: "wide" },
      settings: null,
      primary_color: "#0f766e",
      locale: "fr",
      country: "DZ",
      time_zone: "Africa/Algiers",
      currency: "DZD",
      shipping_methods: ["home", "desk"],
    });
  });
});

describe("GET /store/menus", () => {
  const link = (title: string, position: number) => ({ title, url: `/${title}`, type: "link", position, children: [] });

  test("lists the menus with their nested items by position", async () => {
    const shop = await openShop();
    const nested = { ...link("shop", 1), children: [link("second", 2), link("first", 1)] };
    await shop.transact(async (db) => {
      await saveMenu(db, { handle: "main-menu", title: "Main", items: [link("about", 2), nested] });
      await saveMenu(db, { handle: "footer", title: "Footer", items: [] });
    });

    const { status, body } = await shop.get("/store/menus");

    expect(status).toBe(200);
    expect(body.pagination).toEqual({ total: 2, limit: 250, offset: 0, has_more: false });
    expect(body.data.map((menu: { handle: string }) => menu.handle)).toEqual(["footer", "main-menu"]);
    const [shopItem, about] = body.data[1].items;
    expect([shopItem.title, about.title]).toEqual(["shop", "about"]);
    expect(shopItem.children.map((item: { title: string }) => item.title)).toEqual(["first", "second"]);
    expect(shopItem.children[0]).toEqual({ title: "first", url: "/first", type: "link", position: 1, children: [] });
  });

  test("returns one menu by its handle", async () => {
    const shop = await openShop();
    await shop.transact((db) => saveMenu(db, { handle: "main-menu", title: "Main", items: [link("about", 1)] }));

    const { status, body } = await shop.get("/store/menus/main-menu");

    expect(status).toBe(200);
    expect(body).toMatchObject({ handle: "main-menu", title: "Main", items: [{ title: "about" }] });
  });

  test("returns 404 for an unknown handle", async () => {
    const shop = await openShop();

    const { status, body } = await shop.get("/store/menus/nowhere");

    expect([status, body.code]).toEqual([404, "menu_not_found"]);
  });
});
