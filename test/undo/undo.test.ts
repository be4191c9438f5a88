import { beforeEach, describe, expect, test } from "vitest";
import { app } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { cartWith, expectInvariants, order, ordered } from "../support/selling.ts";
import { Merchant } from "./merchant.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.open();
});

const product = async (slug: string) => (await merchant.shop.get(`/products/${slug}`)).body;
const statusOf = async (path: string) => (await merchant.shop.get(path)).status;

describe("stock", () => {
  test("is corrected by the difference, and what was sold since stays sold", async () => {
    const { shop } = merchant;
    const { id } = await shop.product({ sku: "LAMPE", stock: 10 });
    const change = await merchant.change("inventory_adjust", { changes: [{ variant: "LAMPE", to: 25 }] });
    await ordered(shop, [{ product_id: id, quantity: 4 }]);

    const undo = await merchant.undo(change);
    expect(await merchant.stockOf("LAMPE")).toBe(6);
    await merchant.undo(undo);
    expect(await merchant.stockOf("LAMPE")).toBe(21);
    await expectInvariants(shop);
  });

  test("that was sold since cannot be taken away", async () => {
    const { id } = await merchant.shop.product({ sku: "LAMPE", stock: 0, slug: "lampe" });
    const change = await merchant.change("inventory_adjust", { changes: [{ variant: "LAMPE", by: 5 }] });
    await ordered(merchant.shop, [{ product_id: id, quantity: 2 }]);

    expect(await merchant.refusalOf(change)).toEqual([
      "undo_conflict",
      "variant lampe LAMPE, inventory_quantity, only 3 are left",
    ]);
    expect(await merchant.stockOf("LAMPE")).toBe(3);
  });

  test("and whether it is counted go back together", async () => {
    await merchant.shop.product({ sku: "LAMPE", stock: 3, slug: "lampe" });
    const uncounted = await merchant.updateProduct("lampe", { continue_selling_when_out_of_stock: true });
    const taken = await merchant.change("inventory_adjust", { changes: [{ variant: "LAMPE", to: -5 }] });

    expect((await merchant.refusalOf(uncounted))[0]).toBe("undo_conflict");
    const undo = await merchant.undo(uncounted, taken);
    expect(await merchant.stockOf("LAMPE")).toBe(3);
    await merchant.undo(undo);
    expect(await merchant.stockOf("LAMPE")).toBe(-5);
    await expectInvariants(merchant.shop);
  });
});

describe("a created product", () => {
  test("is removed, and comes back with its ids when that is undone", async () => {
    const change = await merchant.createProduct({ name: "Lampe", inventory_quantity: 4 });
    const before = await product("lampe");
    const cart = await cartWith(merchant.shop, { product_id: before.id, quantity: 2 });
    const { items } = (await merchant.shop.get(`/cart/${cart}`)).body;

    const undo = await merchant.undo(change);
    expect(await statusOf("/products/lampe")).toBe(404);
    expect((await merchant.shop.get(`/cart/${cart}`)).body.items).toEqual([]);
    await merchant.undo(undo);
    const { updated_at: _, ...same } = await product("lampe");
    expect(before).toMatchObject(same);
    expect((await merchant.shop.get(`/cart/${cart}`)).body.items).toEqual(items);
  });

  test.each<[event: string, named: unknown, use: (id: string) => Promise<unknown>]>([
    [
      "was ordered",
      expect.stringMatching(/ordered|inventory_quantity/), // its variant has less stock
      (id) => ordered(merchant.shop, [{ product_id: id, quantity: 1 }]),
    ],
    [
      "was put into a collection",
      "product lampe, it was put into a collection since",
      () => merchant.do("collections_save", { title: "Neuf", products: ["lampe"] }),
    ],
    [
      "got a promotion",
      "product lampe, a promotion is for it since",
      () =>
        merchant.do("promotions_save", {
          title: "Dix",
          discount_type: "percentage",
          discount_value: 10,
          target_type: "products",
          targets: ["lampe"],
        }),
    ],
    [
      "got another name",
      "product lampe, name, changed since",
      () => merchant.updateProduct("lampe", { name: "Lampadaire" }),
    ],
  ])("stays when it %s since", async (_event, named, use) => {
    const change = await merchant.createProduct({ name: "Lampe", inventory_quantity: 4 });
    await use((await product("lampe")).id);

    const refused = await merchant.refusalOf(change);
    expect(refused[0]).toBe("undo_conflict");
    expect(refused).toEqual(expect.arrayContaining([named]));
    expect(await statusOf("/products/lampe")).toBe(200);
  });
});

