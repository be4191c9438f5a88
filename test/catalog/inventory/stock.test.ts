import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { categoryIn, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered, stockOf } from "../../support/selling.ts";

const adjust = (shop: Shop, ...changes: object[]) => runTool(shop, "inventory_adjust", { changes });

/** A robe in M (5 of R-M) and L (6 of R-L), and a vase (7 of VASE). */
async function openStocked(): Promise<Shop> {
  const shop = await openShop();
  const variants = [
    { option_values: { Taille: "M" }, sku: "R-M", inventory_quantity: 5 },
    { option_values: { Taille: "L" }, sku: "R-L", inventory_quantity: 6 },
  ];
  await shop.product({ slug: "robe", name: "Robe", options: [{ name: "Taille", values: ["M", "L"] }], variants });
  await shop.product({ slug: "vase", name: "Vase", stock: 7, sku: "VASE", vendor: "Nour" });
  return shop;
}

const Movement = Type.Object({
  sku: Type.String(),
  quantity: Type.Integer(),
  reason: Type.String(),
  note: Type.Union([Type.String(), Type.Null()]),
});

/** What moved stock after it was there, oldest first. */
const movements = (shop: Shop) =>
  shop.rows(
    Movement,
    sql`
      select v.sku, m.quantity, m.reason, m.note
      from stock_movements m
      join variants v on v.site_id = m.site_id and v.id = m.variant_id
      where m.site_id = ${shop.id} and m.reason <> 'opening'
      order by m.id
    `,
  );

