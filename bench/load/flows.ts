import type autocannon from "autocannon";
import { STOREFRONT } from "../../src/app.ts";
import { buyer } from "../recording/buyer.ts";

/** What autocannon keeps of one flow of a connection. */
interface FlowContext {
  cartId?: string;
}

/** Requests of one flow: the cart, its two lines, and the order if there is one. */
export const requestsInFlow = (orders: boolean): number => (orders ? 4 : 3);

/** The requests of a shopper: a cart, two products in it, and the order. Each flow takes the next two products. */
export function flowRequests({ orders, products }: { orders: boolean; products: string[] }): autocannon.Request[] {
  let taken = 0;
  const addItem: autocannon.Request = {
    method: "POST",
    setupRequest: (request, context: FlowContext) => ({
      ...request,
      path: `${STOREFRONT}/cart/${context.cartId}/items`,
      body: JSON.stringify({ product_id: products[taken++ % products.length], quantity: 1 }),
    }),
  };
  const create: autocannon.Request = {
    method: "POST",
    path: `${STOREFRONT}/cart`,
    body: "{}",
    onResponse: (_status, body, context: FlowContext) => {
      context.cartId = (JSON.parse(body) as { id: string }).id;
    },
  };
  const order: autocannon.Request = {
    method: "POST",
    path: `${STOREFRONT}/orders`,
    setupRequest: (request, context: FlowContext) => ({
      ...request,
      body: JSON.stringify(buyer(context.cartId ?? "")),
    }),
  };
  return orders ? [create, addItem, addItem, order] : [create, addItem, addItem];
}
