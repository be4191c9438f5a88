import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { changeBy, entries, refused, runConfirmedTool, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";

const update = (shop: Shop, args: object) => runTool(shop, "store_update", args);

describe("store_update", () => {
  // biome-ignore format: a table
  test.each([
    ["name", "متجر الجزائر"],
    ["description", "Artisanat"], ["description", null], ["description", ""],
    ["logo_url", "https://cdn.example.com/logo.svg"], ["logo_url", null],
    ["custom_domain", "boutique.example.dz"], ["custom_domain", null],
    ["contact_info", { email: "a@example.dz", hours: { monday: ["9", "17"] } }], ["contact_info", null],
    ["social_links", { x: "https://x.com/y", instagram: "https://instagram.com/x" }], ["social_links", null],
    ["theme_settings", { layout: "narrow", columns: 3, "__proto__x": true }], ["theme_settings", { layout: { wide: true } }], ["theme_settings", null],
    ["settings", { a: [], returns_days: 7 }], ["settings", null],
    ["primary_color", "#ff0000"], ["primary_color", null],
    ["locale", "ar-DZ"],
    ["time_zone", "Europe/Paris"], ["time_zone", "UTC"],
    ["shipping_methods", ["desk"]], ["shipping_methods", ["desk", "home"]],
  ])("sets %s to %j for shoppers, and changes no other field", async (field, value) => {
    const shop = await openShop();
    await update(shop, { custom_domain: "old.example.dz", social_links: { x: "y" }, settings: { a: 1 } });
    const before = await seen(shop, "/store");
    const stored = await runTool(shop, "store_get");

    await update(shop, { [field]: value, dry_run: true });
    expect(await seen(shop, "/store")).toEqual(before);
    const { text } = await call(shop, "store_update", { [field]: value });

    expect(text).toBe("Changed the store.");
    expect(await seen(shop, "/store")).toEqual({ ...before, [field]: value });
    const after = await runTool(shop, "store_get");
    expect(after).toEqual({ ...stored, [field]: value, updated_at: after.updated_at });
    const last = (await entries(shop)).at(-1);
    expect([last?.before, last?.after]).toEqual([{ [field]: stored[field] }, { [field]: value }]);
  });

  test("changes the language of the shoppers' texts immediately", async () => {
    const shop = await openShop();
    const validate = async () =>
      (await shop.post("/coupons/validate", { code: "NONE", cart_total: 1000 })).body.message;
    const english = await validate();

    await update(shop, { locale: "fr" });

    expect(english).toBe('There is no code "NONE".');
    expect(await validate()).toMatch(/n’existe pas/);
  });

  // biome-ignore format: a table
  test.each([
    [{ name: "" }, "name"],
    [{ name: "  " }, "name"],
    [{ name: null }, "name"],
    [{ locale: "Français" }, "locale"],
    [{ locale: null }, "locale"],
    [{ shipping_methods: [] }, "shipping_methods"],
    [{ shipping_methods: ["drone"] }, "shipping_methods.0"],
    [{ shipping_methods: ["home", "home"] }, "shipping_methods"],
    [{ contact_info: "a@example.dz" }, "contact_info"],
    [{ contact_info: [] }, "contact_info"],
    [{ time_zone: "Paris time" }, "time_zone"],
    [{ time_zone: "" }, "time_zone"],
    [{ time_zone: "+01:00" }, "time_zone"],
    [{ currency: "EUR" }, "currency"],
    [{ slug: "mine" }, "slug"],
    [{ primary_color: "x".repeat(51) }, "primary_color"],
  ])("refuses %j with the field, and changes nothing", async (patch, path) => {
    const shop = await openShop();
    const before = await runTool(shop, "store_get");

    const refusal = await refused(shop, "store_update", { description: "changed", ...patch });

    expect(refusal).toMatchObject({ code: "invalid_value", errors: [{ path }] });
    expect(await runTool(shop, "store_get")).toEqual(before);
    expect(await entries(shop)).toEqual([]);
  });

  test("refuses an outdated expected_updated_at, and does not change another store", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const theirs = await seen(other, "/store");
    const { updated_at } = await runTool(shop, "store_get");
    await update(shop, { name: "One", expected_updated_at: updated_at });

    const args = { name: "Two", expected_updated_at: "2020-01-01T00:00:00Z" };
    expect(await refused(shop, "store_update", args)).toMatchObject({ code: "stale" });

    expect((await seen(shop, "/store")).name).toBe("One");
    expect(await seen(other, "/store")).toEqual(theirs);
    expect(await changeBy(shop, "store_update")).toEqual({ before: { name: "Test shop" }, after: { name: "One" } });
  });

  test("applies all concurrent changes of different fields", async () => {
    const shop = await openShop();
    const fields = { name: "N", description: "D", primary_color: "#111", locale: "ar", custom_domain: "d.example.dz" };

    await Promise.all(Object.entries(fields).map(([field, value]) => update(shop, { [field]: value })));

    expect(await seen(shop, "/store")).toMatchObject(fields);
  });
});

