import { expect } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";

/** The token that a dry run answers. */
export async function tokenOf(shop: Shop, tool: string, args: object): Promise<string> {
  const { confirm_token } = await runTool(shop, tool, { ...args, dry_run: true });
  expect(confirm_token).toMatch(/^[0-9a-z]+\.[\w-]{16}\.[\w-]{43}$/);
  return confirm_token;
}

/** Creates products and returns their slugs, "item-1" and on; the SKU of each is its slug in capital letters. */
export const productsOf = async (shop: Shop, count: number, more: object = {}): Promise<string[]> => {
  const slugs = Array.from({ length: count }, (_, i) => `item-${i + 1}`);
  for (const slug of slugs) await shop.product({ slug, sku: slug.toUpperCase(), price: 1000, ...more });
  return slugs;
};

/** A vase in the category "deco" (below "maison") and in the collection "tout", with all that a shop may delete. */
export async function openFurnished(): Promise<Shop> {
  const shop = await openShop();
  await runTool(shop, "categories_save", { name: "Maison" });
  await runTool(shop, "categories_save", { name: "Déco", parent: "maison" });
  await runTool(shop, "products_save", {
    name: "Vase",
    sku: "VASE",
    price: 20,
    inventory_quantity: 10,
    status: "active",
    category: "deco",
  });
  await runTool(shop, "collections_save", { title: "Tout", products: ["vase"] });
  await runTool(shop, "promotions_save", {
    title: "Ten",
    code: "TEN",
    discount_type: "percentage",
    discount_value: 10,
  });
  for (const kind of ["page", "post"])
    await runTool(shop, "content_save", { kind, title: "About", is_published: true });
  await runTool(shop, "menus_save", { handle: "footer", items: [{ title: "A", url: "/a" }] });
  await runTool(shop, "shipping_rates_set", {
    rates: [
      { region: "*", method: "home", price: 500 },
      { region: "16", method: "home", price: 300 },
    ],
  });
  await runTool(shop, "customers_save", { full_name: "Karim", email: "karim@example.dz" });
  return shop;
}