describe("inventory_adjust", () => {
  test("changes stock by an amount or to a count, by id, SKU or single-variant product, with a note", async () => {
    const shop = await openStocked();
    const { variants } = await runTool(shop, "products_get", { product: "robe" });
    const changes = [
      { variant: variants[0].id.toUpperCase(), by: -2 },
      { variant: "R-L", to: 40 },
      { variant: "vase", by: 3 },
    ];
    const dry = await runTool(shop, "inventory_adjust", { changes, dry_run: true });
    expect(dry).toMatchObject({ changes_count: 3 });
    const wanted = { changes, note: " Inventaire de mars ", idempotency_key: "march" };
    const adjusted = await runTool(shop, "inventory_adjust", wanted);
    expect(adjusted.data).toMatchObject([
      { product: "robe", title: "M", sku: "R-M", before: 5, inventory_quantity: 3 },
      { product: "robe", title: "L", before: 6, inventory_quantity: 40 },
      { product: "vase", title: "Default", before: 7, inventory_quantity: 10 },
    ]);
    expect(await runTool(shop, "inventory_adjust", wanted)).toMatchObject({ replayed: true, data: adjusted.data });
    const robe = await seen(shop, "/products/robe");
    expect(robe.variants).toMatchObject([{ inventory_quantity: 3 }, { inventory_quantity: 40 }]);
    expect(await seen(shop, "/products/vase")).toMatchObject({ inventory_quantity: 10 });
    const told = { reason: "adjustment", note: "Inventaire de mars" };
    expect(await movements(shop)).toEqual([
      { sku: "R-M", quantity: -2, ...told },
      { sku: "R-L", quantity: 34, ...told },
      { sku: "VASE", quantity: 3, ...told },
    ]);
    await expectInvariants(shop);
  });

  test("records no movement when the stock stays the same", async () => {
    const shop = await openStocked();
    await adjust(shop, { variant: "R-M", to: 5 }, { variant: "vase", by: 0 });
    await runTool(shop, "inventory_adjust", { changes: [{ variant: "vase", by: 1 }], note: "  " });
    expect(await movements(shop)).toEqual([{ sku: "VASE", quantity: 1, reason: "adjustment", note: null }]);
  });

  test.each([
    ["a reduction below 0", { variant: "R-M", by: -6 }, { code: "insufficient_stock", inventory_quantity: 5 }],
    ["a count below 0", { variant: "R-M", to: -1 }, { code: "insufficient_stock", inventory_quantity: 5 }],
    ["a change with neither by nor to", { variant: "R-M" }, { code: "invalid_value", errors: [{ path: "changes.1" }] }],
    [
      "a change with both by and to",
      { variant: "R-M", by: 1, to: 6 },
      { code: "invalid_value", errors: [{ path: "changes.1" }] },
    ],
    [
      "a fraction of a unit",
      { variant: "R-M", by: 0.5 },
      { code: "invalid_value", errors: [{ path: "changes.1.by" }] },
    ],
    ["an unknown variant", { variant: "R-XL", by: 1 }, { code: "variant_not_found" }],
    [
      "one of several",
      { variant: "robe", by: 1 },
      { code: "variant_required", allowed: ["R-M (robe, M)", "R-L (robe, L)"] },
    ],
    [
      "one twice, once to a count",
      { variant: "VASE", to: 1 },
      { code: "invalid_value", errors: [{ path: "changes.1" }] },
    ],
    [
      "more than can be counted",
      { variant: "R-M", by: 1_000_000_000 },
      { code: "invalid_value", errors: [{ path: "changes.1" }] },
    ],
  ])("refuses %s, and records no movement", async (_, change, problem) => {
    const shop = await openStocked();
    const changes = [{ variant: "vase", by: 1 }, change];
    expect(await refused(shop, "inventory_adjust", { changes })).toMatchObject(problem);
    expect(await movements(shop)).toEqual([]);
  });

  test("adds up changes of one variant named by SKU, id and product, in one audit entry", async () => {
    const shop = await openStocked();
    const { variants } = await runTool(shop, "products_get", { product: "vase" });
    const before = variants[0].inventory_quantity;
    const changes = [
      { variant: "VASE", by: 5 },
      { variant: "R-M", by: 1 },
      { variant: variants[0].id, by: -2 },
      { variant: "vase", by: 1 },
    ];

    const { data } = await runTool(shop, "inventory_adjust", { changes });

    expect(data).toMatchObject([{ sku: "VASE", before, inventory_quantity: before + 4 }, { sku: "R-M" }]);
    expect(await movements(shop)).toHaveLength(2);
    const far = [{ variant: "VASE", by: 100 }, { variant: "VASE", by: -before - 105 }]; // biome-ignore format: a list
    expect(await refused(shop, "inventory_adjust", { changes: far })).toMatchObject({
      code: "insufficient_stock",
      errors: [{ path: "changes.0" }],
    });
  });

  test("refuses a shared SKU, and lists the ids of its variants", async () => {
    const shop = await openShop();
    const ids = [];
    for (const slug of ["a", "b"]) {
      await shop.product({ slug, sku: "SAME", stock: 1 });
      ids.push((await runTool(shop, "products_get", { product: slug })).variants[0].id);
    }
    const problem = await refused(shop, "inventory_adjust", { changes: [{ variant: "SAME", by: 1 }] });
    const allowed = [`${ids[0]} (a, Default)`, `${ids[1]} (b, Default)`];
    expect(problem).toMatchObject({ code: "variant_required", allowed: expect.arrayContaining(allowed) });
    await adjust(shop, { variant: ids[1], by: 1 });
    expect(await seen(shop, "/products/b")).toMatchObject({ inventory_quantity: 2 });
  });

  test("allows negative stock for back orders and untracked variants", async () => {
    const shop = await openShop();
    await shop.product({
      slug: "pre",
      variants: [{ inventory_quantity: 1, continue_selling_when_out_of_stock: true }],
    });
    await shop.product({ slug: "free", variants: [{ inventory_quantity: 1, track_quantity: false }] });
    await adjust(shop, { variant: "pre", by: -3 }, { variant: "free", to: -5 });
    expect(await seen(shop, "/products/pre")).toMatchObject({ inventory_quantity: 0, in_stock: true });
    const { data } = await runTool(shop, "inventory_search", { max_inventory_quantity: 0 });
    expect(data).toMatchObject([
      { product: "pre", inventory_quantity: -2, is_counted: true, may_be_back_ordered: true },
    ]);
    const limited = { product: "pre", continue_selling_when_out_of_stock: false };
    const problem = await refused(shop, "products_save", limited);
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "inventory_quantity" }] });
    await adjust(shop, { variant: "pre", to: 0 });
    await runTool(shop, "products_save", limited);
    expect(await seen(shop, "/products/pre")).toMatchObject({ in_stock: false });
    await expectInvariants(shop);
  });

  test("concurrent calls add up, in any order of their variants", async () => {
    const shop = await openStocked();
    const refs = [{ variant: "R-M" }, { variant: "R-L" }, { variant: "vase" }];
    const rounds = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? refs : refs.toReversed()));
    await Promise.all(rounds.map((variants, i) => adjust(shop, ...variants.map((one) => ({ ...one, by: i })))));
    const { data } = await runTool(shop, "inventory_search");
    const left = Object.fromEntries(
      data.map(({ sku, inventory_quantity }: { sku: string; inventory_quantity: number }) => [sku, inventory_quantity]),
    );
    expect(left).toEqual({ "R-M": 5 + 66, "R-L": 6 + 66, VASE: 7 + 66 });
    await expectInvariants(shop);
  });

  test("concurrent orders and changes count each unit once", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "vase", stock: 10, sku: "VASE" });
    const carts = await Promise.all(Array.from({ length: 15 }, () => cartWith(shop, { product_id: id, quantity: 1 })));
    const [placed, taken] = await Promise.all([
      Promise.all(carts.map((cart) => order(shop, cart))),
      Promise.all(
        Array.from({ length: 6 }, () => call(shop, "inventory_adjust", { changes: [{ variant: "VASE", by: -1 }] })),
      ),
    ]);
    const sold = placed.filter(({ status }) => status === 201).length;
    const gone = taken.filter(({ problem }) => problem === undefined).length;
    expect(sold + gone).toBe(10);
    const problems = taken.flatMap(({ problem }) => problem?.code ?? []);
    expect(new Set([...problems, "insufficient_stock"])).toEqual(new Set(["insufficient_stock"]));
    expect(await stockOf(shop, id)).toBe(0);
    await expectInvariants(shop);
  });

  test("adds to stock that a cancelled order returns", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "vase", stock: 3, sku: "VASE" });
    const { order_number } = await ordered(shop, [{ product_id: id, quantity: 3 }]);
    await adjust(shop, { variant: "VASE", to: 1 });
    await runTool(shop, "orders_cancel", { order: order_number });
    expect(await seen(shop, "/products/vase")).toMatchObject({ inventory_quantity: 4 });
    await expectInvariants(shop);
  });
});

