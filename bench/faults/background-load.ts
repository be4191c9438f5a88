import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../src/app.ts";
import { startChild } from "../harness/child.ts";
import { type Answer, type Request, sendRequest } from "../harness/http.ts";
import { type FaultContext, unmetCriteria } from "./fault.ts";
import { isServed, longestGap, percentile, slowest, tally } from "./load.ts";
import type { SeededStore } from "./stores-and-orders.ts";

/** The answers that the shoppers of a store received. */
export interface BackgroundResult {
  answers: Answer[];
  /** Numbers of the orders that were answered with 201. */
  acknowledged: string[];
}

/** Shoppers who arrive at a fixed rate, even when the server is slow, so a pause affects all who arrive during it. */
export interface BackgroundLoad extends BackgroundResult {
  stop(): Promise<void>;
}

/** A server, and the store that is visited there. */
export interface Where {
  url: string;
  store: SeededStore;
}

const REQUESTS_PER_SECOND = 8;

/** Starts visits of six requests each: store, product list, product, new cart, cart item, order. */
export function startBackgroundLoad({ onEnd }: Pick<FaultContext, "onEnd">, { url, store }: Where): BackgroundLoad {
  const agent = new Agent({ keepAlive: true });
  const answers: Answer[] = [];
  const acknowledged: string[] = [];
  const running = new Set<Promise<void>>();
  const send = async (path: string, body?: object): Promise<{ id: string; order_number: string } | undefined> => {
    const given: Request = { url: url + STOREFRONT + path, headers: { "x-api-key": store.publishable_key } };
    const answer = await sendRequest(body ? { ...given, method: "POST", body } : given, agent, 30_000);
    answers.push(answer);
    return isServed(answer) ? JSON.parse(answer.text) : undefined;
  };
  const visit = async () => {
    await send("/store");
    await send("/products?limit=20");
    await send("/products/plenty");
    const cart = await send("/cart", {});
    if (!cart || !(await send(`/cart/${cart.id}/items`, { product_id: store.product_id, quantity: 1 }))) return;
    const buyer = { customer_name: "Client", customer_phone: "0550123456" };
    const order = await send("/orders", { cart_id: cart.id, ...buyer });
    if (order) acknowledged.push(order.order_number);
  };
  const clock = setInterval(() => {
    const one = visit().finally(() => running.delete(one));
    running.add(one);
  }, 1000 / REQUESTS_PER_SECOND);
  const stop = async () => {
    clearInterval(clock);
    await Promise.all(running);
    agent.destroy();
  };
  onEnd(() => clearInterval(clock));
  return { answers, acknowledged, stop };
}

/** The answers of the other store's shoppers: first without a flood, then during `flood`. */
export interface Comparison<T> {
  quiet: Answer[];
  flooded: Answer[];
  /** The numbers of the orders in both periods. */
  acknowledged: string[];
  /** The result of `flood`. */
  result: T;
}

const WARM_UP_MS = 1000;

/** Measures the shoppers of a store for some seconds without a flood, and then during `flood`. */
export async function compareDuring<T>(
  context: FaultContext,
  where: Where,
  flood: () => Promise<T>,
): Promise<Comparison<T>> {
  // In a separate process, so that the clients of a flood do not slow the shoppers down.
  const shoppers = startChild(context.onEnd, "faults/background-load-process.ts");
  const visited = async <R>(work: () => Promise<R>): Promise<BackgroundResult & { result: R }> => {
    await shoppers.call("start", where);
    const result = await work();
    return { ...(await shoppers.call<BackgroundResult>("stop")), result };
  };
  const warming = await visited(() => pause(WARM_UP_MS));
  context.say("quiet");
  const quiet = await visited(() => pause(context.quick ? 3000 : 10_000));
  context.say("flood");
  const flooded = await visited(flood);
  const acknowledged = [warming, quiet, flooded].flatMap((visits) => visits.acknowledged);
  return { quiet: quiet.answers, flooded: flooded.answers, acknowledged, result: flooded.result };
}

const MIN_LIMIT_MS = 100;
const MAX_SLOWDOWN = 3;

/** Checks the other store: no error, and a p99 of at most 100 ms or three times its value without a flood. */
export function slowdownFailures({ quiet, flooded }: Pick<Comparison<unknown>, "quiet" | "flooded">): string[] {
  const bound = Math.max(MAX_SLOWDOWN * percentile(quiet, 0.99), MIN_LIMIT_MS);
  const p99 = percentile(flooded, 0.99);
  return [
    ...unmetCriteria([[p99 <= bound, `the other store's p99 is ${ms(p99)}, more than ${ms(bound)}`]]),
    ...refusals(flooded),
  ];
}

/** Checks that the other store received no error. */
export function refusals(answers: Answer[]): string[] {
  const failed = answers.filter((answer) => !isServed(answer));
  return unmetCriteria([[failed.length === 0, `the other store sees ${JSON.stringify(tally(failed))}`]]);
}

/** Returns the other store's figures as one line of the table. */
export const comparisonText = ({ quiet, flooded }: Pick<Comparison<unknown>, "quiet" | "flooded">): string =>
  `other store p50/p99/max quiet ${figures(quiet)}, flooded ${figures(flooded)} (${flooded.length} requests)`;

const figures = (answers: Answer[]): string =>
  [percentile(answers, 0.5), percentile(answers, 0.99), slowest(answers)].map((one) => Math.round(one)).join("/");

export const ms = (value: number): string => `${Math.round(value)} ms`;

export const gapOf = ({ flooded }: Pick<Comparison<unknown>, "flooded">): number => longestGap(flooded);
