import { STOREFRONT } from "../../src/app.ts";
import { type Server, WITHOUT_CACHE } from "../harness/server.ts";
import { headersOf } from "../harness/stores.ts";
import { CONNECTIONS } from "../load/load.ts";
import { get, numbers, SORTS } from "../load/storefront-reads.ts";
import type { Row, Side } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import { requireSameAsUncached } from "./same-answers.ts";
import { compare, streamSide } from "./sides.ts";

/** Reads that are each asked once, on a server with the cache, against one without. */

const PRODUCTS = 1000;
const LIST = 24;
const KINDS = ["tapis", "robe", "plat", "bracelet", "huile", "babouches", "sac", "lampe"];
const PLACES = ["ghardaïa", "tlemcen", "oran", "constantine", "béjaïa", "annaba", "biskra", "sétif", "médéa", "alger"];

/** Makes the n-th address of a kind; none is made twice. */
type MakePath = (n: number) => string;

const pick = (list: string[], n: number): string => list[n % list.length] ?? "";

const list: MakePath = (n) => `/products?limit=${LIST}&offset=${Math.floor(n / SORTS.length)}&${pick(SORTS, n)}`;
const detail: MakePath = (n) => `/products/produit-${n + 1}`;
/** Five limits, so that each collection has enough pages. */
const collection: MakePath = (n) =>
  `/collections/collection-${(n % 10) + 1}?limit=${LIST - (Math.floor(n / 10) % 5)}&offset=${Math.floor(n / 50)}`;
const search: MakePath = (n) =>
  `/search?q=${encodeURIComponent(`${pick(KINDS, n)} ${pick(PLACES, Math.floor(n / KINDS.length))}`)}&limit=${LIST}&max_price=${100_000 + n}`;
const facets: MakePath = (n) => `/products?limit=${LIST}&facets=true&max_price=${10_000 + n}`;
/** Lists of one to five products: they cost about as much as a product. */
const short: MakePath = (n) =>
  `/products?limit=${1 + (Math.floor(n / SORTS.length) % 5)}&offset=${Math.floor(n / SORTS.length / 5)}&${pick(SORTS, n)}`;

interface Cold {
  name: string;
  about: string;
  kinds: MakePath[];
  /** How many addresses there are of the kind that has the fewest. */
  addresses: number;
  /** More than a server answers. */
  perSecond: number;
}

const COLD: Cold[] = [
  {
    name: "cold",
    about: "six lists, two collections, two searches, facets and a product in turn, each asked once",
    kinds: [list, collection, list, search, list, facets, list, collection, list, search, list, detail],
    addresses: PRODUCTS,
    perSecond: 3000,
  },
  {
    name: "cold, short lists",
    about: "lists of one to five products, each asked once",
    kinds: [short],
    addresses: SORTS.length * 5 * (PRODUCTS - 5),
    perSecond: 10_000,
  },
];

export const coldReads: Work = {
  name: "cold",
  about: "answers that are each asked once, against a server without the cache",
  run: async (bench) => {
    const key = headersOf(await bench.readStore());
    const [cached, uncached] = [await bench.startServer(), await bench.startServer({ environment: WITHOUT_CACHE })];
    const rows: Row[] = [];
    for (const cold of COLD) {
      const { name, about } = cold;
      await requireSameAsUncached(bench, cached, key, pathsFrom(cold, addressesOf(cold) - 100, 100));
      const yardstick = onceSide(bench, "without the cache", uncached, key, cold);
      rows.push(
        ...(await compare(bench, coldReads, onceSide(bench, "server", cached, key, cold), [
          { name, about, yardstick, goal: { kind: "at least", value: 0.9 } },
        ])),
      );
    }
    return rows;
  },
};

const addressesOf = ({ addresses, kinds }: Cold): number => addresses * kinds.length;

/** Addresses of all kinds in turn. A kind that is there several times continues where it was. */
const pathsFrom = ({ kinds }: Cold, from: number, count: number): string[] =>
  numbers(count).map((i) => {
    const turn = Math.floor((from + i) / kinds.length);
    const at = (from + i) % kinds.length;
    const make = kinds[at] as MakePath;
    const times = kinds.filter((kind) => kind === make).length;
    const before = kinds.slice(0, at).filter((kind) => kind === make).length;
    return STOREFRONT + make(turn * times + before);
  });

/** Sends each address once, in all measurements of a server together. Throws when there are no more. */
function onceSide(bench: Bench, name: string, server: Server, key: Record<string, string>, cold: Cold): Side {
  let next = 0;
  return streamSide(bench, name, server, {
    streams: (seconds) => {
      const count = Math.min(Math.ceil(seconds * cold.perSecond), addressesOf(cold) - 100 - next);
      const requests = pathsFrom(cold, next, count).map(get);
      return [{ connections: CONNECTIONS, headers: key, requests, statuses: [200], once: true }];
    },
    onResults: ([result]) => {
      next += result?.sent ?? 0;
    },
  });
}
