import { STOREFRONT } from "../../src/app.ts";
import type { Server } from "../harness/server.ts";
import { headersOf, type Store } from "../harness/stores.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { buyer } from "../recording/buyer.ts";
import type { Bench } from "../work.ts";

/** Orders whose carts are filled already. */

/** Carts that are made at the same time. */
const BATCH = 64;

/** Makes carts with one product each, and returns the requests that order them. */
export async function prepareOrders(
  { generator }: Bench,
  { url }: Server,
  store: Store,
  { count, product }: { count: number; product: () => string },
): Promise<LoadedRequest[]> {
  const headers = headersOf(store);
  const post = (path: string, body: object): LoadedRequest => ({ method: "POST", path: STOREFRONT + path, body });
  const orders: LoadedRequest[] = [];
  while (orders.length < count) {
    const create = Array.from({ length: Math.min(BATCH, count - orders.length) }, () => post("/cart", {}));
    const made = await generator.burst({ url, headers, requests: create });
    requireAll(made.answers, 201);
    const carts = made.answers.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    const items = carts.map((id) => post(`/cart/${id}/items`, { product_id: product(), quantity: 1 }));
    requireAll((await generator.burst({ url, headers, requests: items })).answers, 200);
    orders.push(...carts.map((id) => post("/orders", buyer(id))));
  }
  return orders;
}

/** Throws unless all answers have the status. */
export function requireAll(answers: { status: number; body: string }[], status: number): void {
  const wrong = answers.find((answer) => answer.status !== status);
  if (wrong) throw new Error(`${wrong.status} ${wrong.body}`);
}
