import { afterAll, describe, expect, inject } from "vitest";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { type app, buildTestApp, type Json, openShop, type Shop } from "../support/app.ts";
import { type Hooks, withHooks } from "../support/faulty-driver.ts";
import { call } from "../support/operations.ts";
import { testRandomly } from "../support/random-tests.ts";
import { BUYER, cartWith, expectInvariants } from "../support/selling.ts";
import { Random } from "./cache-model/random.ts";

/** A deadlock is detected soon. */
const driver = openPostgres(`${inject("postgresUrl")}?options=${encodeURIComponent("-c deadlock_timeout=20ms")}`, {
  poolSize: 10,
  statementTimeout: 60_000,
});
afterAll(() => driver.close());

/** The present hooks of the application that runs `first`. */
let hooks: Hooks = {};
const instrumentedApp = await buildTestApp(
  {},
  withHooks(driver, { afterStatement: (text) => hooks.afterStatement?.(text) }),
);
const otherApp = await buildTestApp({}, driver);

/** After so many statements of `first`, drawn at random, `second` begins. */
const TURNS = 4;
/** Long enough for `second` to finish, or to wait for a lock of `first`. */
const HEAD_START_MS = 25;

/** A store, and the ids and tokens from its creation. */
type Scene = { shop: Shop } & Record<string, Json>;
/** Returns `ok`, or the code of the refusal. */
type Work = (scene: Scene, via: typeof app) => Promise<string>;

const tool =
  (name: string, args: object | ((scene: Scene) => object)): Work =>
  async (scene, via) => {
    const given = typeof args === "function" ? args(scene) : args;
    return (await call(scene.shop, name, given, scene.shop.secret_key, via)).problem?.code ?? "ok";
  };

/** A call with the token of a dry run that was made when the shop was opened. */
const deletion =
  (kind: keyof typeof DELETIONS): Work =>
  async ({ shop, tokens }, via) => {
    const attempt = (confirm_token: string) =>
      call(shop, "catalog_delete", { ...DELETIONS[kind], confirm_token }, shop.secret_key, via);
    const first = await attempt(tokens[kind]);
    const second = first.data?.confirm_token ? await attempt(first.data.confirm_token) : first;
    return second.problem?.code ?? "ok";
  };

const post =
  (path: (scene: Scene) => string, body: (scene: Scene) => object): Work =>
  async (scene, via) => {
    const reply = await via.inject({
      method: "POST",
      url: `/api/v1/storefront${path(scene)}`,
      headers: { "content-type": "application/json", "x-api-key": scene.shop.publishable_key },
      payload: JSON.stringify(body(scene)),
    });
    return reply.statusCode < 400 ? "ok" : reply.json().code;
  };

const look = async ({ shop }: Scene, name: string, args: object = {}): Promise<Json> =>
  (await call(shop, name, args)).data;

/** A category, a collection with the product `mug` (S and L) of the category, and the product `jug` by itself. */
async function open(): Promise<Scene> {
  const shop = await openShop();
  const make = async (name: string, args: object) => (await call(shop, name, args)).data;
  await make("categories_save", { name: "Cuisine", slug: "kitchen" });
  await make("collections_save", { title: "Sale", slug: "sale" });
  await make("collections_save", { title: "New", slug: "new" });
  const discount = { discount_type: "percentage", discount_value: 50, target_type: "collections", targets: ["sale"] };
  await make("promotions_save", { title: "Half", ...discount });
  const mug = await make("products_save", {
    name: "Mug",
    slug: "mug",
    status: "active",
    price: 100,
    category: "kitchen",
    collections: ["sale"],
    options: [{ name: "Size", values: ["S", "L"] }],
    variants: ["S", "L"].map((Size) => ({ option_values: { Size }, sku: `MUG-${Size}`, inventory_quantity: 9 })),
  });
  const jug = await make("products_save", {
    name: "Jug",
    slug: "jug",
    status: "active",
    price: 70,
    sku: "JUG",
    inventory_quantity: 9,
  });
  const [small, large] = mug.variants.map(({ id }: { id: string }) => id);
  const cart = await cartWith(
    shop,
    { product_id: mug.id, variant_id: small, quantity: 1 },
    { product_id: jug.id, quantity: 1 },
  );
  return { shop, cart, mug: mug.id, jug: jug.id, small, large, tokens: await tokensOf(shop) };
}

const DELETIONS = {
  category: { kind: "category", item: "kitchen" },
  product: { kind: "product", item: "mug" },
  collection: { kind: "collection", item: "new" },
};

/** The tokens for the deletions below. */
async function tokensOf(shop: Shop): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const [kind, args] of Object.entries(DELETIONS)) {
    tokens[kind] = (await call(shop, "catalog_delete", { ...args, dry_run: true })).data.confirm_token;
  }
  return tokens;
}

