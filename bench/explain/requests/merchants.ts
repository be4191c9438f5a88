import type { Operation } from "../../../src/operations/operation.ts";
import { type Facts, OPERATIONS, type Use } from "../scene.ts";
import { ask, orderByPhone } from "./asking.ts";
import { READS } from "./merchant-reads.ts";
import { fillCart } from "./shoppers.ts";
import { UNDOS } from "./undo.ts";

const TO: Record<string, string[]> = {
  orders_ship: ["orders_confirm"],
  orders_mark_delivered: ["orders_confirm", "orders_ship"],
  orders_return: ["orders_confirm", "orders_ship", "orders_mark_delivered"],
};

/** The example of an operation on the demo's data; of those for one order, with an order that is where they want it. */
const example =
  ({ name, input, example: { dry_run: _, ...args } }: Operation & { example: { dry_run?: true } }): Use =>
  async (scene) => {
    if (!name.startsWith("orders_") || !("order" in input.properties)) return scene.operation(name, args);
    const { order } = await orderByPhone(scene);
    for (const move of TO[name] ?? []) await scene.operation(move, { order });
    const other = "with" in input.properties ? { with: (await orderByPhone(scene)).order } : {};
    await scene.operation(name, { ...args, order, ...other });
  };

/** They need an uploaded picture, or another server. */
const OF_FILES = ["files_adopt", "files_get", "files_delete", "files_from_url"];

const inOrder = ["read", "write", "destroy"]
  .flatMap((effect) => OPERATIONS.filter((one) => one.effect === effect))
  // The first revokes the key that the shoppers use, the others need a change, a job and an endpoint that this store does not have.
  .filter(
    ({ name }) =>
      !["api_keys_revoke", "changes_undo", "jobs_cancel", "webhooks_deliveries", ...OF_FILES].includes(name),
  );
const EXAMPLES = Object.fromEntries(inOrder.map((operation) => [`${operation.name}: its example`, example(operation)]));

