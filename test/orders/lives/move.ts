import { putBack, type ReferenceOrder, type ReferenceStore } from "./reference.ts";

/** A call, and what it does by the reference: it changes the store, or throws Refused. */
export interface Move {
  tool: string;
  args: object;
  /** Returns what the answer contains, where the reference says it. */
  expected(store: ReferenceStore): object | undefined;
}

/** The reference refuses a move; `code`: how the server names that, where the reference says it. */
export class Refused extends Error {
  readonly code: string | undefined;

  constructor(why: string, code: string | undefined) {
    super(why);
    this.code = code;
  }
}

export function require(condition: boolean, why: string, code?: string): void {
  if (!condition) throw new Refused(why, code);
}

/** The refusal of some work; undefined when it is done. */
export function refusalOf(work: () => void): Refused | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return undefined;
}

export const CARRIER = "Yalidine";
export const major = (minor: number): number => minor / 100;

/** The order of this number. */
export function orderIn(store: ReferenceStore, number: string): ReferenceOrder {
  const order = store.orders.find((one) => one.number === number);
  if (!order) throw new Error(`The reference has no order ${number}`);
  return order;
}

/** Takes units by SKU from the stock, or puts them back; refuses when there are too few. */
export function take(store: ReferenceStore, taken: Map<string, number>): void {
  for (const [sku, units] of taken) {
    const product = store.products.get(sku);
    require(units <= 0 || (product?.stock ?? 0) >= units, `only ${product?.stock} of ${sku}`);
    putBack(store, sku, -units);
  }
}