const csv = (type: string) =>
  `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price\npan,Pan,${type},Title,Default Title,9\n`;
const order = post(
  () => "/orders",
  ({ cart }) => ({ cart_id: cart, ...BUYER }),
);
const phoneOrder = tool("orders_create", { items: ["MUG-S", "JUG"].map((item) => ({ item, quantity: 1 })), ...BUYER });
const ordered = async (scene: Scene) => {
  const { data } = await look(scene, "orders_search", { response_format: "detailed" });
  return data.map(({ total, items }: Json) => ({
    total,
    items: items.map(({ product_slug, variant_options, sku, subtotal }: Json) => [
      product_slug,
      variant_options,
      sku,
      subtotal,
    ]),
  }));
};
const foundBy =
  (...texts: string[]) =>
  (scene: Scene) =>
    Promise.all(
      texts.map(async (text) => (await scene.shop.get(`/search?q=${text}`)).body.data.map((one: Json) => one.slug)),
    );
const membersOf = (collection: string) => async (scene: Scene) =>
  (await look(scene, "collections_search", { collection })).data[0].products;
const placeOfPan = async (scene: Scene) => [
  (await look(scene, "products_get", { product: "pan" })).category,
  await foundBy("cuisine", "vaisselle")(scene),
];
const collectionsOfJug = async (scene: Scene) =>
  (await look(scene, "products_get", { product: scene.jug })).collections;
const pricesOf = async (scene: Scene) =>
  (await look(scene, "products_get", { product: scene.mug })).variants.map(({ price }: Json) => price);

const hide = (product: string) => tool("products_set_status", { products: [product], status: "draft" });
const renameOptions = tool("products_save", ({ small, large }) => ({
  product: "mug",
  options: [{ name: "Taille" }],
  variants: [
    { id: small, option_values: { Taille: "P" } },
    { id: large, option_values: { Taille: "G" } },
  ],
}));
const fillCart = post(
  ({ cart }) => `/cart/${cart}/items`,
  ({ jug }) => ({ product_id: jug, quantity: 2 }),
);
const inCart = async ({ shop, cart }: Scene) => (await shop.get(`/cart/${cart}`)).body.items_count;
const renameCategory = tool("categories_save", { category: "kitchen", name: "Vaisselle" });
const joinCategory = tool("products_save", { product: "jug", category: "kitchen" });
const leaveAtAnotherPrice = tool("products_save", { product: "mug", collections: [], price: 500 });
const importPan = tool("products_import", { csv: csv("Poterie") });
const importIntoKitchen = tool("products_import", { csv: csv("Cuisine") });
const createInKitchen = tool("products_save", { name: "Cup", status: "active", price: 5, category: "kitchen" });
const deleteCategory = deletion("category");
const deleteMug = deletion("product");
const makeCategory = tool("categories_save", { name: "Poterie", description: "Ours", is_active: false });
const categories = async (scene: Scene) =>
  (await look(scene, "categories_list", { response_format: "detailed" })).data.map(
    ({ slug, description, is_active }: Json) => ({
      slug,
      description,
      is_active,
    }),
  );

const products = async (scene: Scene) =>
  (await look(scene, "products_search")).data.map(({ name, slug }: Json) => [name, slug]).sort();

const cancelSold = tool("orders_cancel", ({ sold }) => ({ order: sold }));
const takeOneOff = tool("orders_update", ({ sold }) => ({ order: sold, items: [{ line: "MUG-S", quantity: 1 }] }));
const undoDelete = tool("changes_undo", ({ deletion }) => ({ changes: [deletion] }));
const stockOfMug = async (scene: Scene) =>
  (await look(scene, "products_get", { product: scene.mug })).variants.map(
    ({ inventory_quantity }: Json) => inventory_quantity,
  );

/** Orders two mugs and a jug, then deletes the mug. */
async function sellAndDelete(scene: Scene): Promise<void> {
  const { shop, tokens } = scene;
  const items = ["MUG-S", "JUG"].map((item) => ({ item, quantity: 2 }));
  scene.sold = (await call(shop, "orders_create", { items, ...BUYER })).data.order_number;
  scene.deletion = (
    await call(shop, "catalog_delete", { ...DELETIONS.product, confirm_token: tokens.product })
  ).data.change_id;
}

