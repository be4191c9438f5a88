import { REASONS } from "../../../src/orders/reasons.ts";
import {
  BEST_SELLERS,
  CATEGORIES,
  CODES,
  COLLECTIONS,
  MENUS,
  PAGES,
  POSTS,
  PRODUCTS,
  SIZES,
  skuOf,
  TAGS,
  VENDORS,
  WORDS,
  type World,
} from "./world.ts";

type Arguments = Record<string, unknown>;

/**
 * Writing operations that the model does not call, each with the reason. `cache-model.test.ts` fails for an operation that
 * is neither here nor in `operationArguments`.
 */
export const NOT_CALLED: Record<string, string> = {
  orders_next_call: "it changes nothing that shoppers see",
  jobs_cancel: "it changes nothing that shoppers see",
  customers_reset_link: "it writes nothing but the log",
  webhooks_save: "it changes nothing that shoppers see",
  files_from_url: "shoppers see no file that nothing names",
  files_adopt: "a job does its work, by what changes products, groups, pages and the store",
  files_delete: "shoppers see no file that nothing names",
  webhooks_delete: "it changes nothing that shoppers see",
  webhooks_resend: "it changes nothing that shoppers see",
  webhooks_test: "it changes nothing that shoppers see",
};

/** Operations that an operation needs before it, to find an order as it wants it. */
export const WRITES_BEFORE: Record<string, string[]> = {
  orders_update: ["orders_create"],
  orders_merge: ["orders_create", "orders_create"],
  orders_confirm: ["orders_create"],
  orders_ship: ["orders_create", "orders_confirm"],
  orders_mark_delivered: ["orders_create", "orders_confirm", "orders_ship"],
  orders_return: ["orders_create", "orders_confirm", "orders_ship", "orders_mark_delivered"],
  orders_cancel: ["orders_create"],
  orders_move: ["orders_create"],
  cod_reconcile: ["orders_create", "orders_confirm", "orders_ship"],
  api_keys_revoke: ["api_keys_create"],
  catalog_delete: ["promotions_save"],
  content_delete: ["content_save"],
};

const PHONES = ["0550 12 34 56", "+213 661 22 33 44", "0770 00 11 22"];

const text = ({ random }: World): string => [random.pick(WORDS), random.pick(WORDS), random.integer(1, 3)].join(" ");
const picture = ({ random }: World): string => `/media/model-${random.integer(1, 3)}.svg`;
const price = ({ random }: World): number => random.pick([500, 990, 1500, 4500, 12_000]);

/** The fields that a product with one variant may be given. */
const productFields = (world: World): Arguments => {
  const { random } = world;
  return {
    ...random.part({
      name: text(world),
      description: text(world),
      status: random.pick(["active", "active", "active", "draft", "archived"]),
      category: random.pick([...CATEGORIES, null]),
      collections: random.some(COLLECTIONS, 2),
      vendor: random.pick([...VENDORS, null]),
      tags: random.some(TAGS, 2),
      images: [{ url: picture(world), alt: text(world) }],
      seo_title: text(world),
    }),
  };
};

export const newProduct = (world: World, slug: string): Arguments => {
  const { random } = world;
  const sizes = random.chance(0.4) ? SIZES : [];
  const stock = () => random.pick([0, 1, 2, 50]);
  const variants = {
    options: [{ name: "Taille", values: sizes }],
    variants: sizes.map((size, i) => ({
      option_values: { Taille: size },
      price: price(world),
      sku: skuOf(slug, i),
      inventory_quantity: stock(),
    })),
  };
  const single = { price: price(world), sku: skuOf(slug, 0), inventory_quantity: stock() };
  return {
    ...productFields(world),
    slug,
    name: text(world),
    status: random.chance(0.85) ? "active" : "draft",
    ...(sizes.length > 0 ? variants : single),
  };
};