test("a created product stays when a variant was added to it since", async () => {
  const variant = (A: string, B: string) => ({ option_values: { A, B } });
  const variants = [variant("1", "1"), variant("2", "2")];
  const change = await merchant.createProduct({ name: "Robe", variants });
  await merchant.updateProduct("robe", { variants: [variant("1", "2")] });

  expect(await merchant.refusalOf(change)).toEqual(["undo_conflict", "product robe, variants were added to it since"]);
  expect((await product("robe")).variants).toHaveLength(3);
});

describe("a deleted product", () => {
  test("comes back with its ids, places in collections, lines in carts and place among the best sellers", async () => {
    const { shop } = merchant;
    const [lampe, vase] = [await shop.product({ slug: "lampe" }), await shop.product({ slug: "vase" })];
    await merchant.do("collections_save", { title: "Neuf", slug: "neuf", products: ["vase", "lampe"] });
    await ordered(shop, [{ product_id: lampe.id, quantity: 3 }]);
    await ordered(shop, [{ product_id: vase.id, quantity: 1 }]);
    const cart = await cartWith(shop, { product_id: lampe.id, quantity: 2 }, { product_id: vase.id, quantity: 1 });
    const shownNow = async () => ({
      lampe: (await merchant.do("products_get", { product: lampe.id, response_format: "detailed" })).variants,
      collection: (await shop.get("/collections/neuf")).body.products?.data?.map(({ slug }: { slug: string }) => slug),
      best: await merchant.slugs("/products?sort=best_selling"),
      cart: (await shop.get(`/cart/${cart}`)).body.items,
      search: await merchant.slugs("/search?q=product"),
    });
    const before = await shownNow();

    const change = await merchant.delete("product", "lampe");
    expect(await merchant.slugs("/products?sort=newest")).toEqual(["vase"]);
    await merchant.undo(change);
    expect(await shownNow()).toEqual(before);
    expect(before.best).toEqual(["lampe", "vase"]);
    await expectInvariants(shop);
  });

  test("comes back with the stock of an order that was cancelled meanwhile, which no longer counts as sold", async () => {
    const { id } = await merchant.shop.product({ slug: "lampe", sku: "LAMPE", stock: 10 });
    const { order_number } = await ordered(merchant.shop, [{ product_id: id, quantity: 3 }]);
    await ordered(merchant.shop, [{ product_id: id, quantity: 2 }]);
    const change = await merchant.delete("product", "lampe");
    await merchant.do("orders_cancel", { order: order_number, reason: "late" });

    await merchant.undo(change);
    expect(await merchant.stockOf("LAMPE")).toBe(8);
    await expectInvariants(merchant.shop);
  });

  test("stays away when another has its slug, and what belongs to it as well", async () => {
    const { id } = await merchant.shop.product({ slug: "lampe" });
    await merchant.do("collections_save", { title: "Neuf", slug: "neuf", products: ["lampe"] });
    const cart = await cartWith(merchant.shop, { product_id: id, quantity: 1 });
    const change = await merchant.delete("product", "lampe");
    await merchant.createProduct({ name: "Autre lampe", slug: "lampe" });

    expect(await merchant.refusalOf(change)).toContain("product lampe, another product has its slug now");
    const conflicts = await merchant.undoPartly(change);
    expect(conflicts).toContain("product lampe, another product has its slug now");
    expect((await merchant.shop.get(`/cart/${cart}`)).body.items).toEqual([]);
    expect((await product("lampe")).id).not.toBe(id);
  });
});