/** Writes that reach statements, or amounts of work, that the examples do not. */
const WRITES: Record<string, Use> = {
  "products_save: with variants and collections": ask("products_save", {
    name: "Robe expliquée",
    category: "rayon-1-2",
    collections: ["collection-5", "collection-6"],
    tags: ["nouveau", "explique"],
    options: [{ name: "Taille", values: ["S", "M"] }],
    variants: ["S", "M"].map((size) => ({
      option_values: { Taille: size },
      sku: `EXP-${size}`,
      price: 2500,
      inventory_quantity: 5,
    })),
    status: "active",
  }),
  "products_save: name, category, collections": ask("products_save", {
    product: "produit-100",
    name: "Maison renommée",
    category: "rayon-2-2",
    collections: ["collection-5", "collection-7"],
    tags: ["explique"],
  }),
  "products_save: a price by SKU": ask("products_save", {
    product: "produit-101",
    variants: [{ sku: "REF-100-0", price: 990, barcode: "619123" }],
  }),
  "products_save: another slug": ask("products_save", {
    product: "produit-105",
    slug: "produit-105-renomme",
  }),
  "products_save: an option value renamed": async ({ operation }) => {
    const { variants } = await operation("products_get", { product: "produit-103", response_format: "detailed" });
    const renamed = variants.map(({ id, option_values }: { id: string; option_values: object }) => ({
      id,
      option_values: { ...option_values, Couleur: "Coloris neuf" },
    }));
    await operation("products_save", { product: "produit-103", variants: renamed });
  },
  "products_save: a variant removed": ask("products_save", {
    product: "produit-102",
    remove_variants: ["REF-101-2"],
  }),
  "products_set_status: 100 products": ask("products_set_status", {
    products: Array.from({ length: 100 }, (_, i) => `produit-${i + 200}`),
    status: "archived",
  }),
  "products_import: new and changed products": ask("products_import", {
    csv: [
      "Handle,Title,Vendor,Type,Tags,Variant SKU,Variant Price",
      ...Array.from(
        { length: 20 },
        (_, i) => `produit-${i + 300},Importé ${i},Atelier baba,Tapis,"nouveau, tag${i}",IMP-${i},2500`,
      ),
      ...Array.from(
        { length: 20 },
        (_, i) => `neuf-${i},Neuf ${i},Atelier baba,Rayon ${i % 3} neuf,nouveau,NEUF-${i},2500`,
      ),
    ].join("\n"),
  }),
  "prices_bulk_update: products by name": ask("prices_bulk_update", {
    products: Array.from({ length: 50 }, (_, i) => `produit-${i + 400}`),
    percent: 5,
  }),
  "prices_bulk_update: a vendor": ask("prices_bulk_update", ({ vendor }: Facts) => ({
    vendor,
    tag: "nouveau",
    percent: -5,
    compare_at: "old_price",
  })),
  "inventory_adjust: 20 variants": ask("inventory_adjust", ({ variants }: Facts) => ({
    changes: variants.map(({ sku }) => ({ variant: sku, by: 3 })),
    note: "Livraison",
  })),
  "products_save: a picture added": ask("products_save", {
    product: "produit-104",
    add_images: [{ url: "https://example.com/one.jpg", alt: "Une" }],
  }),
  "categories_save: renamed, moved": ask("categories_save", {
    category: "rayon-3-3",
    name: "Rayon renommé",
    parent: "rayon-4",
  }),
  "catalog_delete: an empty category": async ({ operation }) => {
    await operation("categories_save", { name: "Rayon vide", slug: "rayon-vide" });
    await operation("catalog_delete", { kind: "category", item: "rayon-vide" });
  },
  "collections_save: products added and removed": ask("collections_save", {
    collection: "collection-8",
    sort_order: "price_asc",
    add_products: ["produit-110", "produit-111"],
    remove_products: ["produit-112"],
  }),
  "catalog_delete: a collection of many": ask("catalog_delete", { kind: "collection", item: "collection-10" }),
  "catalog_delete: a product that was sold": ask("catalog_delete", { kind: "product", item: "produit-120" }),
  "orders_create: for a customer, with a coupon": async (scene) => {
    const { email, phone } = scene.facts.customer;
    await orderByPhone(scene, {
      customer: email,
      customer_phone: phone,
      coupon_code: "BIENVENUE10",
      idempotency_key: `explained-${Date.now()}`,
    });
  },
  "orders_update: address and delivery": async (scene) => {
    const { order } = await orderByPhone(scene);
    await scene.operation("orders_update", {
      order,
      customer_wilaya: "Alger",
      delivery_method: "desk",
      customer_phone: "0661 22 33 44",
    });
    await scene.operation("orders_update", {
      order,
      carrier: "Yalidine",
      tracking_number: "YAL-1",
      shipping_cost: 700,
    });
  },
  "orders_update: lines": async (scene) => {
    const { order } = await orderByPhone(scene);
    const [first, , , , , sixth, seventh] = scene.facts.variants;
    const items = [
      { line: first?.sku, quantity: 3 },
      { line: scene.facts.variants[1]?.sku, item: sixth?.sku },
      { line: scene.facts.variants[2]?.sku, quantity: 0 },
      { item: seventh?.sku, quantity: 2 },
    ];
    await scene.operation("orders_update", { order, items });
  },
  "orders_cancel: with a coupon": async (scene) => {
    const cart_id = await fillCart(scene, 3);
    const person = { customer_name: "Zohra Cherif", customer_phone: "0699 88 77 66", customer_wilaya: "Oran" };
    const placed = await scene.storefront("POST", "/orders", { cart_id, ...person, coupon_code: "BIENVENUE10" });
    await scene.operation("orders_cancel", { order: placed.order_number, reason: "other", note: "Test" });
  },
  "customers_save: changed": ask("customers_save", ({ customer }: Facts) => ({
    customer: customer.email,
    full_name: "Amina Changée",
    phone: "0770 11 22 33",
  })),
  "customers_erase: one with orders": ask("customers_erase", { customer: "client8@example.dz" }),
  "promotions_save: changed, for products": ask("promotions_save", ({ product }: Facts) => ({
    title: "Promotion expliquée",
    code: "EXPLIQUE",
    discount_type: "percentage",
    discount_value: 10,
    target_type: "products",
    targets: [product.slug],
    usage_limit: 100,
    usage_limit_per_customer: 1,
  })),
  "promotions_save: for collections": ask("promotions_save", {
    promotion: "EXPLIQUE",
    target_type: "collections",
    targets: ["collection-5"],
  }),
  "catalog_delete: a promotion that was used": ask("catalog_delete", { kind: "promotion", item: "CODE3" }),
  "content_save: a post": ask("content_save", {
    kind: "post",
    slug: "article-9",
    new_slug: "article-neuf",
    title: "Neuf",
  }),
  "content_delete: a post": ask("content_delete", { kind: "post", slug: "article-10" }),
  "menus_save: a new one": ask("menus_save", { handle: "explained", title: "Explained", items: [] }),
  "content_delete: a menu": ask("content_delete", { kind: "menu", slug: "explained" }),
  "store_update: zone and methods": ask("store_update", {
    time_zone: "Africa/Algiers",
    shipping_methods: ["home", "desk"],
  }),
  "api_keys: created and revoked": async ({ operation }) => {
    await operation("api_keys_create", { kind: "secret", name: "Explained", scopes: ["orders:read", "reports:read"] });
    await operation("api_keys_revoke", { key: "Explained" });
  },
};

const readResource =
  (uriOf: (facts: Facts) => string): Use =>
  ({ mcp, facts }) =>
    mcp("resources/read", { uri: uriOf(facts) });

const RESOURCES: Record<string, Use> = {
  "resources: the store": readResource(() => "hanout://store"),
  "resources: a product": readResource(({ product }) => `hanout://products/${product.slug}`),
  "resources: an order": readResource(({ order }) => `hanout://orders/${order.number}`),
};

/** Everything that merchants and their agents do: first what reads, last what destroys. */
export const MERCHANTS: Record<string, Use> = {
  ...READS,
  ...RESOURCES,
  ...WRITES,
  ...UNDOS,
  ...EXAMPLES,
};
