import { ADMIN, STOREFRONT } from "../../src/app.ts";
import { buyer } from "../recording/buyer.ts";
import type { AskedStore } from "./asked-stores.ts";
import type { Asker, Question } from "./asker.ts";

/** What the large bench asks. */
export interface Kind {
  name: string;
  about: string;
  /** Sends the n-th request of this kind to a store, and returns how long it took, in milliseconds. */
  ask(asker: Asker, store: AskedStore, n: number): Promise<number>;
  /** A pattern that some of the first answers must contain. */
  contains: RegExp;
  /** The n-th request, where it is only one; a plan is shown of it. */
  question(store: AskedStore, n: number): Question;
}

const LIST = 24;
const SORTS = ["created_at", "price", "name", "updated_at", "best_selling"].flatMap((by) =>
  ["desc", "asc"].map((order) => `sort_by=${by}&sort_order=${order}`),
);

/** The n-th entry of a list that begins again at its end. Throws for an empty list. */
function pick<T>(list: T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new Error("there is nothing to ask for");
  return found;
}

const query = (parameters: Record<string, string | number>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

function read(
  name: string,
  about: string,
  pathOf: (store: AskedStore, n: number) => string,
  contains = /"data":\[\{/,
): Kind {
  const question = (store: AskedStore, n: number): Question => ({
    method: "GET",
    path: STOREFRONT + pathOf(store, n),
    headers: { "x-api-key": store.publishableKey },
    status: 200,
  });
  return { name, about, contains, question, ask: async (asker, store, n) => (await asker.ask(question(store, n))).ms };
}

const list = read(
  "list",
  "a list of 24 products, ten orders in turn",
  (_, n) => `/products?limit=${LIST}&offset=${LIST * (Math.floor(n / SORTS.length) % 2)}&${pick(SORTS, n)}`,
);
const detail = read(
  "detail",
  "a product",
  (store, n) => `/products/${pick(store.products, n).slug}`,
  /"slug":"produit-/,
);
const filters = read(
  "filters",
  "a list by category and price, by tag, by vendor, by size and stock, in turn",
  (store, n) => {
    const { category, tag, vendor } = pick(store.products, n);
    const byKind = [
      { category, min_price: 600 + (n % 1000) },
      { tag },
      { vendor },
      { "option.Taille": "M", in_stock: "true" },
    ];
    return `/products?${query({ limit: LIST, ...pick<Record<string, string | number>>(byKind, n) })}`;
  },
);
const search = read("search", "one or two words of a name", (store, n) => {
  const { words } = pick(store.products, n);
  return `/search?${query({ q: words.slice(0, 1 + (n % 2)).join(" "), limit: LIST })}`;
});
const misspelt = read("misspelt search", "a long word of a name without one of its letters", (store, n) => {
  const word = [...pick(store.products, n).words].sort((a, b) => b.length - a.length)[0] ?? "";
  return `/search?${query({ q: word.slice(0, 3) + word.slice(4), limit: LIST })}`;
});
const facets = read(
  "facets",
  "a list with facets: of all products, of a category, below a price, in turn",
  (store, n) => {
    const byKind = [{}, { category: pick(store.products, n).category }, { max_price: 15_000 + (n % 1000) }];
    return `/products?${query({ limit: LIST, facets: "true", ...pick<object>(byKind, n) })}`;
  },
  /"facets":\{/,
);
const deep = read(
  "deep page",
  "a page in the middle of the list of all products: offset 100,000 of 200,000",
  (store, n) => `/products?limit=${LIST}&offset=${Math.floor(store.shown / 2) + (n % 7)}&${pick(SORTS.slice(0, 6), n)}`,
);

const post = (store: AskedStore, path: string, body: object, status: number): Question => ({
  method: "POST",
  path: STOREFRONT + path,
  body,
  headers: { "x-api-key": store.publishableKey },
  status,
});

/** Creates a cart with one product. Returns its id, and the time of both requests. */
async function fillCart(asker: Asker, store: AskedStore, n: number): Promise<{ id: string; ms: number }> {
  const created = await asker.ask(post(store, "/cart", {}, 201));
  const id = /"id":"([0-9a-f-]{36})"/.exec(created.start.toString())?.[1];
  if (id === undefined) throw new Error(`a cart without an id: ${created.start}`);
  const added = await asker.ask(post(store, `/cart/${id}/items`, { ...pick(store.variants, n), quantity: 1 }, 200));
  return { id, ms: created.ms + added.ms };
}

const cart: Kind = {
  name: "cart",
  about: "a new cart and one product into it: two requests",
  contains: /"id":"/,
  question: (store) => post(store, "/cart", {}, 201),
  ask: async (asker, store, n) => (await fillCart(asker, store, n)).ms,
};
const order: Kind = {
  name: "order",
  about: "the order of a cart that is filled already",
  contains: /"id":"/,
  question: (store) => post(store, "/cart", {}, 201),
  ask: async (asker, store, n) => {
    const { id } = await fillCart(asker, store, n);
    return (await asker.ask(post(store, "/orders", buyer(id), 201))).ms;
  },
};

const ordersSearchQuestion = (store: AskedStore, n: number): Question => {
  const { number, phone, name } = pick(store.orders, n);
  const searched = [{ query: number }, { query: phone.slice(-7) }, { query: name }, { status: "pending" }];
  return {
    method: "POST",
    path: `${ADMIN}/orders_search`,
    body: pick<object>(searched, n),
    headers: { authorization: `Bearer ${store.secretKey}` },
    status: 200,
  };
};
const ordersSearch: Kind = {
  name: "orders_search",
  about: "the operation over HTTP: by number, part of a phone number, name, status, in turn",
  contains: /"order_number":/,
  question: ordersSearchQuestion,
  ask: async (asker, store, n) => (await asker.ask(ordersSearchQuestion(store, n))).ms,
};

const READS = [list, detail, filters, search, misspelt, facets, deep];

export const KINDS: Kind[] = [...READS, cart, order, ordersSearch];

/** The names of the kinds that a warm server answers from memory. */
export const IN_MEMORY = new Set(READS.map(({ name }) => name));
