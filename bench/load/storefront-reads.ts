import { STOREFRONT } from "../../src/app.ts";
import type { LoadedRequest } from "./protocol.ts";

/** The requests of shoppers that read, as several works send them. */

/** Requests of one kind. */
export interface Read {
  name: string;
  about: string;
  /** Paths below the storefront's, requested in turn. */
  paths: string[];
  /** Whether an answer contains what it should. */
  isRight(body: Answer): boolean;
}

/** What the checks look at. */
export interface Answer {
  data?: unknown[];
  products?: unknown[];
  slug?: string;
  facets?: object;
}

/** A request for an address. */
export const get = (path: string): LoadedRequest => ({ method: "GET", path });

export const SORTS = ["created_at", "updated_at", "price", "name"].flatMap((by) =>
  ["asc", "desc"].map((order) => `sort_by=${by}&sort_order=${order}`),
);
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const LIST = 24;
const WORDS = ["tapis", "robe", "bracelet", "huile", "moderne", "berbère", "oran", "lampe"];

/** The reads of the store for reads (`createReadStore`). */
export const READS: Read[] = [
  {
    name: "list",
    about: "a list of 24 products, ten pages in turn",
    paths: numbers(10).map((page) => `/products?limit=${LIST}&offset=${page * LIST}`),
    isRight: ({ data }) => data?.length === LIST,
  },
  {
    name: "detail",
    about: "a product, 50 products in turn",
    paths: numbers(50).map((i) => `/products/produit-${i * 20 + 1}`),
    isRight: ({ slug }) => slug?.startsWith("produit-") ?? false,
  },
  {
    name: "collection",
    about: "a collection with its first 24 products, ten collections in turn",
    paths: numbers(10).map((i) => `/collections/collection-${i + 1}?limit=${LIST}`),
    isRight: ({ products }) => products?.length === LIST,
  },
  {
    name: "search",
    about: "a search for a word with its first 24 products, eight words in turn",
    paths: WORDS.map((word) => `/search?q=${encodeURIComponent(word)}&limit=${LIST}`),
    isRight: ({ data }) => data?.length === LIST,
  },
  {
    name: "menus",
    about: "the menus of the store",
    paths: ["/store/menus"],
    isRight: ({ data }) => data?.length === 2,
  },
  {
    name: "page",
    about: "a page with its text, twelve pages in turn",
    paths: numbers(12).map((i) => `/pages/page-${i + 1}`),
    isRight: ({ slug }) => slug?.startsWith("page-") ?? false,
  },
];

/** A list with the number of products for each further filter. */
export const FACETS: Read = {
  name: "facets",
  about: "a list of 24 products with its facets, ten pages in turn",
  paths: numbers(10).map((page) => `/products?limit=${LIST}&offset=${page * LIST}&facets=true`),
  isRight: ({ data, facets }) => data?.length === LIST && facets !== undefined,
};

/** All kinds of reads that several works send. */
export const ALL_READS: Read[] = [...READS, FACETS];

/** The addresses of a read. */
export const pathsOf = ({ paths }: Read): string[] => paths.map((path) => STOREFRONT + path);

/** Addresses of all these reads in turn, as often one as the other. */
export function mixOf(reads: Read[]): string[] {
  const most = Math.max(...reads.map(({ paths }) => paths.length));
  const inTurn = (paths: string[], n: number): string => paths[n % paths.length] ?? "";
  return numbers(most).flatMap((n) => reads.map((read) => inTurn(pathsOf(read), n)));
}
