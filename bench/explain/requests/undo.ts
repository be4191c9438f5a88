import type { Scene, Use } from "../scene.ts";
import { orderByPhone } from "./asking.ts";

const undo = async ({ operation }: Scene, changes: string[]): Promise<string> =>
  (await operation("changes_undo", { changes })).change_id;

/** A change, its undo, and the undo of that. */
const undone =
  (name: string, argsOf: (scene: Scene) => object | Promise<object>): Use =>
  async (scene) => {
    const { change_id } = await scene.operation(name, await argsOf(scene));
    await undo(scene, [await undo(scene, [change_id])]);
  };

const orderOf = async (scene: Scene): Promise<{ order: string }> => {
  const { order } = await orderByPhone(scene, { variants: scene.facts.variants.slice(5, 8) });
  return { order };
};

/** Undos that together reach every statement of undoing, with rows of every kind. */
export const UNDOS: Record<string, Use> = {
  "changes_undo: a created product": undone("products_save", () => ({
    name: "Défaire",
    category: "rayon-1-2",
    collections: ["collection-5"],
    options: [{ name: "Taille", values: ["S", "M"] }],
    price: 2500,
  })),
  "changes_undo: texts and options": undone("products_save", () => ({
    product: "produit-141",
    name: "Maison défaite",
    remove_variants: ["REF-140-2"],
  })),
  "changes_undo: a deleted product that was sold, of which an order was cancelled since": async (scene) => {
    const variants = scene.facts.variants.slice(-1);
    const { order } = await orderByPhone(scene, { variants });
    const item = variants[0]?.product_id;
    const { change_id } = await scene.operation("catalog_delete", { kind: "product", item });
    await scene.operation("orders_cancel", { order, reason: "other" });
    await undo(scene, [change_id]);
  },
  "changes_undo: prices of 20 products": undone("prices_bulk_update", () => ({
    products: Array.from({ length: 20 }, (_, i) => `produit-${i + 400}`),
    percent: 5,
  })),
  "changes_undo: stock": undone("inventory_adjust", ({ facts }) => ({
    changes: facts.variants.slice(0, 5).map(({ sku }) => ({ variant: sku, by: 2 })),
  })),
  "changes_undo: a renamed and moved category": undone("categories_save", () => ({
    category: "rayon-3-4",
    name: "Rayon défait",
    parent: "rayon-4",
  })),
  "changes_undo: a deleted category": undone("catalog_delete", () => ({ kind: "category", item: "rayon-5-5" })),
  "changes_undo: two categories that had one slug": async (scene) => {
    const { change_id: gone } = await scene.operation("catalog_delete", { kind: "category", item: "rayon-6-6" });
    const { change_id: created } = await scene.operation("categories_save", { name: "Autre", slug: "rayon-6-6" });
    await undo(scene, [await undo(scene, [gone, created])]);
  },
  "changes_undo: a deleted collection": undone("catalog_delete", () => ({ kind: "collection", item: "collection-12" })),
  "changes_undo: the limit of a promotion": undone("promotions_save", () => ({
    promotion: "CODE4",
    usage_limit: 100_000,
  })),
  "changes_undo: a deleted promotion that was used": undone("catalog_delete", () => ({
    kind: "promotion",
    item: "CODE5",
  })),
  "changes_undo: an order's details": undone("orders_update", async (scene) => ({
    ...(await orderOf(scene)),
    customer_name: "Lynda",
    customer_notes: "Sonnez.",
  })),
  "changes_undo: a note": undone("orders_add_note", async (scene) => ({ ...(await orderOf(scene)), text: "Rappeler" })),
  "changes_undo: a customer": undone("customers_save", () => ({ full_name: "Zohra", email: "zohra@example.dz" })),
  "changes_undo: rates": undone("shipping_rates_set", () => ({
    rates: [{ region: "31", method: "home", price: 555 }],
  })),
  "changes_undo: a page": undone("content_delete", () => ({ kind: "post", slug: "article-12" })),
  "changes_undo: a menu": undone("menus_save", () => ({ handle: "undone", title: "Undone", items: [] })),
  "changes_undo: the store": undone("store_update", () => ({ name: "Boutique défaite" })),
  "changes_undo: of a post that was deleted since": async (scene) => {
    const post = { kind: "post", slug: "article-14" };
    const { change_id } = await scene.operation("content_save", { ...post, body: "Défait" });
    await scene.operation("content_delete", post);
    await scene.operation("changes_undo", { changes: [change_id], skip_changed: true });
  },
  "changes_undo: the last change": async (scene) => {
    await scene.operation("menus_save", { handle: "last", title: "Last", items: [] });
    await undo(scene, ["last"]);
  },
};