/** Returns menu items nested to this depth. */
const nested = (depth: number): object[] => [
  { title: `Level ${depth}`, ...(depth > 1 ? { children: nested(depth - 1) } : {}) },
];

describe("menus", () => {
  test("contain items in the order sent, up to five levels deep", async () => {
    const shop = await openShop();
    const items = [
      { title: "B", url: "/b" },
      { title: "A", type: "page", children: [{ title: "Z" }, { title: "Y" }] },
    ];

    await runTool(shop, "menus_save", { handle: "footer", title: "Bas de page", items: [...items, ...nested(5)] });

    const menu = await seen(shop, "/store/menus/footer");
    expect(menu).toMatchObject({
      title: "Bas de page",
      items: [
        { title: "B", url: "/b", type: "link", position: 1, children: [] },
        { title: "A", url: null, type: "page", children: [{ title: "Z" }, { title: "Y" }] },
        { title: "Level 5", children: [{ children: [{ children: [{ children: [{ title: "Level 1" }] }] }] }] },
      ],
    });
    for (const depth of [6, 12]) {
      expect(await refused(shop, "menus_save", { handle: "footer", items: nested(depth) })).toMatchObject({
        code: "invalid_value",
        errors: [{ path: `items.0${".children.0".repeat(4)}.children` }],
      });
    }
    expect(await seen(shop, "/store/menus/footer")).toEqual(menu);
    await runTool(shop, "menus_save", { handle: "footer", title: "Pied" });
    expect(await seen(shop, "/store/menus/footer")).toEqual({ ...menu, title: "Pied" });
  });

  // biome-ignore format: a table
  test.each([
    ["a blank item", { items: [{ title: " " }] }, "items.0.title"],
    ["a blank nested item", { items: [{ title: "A", children: [{ title: " " }] }] }, "items.0.children.0.title"],
    ["a nested title that is too long", { items: [{ title: "A", children: [{ title: "x".repeat(201) }] }] }, "items.0.children.0.title"],
    ["a nested URL that is too long", { items: [{ title: "A", children: [{ title: "B", url: "x".repeat(2001) }] }] }, "items.0.children.0.url"],
    ["a nested type that is too long", { items: [{ title: "A", children: [{ title: "B", type: "x".repeat(51) }] }] }, "items.0.children.0.type"],
    ["an invalid URL", { items: [{ title: "A", children: [{ title: "B", url: 5 }] }] }, "items.0.children.0.url"],
    ["a script for a URL", { items: [{ title: "A", url: "javascript:alert(1)" }] }, "items.0.url"],
    ["a script behind what browsers skip", { items: [{ title: "A", children: [{ title: "B", url: " java\tscript:alert(1)" }] }] }, "items.0.children.0.url"],
    ["invalid children", { items: [{ title: "A", children: [{ title: "B", children: {} }] }] }, "items.0.children.0.children"],
    ["too many children", { items: [{ title: "A", children: [{ title: "B", children: Array(101).fill({ title: "C" }) }] }] }, "items.0.children.0.children"],
    ["too many items", { items: Array(101).fill({ title: "A" }) }, "items"],
    ["a blank title", { title: " " }, "title"],
    ["an invalid handle", { handle: "Footer Menu" }, "handle"],
  ])("are refused with %s, with the field", async (_, given, path) => {
    const shop = await openShop();
    await runTool(shop, "menus_save", { handle: "footer", items: [{ title: "Kept" }] });
    const before = await seen(shop, "/store/menus/footer");

    const refusal = await refused(shop, "menus_save", { handle: "footer", ...given });

    expect(refusal).toMatchObject({ code: "invalid_value" });
    expect(refusal?.errors[0]?.path).toBe(path);
    expect(await seen(shop, "/store/menus/footer")).toEqual(before);
  });

  test("have a unique handle with ten concurrent requests, and can be deleted", async () => {
    const shop = await openShop();
    const save = (title: string, more: object = {}) =>
      call(shop, "menus_save", { handle: "main-menu", title, items: [{ title }], ...more });

    const calls = await Promise.all(Array.from({ length: 10 }, (_, i) => save(`Menu ${i}`)));
    expect(calls.flatMap(({ problem }) => problem?.code ?? [])).toEqual([]);
    const { data } = await runTool(shop, "menus_get");
    expect(data).toHaveLength(1);
    expect(data[0].items).toMatchObject([{ title: data[0].title }]);

    const stale = await save("X", { expected_updated_at: "2020-01-01T00:00:00Z" });
    expect(stale.problem).toMatchObject({ code: "stale" });
    await runTool(shop, "content_delete", { kind: "menu", slug: "main-menu", dry_run: true });
    await runConfirmedTool(shop, "content_delete", { kind: "menu", slug: "main-menu" });
    expect((await shop.get("/store/menus/main-menu")).status).toBe(404);
    expect(await refused(shop, "content_delete", { kind: "menu", slug: "main-menu" })).toMatchObject({
      code: "menu_not_found",
    });
    expect(await refused(shop, "menus_get", { handle: "main-menu" })).toMatchObject({ code: "menu_not_found" });
    expect(await runTool(shop, "menus_get")).toEqual({ data: [] });
  });
});