function productChange(world: World): Arguments {
  const { random } = world;
  const added = { url: `${picture(world)}?${world.newName("v")}`, alt: text(world) };
  return {
    product: random.pick(PRODUCTS),
    seo_description: text(world),
    ...productFields(world),
    ...(random.chance(0.3) && { price: price(world) }),
    ...(random.chance(0.2) && { continue_selling_when_out_of_stock: random.chance(0.5) }),
    ...(random.chance(0.3) && { add_images: [added] }),
  };
}

/** A Shopify export of a few products. */
export function csvFile({ random }: World): string {
  const rows = random.some(PRODUCTS, 3).map((slug) => {
    const [title, cost, tag] = [random.pick(WORDS), random.integer(5, 90) * 100, random.pick(TAGS)];
    return `${slug},${title} importé,${tag},Title,Default Title,${skuOf(slug, 0)},shopify,${random.pick([0, 1, 30])},deny,${cost}`;
  });
  const head =
    "Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price";
  return [head, ...(rows.length > 0 ? rows : ["vase-bleu,Vase bleu,laine,Title,Default Title,VASE,,5,deny,2500"])].join(
    "\n",
  );
}

function promotionFields(world: World): Arguments {
  const { random } = world;
  const target = random.pick(["store", "products", "collections", "categories"] as const);
  const names = { store: [], products: PRODUCTS, collections: COLLECTIONS, categories: CATEGORIES }[target];
  const discount = random.weighted([
    [4, () => ({ discount_type: "percentage", discount_value: random.integer(5, 60) })],
    [2, () => ({ discount_type: "fixed_amount", discount_value: random.integer(1, 5) * 100 })],
    [1, () => ({ discount_type: "free_shipping" })],
    [1, () => ({ discount_type: "buy_x_get_y", buy_quantity: 2, get_quantity: 1 })],
  ]);
  const [one, other] = [world.timeNearby(), world.timeNearby()].sort();
  return {
    ...discount,
    title: text(world),
    target_type: target,
    ...(names.length > 0 && { targets: [random.pick(names)] }),
    ...(random.chance(0.3) && { code: `${random.pick(CODES)}${random.integer(1, 9)}` }),
    ...(random.chance(0.5) && { starts_at: one }),
    ...(random.chance(0.5) && { expires_at: other }),
    ...(random.chance(0.3) && { usage_limit: random.integer(1, 2) }),
    ...(random.chance(0.3) && { is_discoverable: true }),
    ...(random.chance(0.2) && { min_order_amount: 1000 }),
  };
}

const content = (world: World, kind: "page" | "post"): Arguments => {
  const { random } = world;
  return {
    kind,
    slug: random.pick(kind === "page" ? PAGES : POSTS),
    title: text(world),
    body: `<p>${text(world)}</p>`,
    is_published: random.chance(0.8),
    ...(random.chance(0.5) && { published_at: world.timeNearby() }),
    ...random.part({ description: text(world), featured_image: picture(world), seo_title: text(world) }),
  };
};

const anOrder = ({ random, orders }: World): Arguments => ({
  order: random.chance(0.9) ? (orders.at(-1) ?? "none") : random.pick([...orders, "none"]),
});

const newCustomer = (world: World): Arguments => {
  const email = `${world.newName("client")}@example.dz`;
  return { full_name: text(world), email, phone: "0550 12 34 56" };
};

const aPromotion = ({ random, promotions }: World): string =>
  random.chance(0.5) ? (promotions.at(-1) ?? "none") : random.pick([...promotions, "none"]);
const CARRIERS = ["Yalidine", "Rapide Express", "Sud Colis"];
const NO_CHANGE = "01990000-0000-7000-8000-000000000000";
const aSku = ({ random }: World): string => skuOf(random.pick(PRODUCTS), random.pick([0, 0, 0, 1, 2]));

