import { Type } from "typebox";
import { expect } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { Random } from "../../concurrency/cache-model/random.ts";
import type { Shop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { type Called, call, post } from "../../support/operations.ts";
import { deliveringShop, expectInvariants, promote } from "../../support/selling.ts";
import { NEW } from "./editing-moves.ts";
import { type Move, refusalOf } from "./move.ts";
import { nextMove } from "./next-move.ts";
import {
  COUPON,
  discountOf,
  FREE_DELIVERY,
  type ReferenceLine,
  type ReferenceOrder,
  type ReferenceStore,
  returnedAmountOf,
  subtotalOf,
  totalOf,
  usesOf,
} from "./reference.ts";

const PRODUCTS = { A: 123_450, B: 299_999, C: 654_321, D: 80_005 };
const STOCK = 14;

/** The doors through which merchants call. */
export const DOORS = ["MCP", "HTTP"] as const;
type Door = (typeof DOORS)[number];

/** A move that the server was asked for. */
export interface Made {
  tool: string;
  door: Door;
  isRefused: boolean;
}

/** Makes random moves on the orders of a new store, and expects the server to do what the reference does. Adds them to `made`. */
export async function live(seed: number, steps: number, made: Made[]): Promise<void> {
  const random = new Random(seed);
  const { shop, store } = await openStore(random);
  let known = store;
  const log: string[] = [];
  try {
    for (let step = 0; step < steps; step++) {
      const move = nextMove(random, known);
      const door = random.pick(DOORS);
      log.push(`${door} ${move.tool} ${JSON.stringify(move.args)}`);
      if (random.chance(0.1) && move.tool !== "products_save") {
        await through(door, shop, move.tool, { ...move.args, dry_run: true });
      }
      const before = known;
      known = await make(shop, known, move, door);
      made.push({ tool: move.tool, door, isRefused: known === before });
      await expectOrders(shop, known, move);
    }
    await expectOrders(shop, known);
    await expectStore(shop, known);
    await expectInvariants(shop);
  } catch (error) {
    const last = log.slice(-20).join("\n");
    throw new Error(`seed ${seed}, step ${log.length}: ${(error as Error).message}\nafter\n${last}`, { cause: error });
  }
}

async function openStore(random: Random): Promise<{ shop: Shop; store: ReferenceStore }> {
  const shop = await deliveringShop();
  for (const [sku, price] of Object.entries(PRODUCTS)) await shop.product({ name: sku, sku, price, stock: STOCK });
  await promote(shop, {
    title: "Coupon",
    code: COUPON.code,
    discount_type: "percentage",
    discount_value: COUPON.hundredths,
    min_order_amount: COUPON.min_order_amount,
    usage_limit: COUPON.usage_limit,
    is_combinable: true,
  });
  await promote(shop, {
    title: "Delivery",
    code: null,
    discount_type: "free_shipping",
    discount_value: 0,
    is_combinable: true,
    min_order_amount: FREE_DELIVERY.min_order_amount,
  });
  const cashRounding = random.pick([0, 500, 1000]);
  await runTool(shop, "store_update", { cash_rounding: cashRounding / 100 });
  const products = new Map(Object.entries(PRODUCTS).map(([sku, price]) => [sku, { price, stock: STOCK }]));
  return { shop, store: { products, cashRounding, orders: [] } };
}

/** Makes a move. Returns the reference after it; as it was when both refuse the move. */
async function make(shop: Shop, store: ReferenceStore, move: Move, door: Door): Promise<ReferenceStore> {
  const { tool, args, expected } = move;
  const after = structuredClone(store);
  let answer: ReturnType<Move["expected"]>;
  const refusal = refusalOf(() => {
    answer = expected(after);
  });
  const { data, problem } = await through(door, shop, tool, args);
  const said = problem ? `${problem.code}: ${problem.detail}` : "yes";
  expect(Boolean(problem), `${tool}: the reference says ${refusal?.message ?? "yes"}, the server ${said}`).toBe(
    refusal !== undefined,
  );
  if (refusal?.code) expect(problem?.code, said).toBe(refusal.code);
  if (refusal) return store;
  if (answer) expect(data).toMatchObject(answer);
  for (const order of after.orders.filter(({ number }) => number === NEW)) order.number = data.order_number;
  return after;
}

/** Calls a tool through one of the doors. */
async function through(door: Door, shop: Shop, tool: string, args: object): Promise<Pick<Called, "data" | "problem">> {
  const called = door === "MCP" ? await call(shop, tool, args) : await posted(shop, tool, args);
  if (called.problem?.code === "internal_error") throw new Error(called.problem.detail);
  return called;
}

async function posted(shop: Shop, tool: string, args: object): Promise<Pick<Called, "data" | "problem">> {
  const { status, body } = await post(shop, tool, args);
  return status === 200 ? { data: body, problem: undefined } : { data: undefined, problem: body };
}

/** Compares the orders that a move names, or the new one; without a move, all. */
async function expectOrders(shop: Shop, { orders }: ReferenceStore, move?: Move): Promise<void> {
  const named = JSON.stringify(move?.args ?? "");
  const touched = orders.filter(({ number }, i) => !move || named.includes(number) || i === orders.length - 1);
  for (const order of touched) {
    const shown = await runTool(shop, "orders_get", { order: order.number, response_format: "detailed" });
    expect(seen(shown), order.number).toEqual(reference(order));
  }
}

const minor = (major: number | null): number | null => (major === null ? null : Math.round(major * 100));

interface Shown {
  [amount: string]: number | null | unknown;
  items: { sku: string; quantity: number; product_price: number; discount: number; returned_quantity: number }[];
}

const AMOUNTS = [
  ...["subtotal", "discount", "shipping_cost", "rounding", "total"],
  ...["collected_amount", "returned_amount", "refunded_amount", "remitted_amount"],
];

const seen = (order: Shown) => ({
  status: order.status,
  payment_status: order.payment_status,
  carrier: order.carrier,
  coupon_code: order.coupon_code,
  ...Object.fromEntries(AMOUNTS.map((name) => [name, minor(order[name] as number | null)])),
  lines: order.items.map(({ sku, quantity, product_price, discount, returned_quantity }) => ({
    sku,
    quantity,
    returned: returned_quantity,
    price: minor(product_price),
    discount: minor(discount),
  })),
});

const reference = (order: ReferenceOrder) => ({
  status: order.status,
  payment_status: order.payment,
  carrier: order.carrier,
  coupon_code: order.hasCoupon ? COUPON.code : null,
  subtotal: subtotalOf(order),
  discount: discountOf(order),
  shipping_cost: order.shipping,
  rounding: order.rounding,
  total: totalOf(order),
  collected_amount: order.collected,
  returned_amount: returnedAmountOf(order),
  refunded_amount: order.refunded,
  remitted_amount: order.remitted,
  lines: order.lines.map(({ sku, quantity, returned, price, discount }) => ({
    sku,
    quantity,
    returned,
    price,
    discount,
  })),
});

const Moved = Type.Object({ order_number: Type.String(), sku: Type.String(), units: Type.Integer() });
const Stock = Type.Object({ sku: Type.String(), stock: Type.Integer() });

/** Compares stock, the ledger of each order, and the uses of the coupon. */
async function expectStore(shop: Shop, store: ReferenceStore): Promise<void> {
  const stock = await shop.rows(
    Stock,
    sql`select sku, inventory_quantity as stock from variants where site_id = ${shop.id} order by sku`,
  );
  expect(stock).toEqual([...store.products].map(([sku, product]) => ({ sku, stock: product.stock })));
  const moved = await shop.rows(
    Moved,
    sql`
      select o.order_number, v.sku, sum(m.quantity)::integer as units
      from stock_movements m
      join orders o on o.site_id = ${shop.id} and o.id = m.order_id
      join variants v on v.site_id = ${shop.id} and v.id = m.variant_id
      where m.site_id = ${shop.id}
      group by o.order_number, v.sku
      having sum(m.quantity) <> 0
    `,
  );
  expect(moved.map(({ order_number, sku, units }) => `${order_number} ${sku} ${units}`).sort()).toEqual(
    store.orders.flatMap(heldBy).sort(),
  );
  const { data } = await runTool(shop, "promotions_search", { query: COUPON.code });
  expect(data[0]?.uses).toBe(usesOf(store));
}

/** What an order still has of the stock, as the ledger says it. */
function heldBy({ number, status, lines }: ReferenceOrder): string[] {
  if (status === "cancelled") return [];
  const units = new Map<string, number>();
  const held = ({ quantity, restocked }: ReferenceLine) => quantity - restocked;
  for (const line of lines) units.set(line.sku, (units.get(line.sku) ?? 0) + held(line));
  return [...units].filter(([, count]) => count > 0).map(([sku, count]) => `${number} ${sku} ${-count}`);
}