describe("a category", () => {
  beforeEach(async () => {
    for (const [name, parent] of [
      ["Maison", null],
      ["Salon", "maison"],
      ["Tapis", "salon"],
    ] as const) {
      await merchant.do("categories_save", { name, parent });
    }
    await merchant.createProduct({ name: "Kilim", category: "salon" });
    await merchant.createProduct({ name: "Vase", category: "maison" });
  });
  const tree = async () =>
    (await merchant.do("categories_list", { response_format: "detailed" })).data.map(
      ({ updated_at: _, ...rest }: { updated_at: string }) => rest,
    );

  test("comes back with its children and its products, which search finds by its name", async () => {
    const before = await tree();
    const change = await merchant.delete("category", "salon");
    expect(await merchant.slugs("/search?q=salon")).toEqual([]);
    await merchant.updateProduct("vase", { category: "tapis" });

    const undo = await merchant.undo(change);
    expect(await tree()).toEqual(before);
    expect(await merchant.slugs("/search?q=salon")).toEqual(["kilim"]);
    expect(await merchant.slugs("/products?category=salon&sort=name_asc")).toEqual(["kilim", "vase"]);
    await merchant.undo(undo);
    expect(await merchant.slugs("/search?q=maison")).toEqual(["kilim"]);
  });

  test("goes not below itself", async () => {
    const up = await merchant.change("categories_save", { category: "tapis", parent: null });
    await merchant.do("categories_save", { category: "salon", parent: "tapis" });

    expect(await merchant.refusalOf(up)).toEqual([
      "undo_conflict",
      "category tapis, parent_id, it would be below itself, or too deep",
    ]);
  });

  test("and another that took its slug change places when an undo of both is undone", async () => {
    const gone = await merchant.delete("category", "tapis");
    const created = await merchant.change("categories_save", { name: "Tapis", description: "Autres" });
    const of = async () => (await tree()).find(({ slug }: { slug: string }) => slug === "tapis").description;

    const undo = await merchant.undo(gone, created);
    expect(await of()).toBeNull();
    await merchant.undo(undo);
    expect(await of()).toBe("Autres");
  });
});

test("a collection gets the order of its products back", async () => {
  for (const slug of ["un", "deux", "trois"]) await merchant.shop.product({ slug });
  await merchant.do("collections_save", { title: "Neuf", slug: "neuf", products: ["un", "deux", "trois"] });
  const productsOf = async () => (await merchant.do("collections_search", { collection: "neuf" })).data[0].products;
  const change = await merchant.change("collections_save", { collection: "neuf", products: ["trois", "un"] });

  const undo = await merchant.undo(change);
  expect(await productsOf()).toEqual(["un", "deux", "trois"]);
  await merchant.undo(undo);
  expect(await productsOf()).toEqual(["trois", "un"]);
  const gone = await merchant.delete("collection", "neuf");
  await merchant.undo(gone);
  expect(await productsOf()).toEqual(["trois", "un"]);
});