/** Valid arguments of every operation that writes, some of things that the store does not have. */
export const operationArguments: Record<string, (world: World) => Arguments> = {
  store_update: (world) => {
    const { random } = world;
    const fields = { name: text(world), description: text(world), logo_url: picture(world), primary_color: "#112233" };
    const settings = {
      shipping_methods: ["home", ...random.some(["desk"], 1)],
      locale: random.pick(["fr", "en", "ar"]),
      option_names: random.pick([null, { Taille: ["Mesure"], Mesure: null }, { Mesure: ["Size"], Taille: null }]),
    };
    return { ...random.part({ ...fields, ...settings }), contact_info: { phone: text(world) } };
  },
  menus_save: (world) => ({
    handle: world.random.pick(MENUS),
    title: text(world),
    items: [{ title: text(world), url: "/pages/page-1" }, ...world.random.some([{ title: text(world) }], 1)],
  }),
  products_save: (world) =>
    world.random.weighted([
      [1, () => newProduct(world, world.random.pick(PRODUCTS))],
      [2, () => productChange(world)],
    ]),
  products_set_status: ({ random }) => ({
    products: [random.pick(PRODUCTS)],
    status: random.pick(["active", "active", "active", "draft", "archived"]),
  }),
  products_import: (world) => ({ csv: csvFile(world) }),
  prices_bulk_update: ({ random }) => ({
    ...random.weighted<Arguments>([
      [1, () => ({ vendor: random.pick(VENDORS) })],
      [1, () => ({ category: random.pick(CATEGORIES) })],
      [1, () => ({ products: [random.pick(PRODUCTS)] })],
    ]),
    percent: random.integer(-20, 20),
    compare_at: random.pick(["keep", "old_price", "none"]),
  }),
  inventory_adjust: (world) => {
    const { random } = world;
    const change = random.chance(0.7) ? { to: random.pick([0, 0, 1, 2, 40]) } : { by: random.integer(1, 3) };
    return { changes: [{ variant: aSku(world), ...change }] };
  },
  categories_save: (world) => {
    const { random } = world;
    const [slug, parent] = random.shuffled(CATEGORIES);
    const isNew = random.chance(0.4);
    return {
      ...(isNew ? { slug } : { category: slug }),
      name: `Rayon ${text(world)}`,
      ...random.part({
        parent: random.pick([parent, null]),
        image_url: picture(world),
        position: random.integer(0, 9),
      }),
      ...(random.chance(0.3) && { is_active: random.chance(0.6) }),
    };
  },
  collections_save: (world) => {
    const { random } = world;
    const slug = random.pick(COLLECTIONS);
    const orders = ["manual", "price_asc", "price_desc", "name_asc", "newest"];
    return {
      ...(random.chance(0.4) ? { slug, title: text(world) } : { collection: slug }),
      ...(random.chance(0.4) && { sort_order: random.pick(slug === BEST_SELLERS ? ["best_selling"] : orders) }),
      ...(random.chance(0.3) && { is_active: random.chance(0.7) }),
      ...random.weighted<Arguments>([
        [2, () => ({ products: random.some(PRODUCTS, 5) })],
        [1, () => ({ add_products: [random.pick(PRODUCTS)] })],
        [1, () => ({ remove_products: [random.pick(PRODUCTS)] })],
        [1, () => ({ title: text(world), description: text(world), image_url: picture(world) })],
      ]),
    };
  },
  catalog_delete: (world) =>
    world.random.pick([
      { kind: "product", item: world.random.pick(PRODUCTS) },
      { kind: "category", item: world.random.pick(CATEGORIES) },
      { kind: "collection", item: world.random.pick(COLLECTIONS) },
      { kind: "promotion", item: aPromotion(world) },
    ]),
  orders_create: (world) => ({
    items: [{ item: aSku(world), quantity: world.random.integer(1, 2) }],
    customer_name: text(world),
    customer_phone: "0550 12 34 56",
    customer_wilaya: "Alger",
    ...(world.random.chance(0.2) && { coupon_code: `${world.random.pick(CODES)}${world.random.integer(1, 9)}` }),
  }),
  orders_update: (world) => ({
    ...anOrder(world),
    ...world.random.part({ customer_name: text(world), shipping_cost: price(world) }),
    items: [{ item: aSku(world), quantity: world.random.integer(1, 2) }],
  }),
  orders_merge: (world) => ({ order: world.orders.at(-1) ?? "none", with: world.orders.at(-2) ?? "none" }),
  orders_log_call: (world) => ({ ...anOrder(world), outcome: "no_answer" }),
  orders_add_note: (world) => ({ ...anOrder(world), text: text(world) }),
  orders_confirm: anOrder,
  orders_ship: (world) => ({ ...anOrder(world), carrier: "Yalidine" }),
  orders_mark_delivered: anOrder,
  orders_cancel: (world) => ({ ...anOrder(world), reason: world.random.pick(REASONS), note: text(world) }),
  orders_return: (world) => ({
    ...anOrder(world),
    ...world.random.part({
      items: [{ item: aSku(world), quantity: 1 }],
      restock: world.random.chance(0.5),
      note: text(world),
    }),
    reason: world.random.pick(REASONS),
  }),
  orders_set_payment_status: (world) => ({ ...anOrder(world), payment_status: "paid" }),
  orders_move: (world) => {
    const { random } = world;
    const orders = [anOrder(world), anOrder(world)];
    return random.weighted<Arguments>([
      [2, () => ({ to: random.pick(["confirmed", "processing", "shipped", "delivered", "cancelled"]), orders })],
      [1, () => ({ to: "shipped", carrier: random.pick(CARRIERS), csv: `commande;suivi\n${orders[0]?.order};S-1` })],
    ]);
  },
  carriers_save: (world) => {
    const { random } = world;
    const [one, other] = random.shuffled(CARRIERS);
    return {
      ...(random.chance(0.4) ? { name: one } : { carrier: one, ...random.part({ name: other }) }),
      ...random.part({
        tracking_url: random.pick(["https://suivi.example/{tracking_number}", null]),
        regions: random.pick([["Alger", "Oran"], ["16"], null]),
        methods: random.pick([["home"], ["home", "desk"]]),
        home_cost: price(world),
        return_cost: random.pick([0, 200, null]),
        parcel_columns: random.pick([[{ header: "Réf", field: "order_number" }], null]),
        is_active: random.chance(0.7),
      }),
    };
  },
  cod_reconcile: (world) => ({
    carrier: "Yalidine",
    rows: [{ ref: world.orders.at(-1) ?? "none", amount: price(world) }],
    take_back: world.random.chance(0.3),
  }),
  customers_save: newCustomer,
  blocked_phones_save: ({ random }) => ({
    phones: [random.pick(PHONES), ...random.some(PHONES, 1)],
    ...random.part({ note: random.pick(WORDS), is_blocked: random.chance(0.6) }),
  }),
  customers_erase: ({ random, customers }) => ({ customer: random.pick([...customers, "nobody@example.dz"]) }),
  promotions_save: (world) =>
    world.random.weighted<Arguments>([
      [3, () => promotionFields(world)],
      [1, () => ({ promotion: aPromotion(world), title: text(world), expires_at: world.timeNearby() })],
      [1, () => ({ promotion: aPromotion(world), is_active: world.random.chance(0.6) })],
    ]),
  shipping_rates_set: (world) => {
    const { random } = world;
    const rate = (region: string, method: string) => ({
      region,
      method,
      price: price(world),
      free_above: random.pick([null, 8000]),
    });
    return {
      rates: [rate("*", "home"), ...random.some([rate("16", "home"), rate("*", "desk"), rate("31", "desk")], 3)],
    };
  },
  content_save: (world) => content(world, world.random.pick(["page", "post"])),
  content_delete: ({ random }) =>
    random.pick([
      { kind: "page", slug: random.pick(PAGES) },
      { kind: "post", slug: random.pick(POSTS) },
      { kind: "menu", slug: random.pick(MENUS) },
    ]),
  api_keys_create: (world) => ({ kind: world.random.pick(["secret", "publishable"]), name: world.newName("key") }),
  changes_undo: ({ random, changes }) => ({
    changes: [random.pick([...changes.slice(-8), NO_CHANGE])],
    skip_changed: random.chance(0.5),
  }),
  api_keys_revoke: ({ random, keys }) => ({ key: random.pick([...keys, "none"]) }),
};