describe("inventory_search", () => {
  const skus = async (shop: Shop, search: object) => {
    const { data, total } = await runTool(shop, "inventory_search", search);
    expect(total).toBe(data.length);
    return data.map(({ sku }: { sku: string }) => sku).sort();
  };

  test("finds variants by their products' fields and by stock", async () => {
    const shop = await openStocked();
    await runTool(shop, "products_save", { product: "vase", category: null, tags: ["Bleu"] });
    await categoryIn(shop, "robes", "Robes");
    await runTool(shop, "products_save", { product: "robe", category: "robes", status: "draft" });
    await runTool(shop, "collections_save", { title: "Soldes", products: ["vase"] });
    expect(await skus(shop, {})).toEqual(["R-L", "R-M", "VASE"]);
    expect(await skus(shop, { query: "robe" })).toEqual(["R-L", "R-M"]);
    expect(await skus(shop, { query: "R-M" })).toEqual(["R-L", "R-M"]);
    expect(await skus(shop, { category: "Robes" })).toEqual(["R-L", "R-M"]);
    expect(await skus(shop, { status: "draft", max_inventory_quantity: 5 })).toEqual(["R-M"]);
    expect(await skus(shop, { collection: "soldes" })).toEqual(["VASE"]);
    expect(await skus(shop, { vendor: "NOUR" })).toEqual(["VASE"]);
    expect(await skus(shop, { tag: "bleu", max_inventory_quantity: 6 })).toEqual([]);
    await runTool(shop, "products_save", { product: "vase", track_quantity: false });
    expect(await skus(shop, { max_inventory_quantity: 100 })).toEqual(["R-L", "R-M"]);
    expect(await refused(shop, "inventory_search", { category: "none" })).toMatchObject({ code: "category_not_found" });
  });
});