describe("changes_undo", () => {
  test("leaves what changed since, on request, and says what", async () => {
    await merchant.shop.product({ slug: "lampe", name: "Lampe", price: 1000 });
    await merchant.shop.product({ slug: "vase", name: "Vase", price: 1000 });
    const change = await merchant.change("prices_bulk_update", { all: true, price: 20 });
    await merchant.updateProduct("lampe", { price: 30 });

    expect(await merchant.refusalOf(change)).toEqual(["undo_conflict", "variant lampe Default, price, changed since"]);
    expect((await product("vase")).price).toBe(20);
    expect(await merchant.undoPartly(change)).toEqual(["variant lampe Default, price, changed since"]);
    expect([(await product("vase")).price, (await product("lampe")).price]).toEqual([10, 30]);
  });

  test("undoes a change once, also of two at the same time, and its replay undoes nothing", async () => {
    await merchant.shop.product({ sku: "LAMPE", stock: 10 });
    const change = await merchant.change("inventory_adjust", { changes: [{ variant: "LAMPE", by: 5 }] });

    const answers = await Promise.all([1, 2, 3].map(() => merchant.tryUndo([change])));
    expect(answers.map(({ problem }) => problem?.code ?? "done").sort()).toEqual([
      "done",
      "not_undoable",
      "not_undoable",
    ]);
    expect(await merchant.refusalOf(change)).toEqual(["not_undoable"]);
    expect(await merchant.stockOf("LAMPE")).toBe(10);

    const another = await merchant.change("inventory_adjust", { changes: [{ variant: "LAMPE", by: 7 }] });
    const given = { idempotency_key: "undo-1" };
    const [first, again] = [await merchant.tryUndo([another], given), await merchant.tryUndo([another], given)];
    expect(again.data).toEqual({ ...first.data, replayed: true });
    expect(await merchant.stockOf("LAMPE")).toBe(10);
  });

  test("undoes several changes in one call, the newest first", async () => {
    await merchant.shop.product({ slug: "lampe", name: "Un" });
    const changes = [];
    for (const name of ["Deux", "Trois", "Quatre"]) changes.push(await merchant.updateProduct("lampe", { name }));
    const [two = "", three = "", four = ""] = changes;

    expect((await merchant.refusalOf(two))[0]).toBe("undo_conflict");
    const undo = await merchant.undo(three, two, four);
    expect((await product("lampe")).name).toBe("Un");
    await merchant.undo(undo);
    expect((await product("lampe")).name).toBe("Quatre");
    expect(await merchant.slugs("/search?q=quatre")).toEqual(["lampe"]);
  });

  test("refuses what cannot be undone, of which the dry run of the call says so", async () => {
    await merchant.shop.product({ sku: "LAMPE" });
    const phone = { customer_name: "Karim", customer_phone: "0550 12 34 56" };
    const args = { items: [{ item: "LAMPE", quantity: 1 }], ...phone };
    const dry = await call(merchant.shop, "orders_create", { ...args, dry_run: true });
    expect(dry.data.not_undoable).toContain("orders_cancel");
    expect(dry.text).toContain("changes_undo cannot undo it");

    const change = await merchant.change("orders_create", args);
    expect(await merchant.refusalOf(change)).toEqual(["not_undoable"]);
    expect((await merchant.tryUndo(["01990000-0000-7000-8000-000000000000"])).problem?.code).toBe("change_not_found");
  });

  test("puts back pages and menus, unless another took the slug", async () => {
    const page = { kind: "page", slug: "livraison", title: "Livraison", body: "<p>Partout</p>", is_published: true };
    await merchant.do("content_save", page);
    await merchant.do("menus_save", { handle: "footer", title: "Pied", items: [{ title: "A", url: "/a" }] });
    const [gone, menu] = [await merchant.delete("page", "livraison"), await merchant.delete("menu", "footer")];
    await merchant.undo(menu);
    expect((await merchant.shop.get("/store/menus/footer")).body.items).toHaveLength(1);
    await merchant.do("content_save", { ...page, title: "Autre" });

    expect(await merchant.refusalOf(gone)).toEqual([
      "undo_conflict",
      "page livraison, another page or post has its slug now",
    ]);
    const published = await merchant.change("content_save", {
      kind: "page",
      slug: "neuve",
      title: "N",
      is_published: false,
      published_at: "2030-01-01T00:00:00Z",
    });
    await merchant.do("content_save", { kind: "page", slug: "neuve", is_published: true });
    expect((await merchant.refusalOf(published))[0]).toBe("undo_conflict");
  });

  test("shows the same as an application without memory", async () => {
    await merchant.shop.product({ slug: "lampe", name: "Lampe" });
    const lists = ["/products", "/products/lampe", "/search?q=lampe", "/store"];
    for (const path of lists) await merchant.shop.get(path); // kept from now on
    const before = await Promise.all(lists.map(async (path) => (await merchant.shop.get(path)).body));
    const changes = [
      await merchant.updateProduct("lampe", { name: "Vase" }),
      await merchant.change("store_update", { name: "Autre boutique" }),
    ];
    for (const path of lists) await merchant.shop.get(path);
    await merchant.undo(...changes);
    const withoutStamps = (bodies: object[]) =>
      JSON.parse(JSON.stringify(bodies, (name, value) => (name === "updated_at" ? undefined : value)));
    const after = await Promise.all(lists.map(async (path) => (await merchant.shop.get(path)).body));
    expect(withoutStamps(after)).toEqual(withoutStamps(before));
    expect(app.cache.report().hits).toBeGreaterThan(0);
  });
});

test("an order that loses against an undo of its product is placed or refused, and the sums are right", async () => {
  const { shop } = merchant;
  for (let i = 0; i < 5; i++) {
    const change = await merchant.createProduct({ name: `Lampe ${i}`, slug: `lampe-${i}`, inventory_quantity: 3 });
    const cart = await cartWith(shop, { product_id: (await product(`lampe-${i}`)).id, quantity: 1 });
    const [undone, placed] = await Promise.all([merchant.tryUndo([change]), order(shop, cart)]);
    expect([undone.problem?.code, placed.status]).toSatisfy(
      ([code, status]) =>
        (code === undefined && status >= 400 && status < 500) || (code === "undo_conflict" && status === 201),
    );
  }
  await expectInvariants(shop);
});
