import { beforeAll, expect, test } from "vitest";
import { takesConfirmToken } from "../../src/operations/operation.ts";
import { openShop, type Shop } from "../support/app.ts";
import { runConfirmedTool, runTool } from "../support/mcp-tasks.ts";
import { call, operationsOfKeys } from "../support/operations.ts";

/** Arguments of every operation that can be called twice with the same, where the second call finds all as it is to be. */
const SAME: Record<string, object> = {
  store_update: { name: "Vases" },
  menus_save: { handle: "main", title: "Menu", items: [{ title: "A", url: "/a" }] },
  products_save: { product: "vase", price: 12, description: "Terre" },
  products_set_status: { products: ["vase"], status: "draft" },
  products_import: { csv: "Handle,Title,Variant Price\nlampe,Lampe,20\n" },
  prices_bulk_update: { products: ["vase"], price: 15 },
  inventory_adjust: { changes: [{ variant: "VASE", to: 9 }] },
  categories_save: { category: "maison", description: "Pour la maison" },
  collections_save: { collection: "ete", products: ["vase"] },
  orders_update: { carrier: "Yalidine" },
  customers_save: { customer: "lina@example.dz", phone: "0550123456" },
  blocked_phones_save: { phones: ["0770112233"] },
  promotions_save: { promotion: "DIX", discount_value: 15 },
  shipping_rates_set: { rates: [{ region: "Alger", method: "home", price: 400 }] },
  carriers_save: { carrier: "Yalidine", tracking_url: "https://example.com/{tracking_number}" },
  content_save: { kind: "page", slug: "retours", is_published: true },
  files_from_url: { url: "https://example.com/a.png" },
  webhooks_save: { endpoint: "https://example.com/webhooks", ordered: true },
};
/**
 * A second call is refused, makes another thing, or tells what became of each row; a job does the work of files_adopt; jobs_cancel is no tool of agents
 * (test/jobs/runner.test.ts calls it twice), nor are those of webhooks.
 */
const OTHERS =
  /^(orders_(create|merge|log_call|next_call|add_note|confirm|ship|mark_delivered|cancel|set_payment_status|return|move)|catalog_delete|cod_reconcile|customers_(erase|reset_link)|content_delete|api_keys_(create|revoke)|changes_undo|jobs_cancel|webhooks_(delete|resend|test)|files_(adopt|delete))$/;

let shop: Shop;
let order: string;
beforeAll(async () => {
  shop = await openShop();
  const { id } = await shop.product({ slug: "vase", sku: "VASE", price: 1000, stock: 5 });
  await runTool(shop, "categories_save", { name: "Maison" });
  await runTool(shop, "collections_save", { title: "Ete" });
  await runTool(shop, "customers_save", { full_name: "Lina", email: "lina@example.dz" });
  await runTool(shop, "promotions_save", {
    title: "Dix",
    code: "DIX",
    discount_type: "percentage",
    discount_value: 10,
  });
  await runTool(shop, "carriers_save", { name: "Yalidine" });
  await runTool(shop, "content_save", { kind: "page", title: "Retours", slug: "retours" });
  await runTool(shop, "webhooks_save", { address: "https://example.com/webhooks", types: ["orders.*"] });
  const buyer = { customer_name: "A", customer_phone: "0550123456" };
  order = (await runTool(shop, "orders_create", { items: [{ item: id, quantity: 1 }], ...buyer })).order_number;
});

const writing = operationsOfKeys.filter(({ effect }) => effect !== "read");

test("every operation that writes is in one of the two lists", () => {
  expect(writing.map(({ name }) => name).filter((name) => name in SAME === OTHERS.test(name))).toEqual([]);
});

test.each(writing.filter(({ name }) => name in SAME).map((tool) => [tool.name, tool] as const))(
  "%s says the second time that nothing differs, warns of nothing and asks for no token",
  async (name, tool) => {
    const args = name === "orders_update" ? { order, ...SAME[name] } : { ...SAME[name] };
    const first = await (takesConfirmToken(tool) ? runConfirmedTool : runTool)(shop, name, args);
    expect(first).toHaveProperty("change_id");

    if (tool.takes?.includes("dry_run")) {
      const dry = await call(shop, name, { ...args, dry_run: true });
      expect(dry.text).toMatch(/^Dry run: nothing would change\. /);
      expect(dry.data).toMatchObject({ dry_run: true, changes_count: 0, changes: [] });
      expect(dry.data).not.toHaveProperty("confirm_token");
      expect(dry.data).not.toHaveProperty("not_undoable");
    }
    const { text, data, problem } = await call(shop, name, args);
    expect(problem).toBeUndefined();
    expect(text).toMatch(/^Nothing (differed from what was there|was changed)\./);
    expect(data).not.toHaveProperty("change_id");
  },
);