test("store_update changes only the given members of an object; null removes a member or the object", async () => {
  const shop = await openShop();
  await update(shop, { contact_info: { email: "a@example.dz", address: "12 rue, Oran" } });
  const contactInfo = async () => (await seen(shop, "/store")).contact_info;

  await update(shop, { contact_info: { phone: "0550 12 34 56" } });
  expect(await contactInfo()).toEqual({ email: "a@example.dz", address: "12 rue, Oran", phone: "0550 12 34 56" });
  await update(shop, { contact_info: { address: null, email: "b@example.dz" } });
  expect(await contactInfo()).toEqual({ email: "b@example.dz", phone: "0550 12 34 56" });
  await update(shop, { contact_info: null });
  expect(await contactInfo()).toBeNull();
  await update(shop, { contact_info: { phone: "1" }, settings: { a: "x".repeat(40_000) } });
  const tooMuch = await refused(shop, "store_update", { settings: { b: "x".repeat(40_000) } });
  expect(tooMuch?.errors).toMatchObject([{ path: "settings" }]);
});

test.each(["currency", "country", "slug"])("store_update explains why %s cannot change", async (field) => {
  const shop = await openShop();
  const problem = await refused(shop, "store_update", { [field]: "EUR" });
  expect(problem?.errors).toEqual([{ path: field, message: expect.stringMatching(/^cannot change: ./) }]);
});