/** `second` runs during `first`; what `seen` reads must be as if one had run after the other. `prepare` runs before both. */
type Interleaving = [
  first: Work,
  second: Work,
  seen: (scene: Scene) => Promise<unknown>,
  prepare?: (scene: Scene) => Promise<void>,
];
const INTERLEAVINGS: Record<string, Interleaving> = {
  "undoing the delete of a product, and cancelling its order": [undoDelete, cancelSold, stockOfMug, sellAndDelete],
  "taking a unit off an order, and undoing the delete of its product": [
    takeOneOff,
    undoDelete,
    stockOfMug,
    sellAndDelete,
  ],
  "cancelling an order, and undoing the delete of its product": [cancelSold, undoDelete, stockOfMug, sellAndDelete],
  "hiding a product at another price, and ordering it": [
    tool("products_save", { product: "mug", status: "draft", price: 1 }),
    order,
    ordered,
  ],
  "taking a product out of a discount at another price, and ordering it": [leaveAtAnotherPrice, order, ordered],
  "renaming a product's option, and ordering it": [renameOptions, order, ordered],
  "a phone order, and hiding its product": [phoneOrder, hide("jug"), ordered],
  "filling a cart, and hiding the product": [fillCart, hide("jug"), inCart],
  "renaming a category, and adding a product to it": [renameCategory, joinCategory, foundBy("cuisine", "vaisselle")],
  "adding a product to a category, and renaming the category": [
    joinCategory,
    renameCategory,
    foundBy("cuisine", "vaisselle"),
  ],
  "changing a product's SKU, and renaming its category": [
    tool("products_save", { product: "mug", variants: [{ option_values: { Size: "S" }, sku: "TASSE" }] }),
    renameCategory,
    foundBy("vaisselle", "tasse"),
  ],
  "deleting a category, and adding a product to it": [deleteCategory, joinCategory, foundBy("cuisine")],
  "deleting a category, and changing its slug": [
    deleteCategory,
    tool("categories_save", { category: "kitchen", slug: "cook" }),
    categories,
  ],
  "creating a product in a category, and renaming the category": [
    createInKitchen,
    renameCategory,
    foundBy("cuisine", "vaisselle"),
  ],
  "importing into an existing category, and renaming it": [importIntoKitchen, renameCategory, placeOfPan],
  "renaming a category, and importing into it": [renameCategory, importIntoKitchen, placeOfPan],
  "importing into an existing category, and deleting it": [importIntoKitchen, deleteCategory, placeOfPan],
  "a phone order, and deleting its product": [phoneOrder, deleteMug, ordered],
  "a phone order, and changing the SKU of its product": [
    phoneOrder,
    tool("products_save", { product: "mug", variants: [{ option_values: { Size: "S" }, sku: "TASSE" }] }),
    ordered,
  ],
  "adding a product to a collection, and deleting the collection": [
    tool("products_save", { product: "jug", collections: ["new"] }),
    deletion("collection"),
    collectionsOfJug,
  ],
  "deleting a collection, and changing its slug": [
    deletion("collection"),
    tool("collections_save", { collection: "new", slug: "newest" }),
    async (scene) => (await look(scene, "collections_search")).data.map(({ slug }: Json) => slug).sort(),
  ],
  "filling a collection, and changing the slug of a product": [
    tool("collections_save", { collection: "new", products: ["jug", "mug"] }),
    tool("products_save", { product: "mug", slug: "cup" }),
    membersOf("new"),
  ],
  "removing a product from a collection, and changing the prices of the collection": [
    leaveAtAnotherPrice,
    tool("prices_bulk_update", { collection: "sale", percent: 50 }),
    pricesOf,
  ],
  "deleting a product, and changing its slug": [
    deleteMug,
    tool("products_save", { product: "mug", slug: "old-mug" }),
    products,
  ],
  "importing into a new category, and creating that category": [importPan, makeCategory, categories],
  "creating a category, and importing into it": [makeCategory, importPan, categories],
};

/** Runs `first`, and starts `second` after that statement of `first`; 0: after `first` is done. */
async function interleave(turn: number, [first, second, seen, prepare]: Interleaving) {
  const scene = await open();
  await prepare?.(scene);
  let statements = 0;
  let late: Promise<string> | undefined;
  hooks = {
    afterStatement: async () => {
      if (++statements !== turn) return;
      late = second(scene, otherApp);
      await Promise.race([late, new Promise((resolve) => setTimeout(resolve, HEAD_START_MS))]);
    },
  };
  const answer = await first(scene, instrumentedApp);
  hooks = {};
  const other = await (late ?? second(scene, otherApp));
  await expectInvariants(scene.shop);
  return { statements, is: { first: answer, second: other, seen: await seen(scene) } };
}

describe("overlapping transactions have the result of one after the other", () => {
  for (const [what, pair] of Object.entries(INTERLEAVINGS))
    testRandomly(what, {}, async (seed) => {
      const [first, second, ...scene] = pair;
      const { statements, is: before } = await interleave(0, pair);
      const { is } = await interleave(0, [second, first, ...scene]);
      const after = { first: is.second, second: is.first, seen: is.seen };
      const turns = Array.from({ length: statements - 1 }, (_, i) => i + 1);
      for (const turn of new Random(seed).shuffled(turns).slice(0, TURNS)) {
        const met = await interleave(turn, pair);
        expect([before, after], `overtaken after statement ${turn}`).toContainEqual(met.is);
      }
    });
});
