import type { Random } from "./random.ts";
import {
  BEST_SELLERS,
  CATEGORIES,
  COLLECTIONS,
  MENUS,
  PAGES,
  POSTS,
  PRODUCTS,
  SIZES,
  TAGS,
  VENDORS,
  WORDS,
  type World,
} from "./world.ts";

/** A request of a shopper. */
export interface Read {
  method: "GET" | "HEAD";
  path: string;
  headers: Record<string, string>;
  /** Whether `If-None-Match` names the ETag of the last answer to this read. */
  knowsLast: boolean;
  /** Whether the request is sent to the framework, which the answers from memory do not pass otherwise. */
  behindHooks: boolean;
}

/** Whether its answer may be a minute old where sales are concerned. */
export const isBySales = ({ path }: Read): boolean => path.includes("best_selling") || path.includes(BEST_SELLERS);

type Parameters = Record<string, string | number | boolean>;

/** Any read of the storefront, with random parameters and headers. */
export function randomRead(world: World): Read {
  const { random } = world;
  return {
    method: random.chance(0.1) ? "HEAD" : "GET",
    path: randomPath(world),
    headers: randomHeaders(random),
    knowsLast: random.chance(0.15),
    behindHooks: random.chance(0.2),
  };
}

/** A read that may show what this kind of write changes. */
export function readAfter(world: World, kind: string): Read {
  const { random } = world;
  const paths: Record<string, string[]> = {
    store: ["/store"],
    menus: ["/store/menus", ...MENUS.map((handle) => `/store/menus/${handle}`)],
    shipping: ["/shipping-rates"],
    content: ["/pages", "/blogs", "/store/menus"],
    categories: ["/product-categories", "/products"],
    catalog: ["/products", "/product-categories", "/collections"],
    collections: ["/collections", ...COLLECTIONS.map((slug) => `/collections/${slug}`)],
  };
  const path = random.pick(paths[kind.split("_")[0] ?? ""] ?? ["/products?limit=250", "/products?in_stock=true"]);
  return { ...randomRead(world), method: "GET", path };
}

/** Reads that show this product. */
export const readsOfProduct = (world: World, product: string): Read[] =>
  [`/products/${product}`, listPath(world), listPath(world), `/collections/${world.random.pick(COLLECTIONS)}`].map(
    (path) => ({
      ...randomRead(world),
      method: "GET",
      path,
    }),
  );

const randomPath = (world: World): string =>
  world.random.weighted([
    [8, () => listPath(world)],
    [6, () => `/products/${world.random.pick(PRODUCTS)}`],
    [1, () => `/products/${world.random.pick([...world.productIds, "none"])}`],
    [5, () => searchPath(world)],
    [3, () => withQuery(world.random, `/collections/${world.random.pick(COLLECTIONS)}`, pageOf(world.random))],
    [1, () => withQuery(world.random, "/collections", pageOf(world.random))],
    [1, () => withQuery(world.random, "/product-categories", pageOf(world.random))],
    [1, () => "/store"],
    [1, () => withQuery(world.random, "/store/menus", pageOf(world.random))],
    [1, () => `/store/menus/${world.random.pick(MENUS)}`],
    [2, () => withQuery(world.random, "/pages", pageOf(world.random))],
    [2, () => `/pages/${world.random.pick(PAGES)}`],
    [2, () => withQuery(world.random, "/blogs", pageOf(world.random))],
    [2, () => `/blogs/${world.random.pick(POSTS)}`],
    [1, () => withQuery(world.random, "/shipping-rates", pageOf(world.random))],
  ]);

const pageOf = (random: Random): Parameters =>
  random.part({ limit: random.pick([1, 2, 3, 24, 250, 0]), offset: random.pick([0, 0, 1, 3]) });

function listPath(world: World): string {
  const { random } = world;
  const order = random.weighted<Parameters>([
    [3, () => ({})],
    [
      3,
      () => ({
        sort: random.pick(["newest", "oldest", "price_asc", "price_desc", "name_asc", "best_selling", "unknown"]),
      }),
    ],
    [
      2,
      () => ({
        sort_by: random.pick(["created_at", "updated_at", "price", "name"]),
        ...random.part({ sort_order: "desc" }),
      }),
    ],
  ]);
  const search: Parameters = random.chance(0.2) ? { q: words(random) } : {};
  return withQuery(random, "/products", { ...pageOf(random), ...order, ...search, ...filters(world) });
}

const searchPath = (world: World): string =>
  withQuery(world.random, "/search", { q: words(world.random), ...pageOf(world.random), ...filters(world) });

function filters({ random }: World): Parameters {
  if (random.chance(0.5)) return random.chance(0.2) ? { facets: true } : {};
  const size = random.pick(SIZES);
  return random.part({
    category: random.pick(CATEGORIES),
    collection: random.pick(COLLECTIONS.filter((slug) => slug !== BEST_SELLERS)),
    tag: random.pick(TAGS),
    vendor: random.pick(VENDORS),
    min_price: random.pick([0, 600, 1500]),
    max_price: random.pick([1000, 5000]),
    in_stock: random.chance(0.7),
    facets: random.chance(0.6),
    ...random.pick([{ "option.Taille": size }, { "option.Size": size }, { "option.Mesure": size }]),
  });
}

/** A word or two, sometimes unfinished or with two letters exchanged. */
function words(random: Random): string {
  const word = random.pick(WORDS);
  const middle = Math.floor(word.length / 2);
  const misspelt = `${word.slice(0, middle - 1)}${word[middle]}${word[middle - 1]}${word.slice(middle + 1)}`;
  return random.pick([word, word, misspelt, word.slice(0, 4), `${word} ${random.pick(WORDS)}`, word.toUpperCase()]);
}

/** The parameters in random order, in one of the ways in which clients write them, some with parameters nobody knows. */
function withQuery(random: Random, path: string, parameters: Parameters): string {
  const unknown = random.chance(0.15) ? { utm_source: random.pick(["mail", "ads"]), _: random.integer(1, 99) } : {};
  const pairs = random
    .shuffled(Object.entries({ ...parameters, ...unknown }))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (pairs.length === 0) return random.chance(0.1) ? `${path}?` : path;
  const query = pairs.join("&");
  return `${path}?${random.chance(0.3) ? query.replaceAll("%20", "+") : query}`;
}

const ENCODINGS = ["br", "gzip", "identity", "gzip, deflate, br", "br;q=0.5, gzip", "*", "identity;q=0.5, *;q=0"];

function randomHeaders(random: Random): Record<string, string> {
  return {
    ...(random.chance(0.7) && { "accept-encoding": random.pick(ENCODINGS) }),
    ...(random.chance(0.1) && { "if-none-match": random.pick(["*", '"other"', 'W/"other", "more"']) }),
    ...(random.chance(0.1) && { origin: "https://shop.example" }),
  };
}
