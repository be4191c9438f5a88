import { sendRequest } from "../../harness/http.ts";
import { compareDuring, ms, refusals } from "../background-load.ts";
import type { Fault, FaultContext } from "../fault.ts";
import { flood, outcomeOf, read, servedOrRefused } from "../flood.ts";
import { slowest } from "../load.ts";
import { openTwoStores } from "../two-stores.ts";

const LETTERS = Array.from({ length: 100 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("-");
const OPTIONS = { Taille: "M", Couleur: "Rouge", Matière: "Laine", Longueur: "2 m", Tissage: "Main" };
const MISSPELT = "bracelte berbrèe constantien livraisno rustiqeu brodée moderen choisri babouhces algérei réceptoin";

/** The paths of the most expensive searches known; `n` makes each different, so that no cache answers it. */
export const expensivePaths = (products: number): ((n: number) => string)[] => [
  (n) => `/search?q=${LETTERS}&facets=true&limit=250&max_price=${1_000_000 + n}`,
  (n) => `/products?${optionFilters()}&facets=true&limit=250&max_price=${1_000_000 + n}`,
  (n) => `/search?q=${encodeURIComponent(`${MISSPELT} ${n}`)}&facets=true&limit=250`,
  (n) => `/products?sort_by=best_selling&limit=250&facets=true&offset=${Math.max(0, products - 1000 - (n % 500))}`,
  (n) => `/search?q=m&facets=true&limit=250&offset=${Math.max(0, products - 2000 - (n % 500))}`,
];

const optionFilters = (): string =>
  Object.entries(OPTIONS)
    .map(([name, value]) => `${encodeURIComponent(`option.${name}`)}=${encodeURIComponent(value)}`)
    .join("&");

/** The embedded database runs one statement at a time. No read may block the process longer than this. */
const MAX_EMBEDDED_MS = 1000;

/** One publishable key sends the most expensive reads of a large catalogue, thirty concurrently. */
export const expensiveSearches: Fault = {
  name: "expensive-searches",
  about: "Thirty clients with one publishable key ask a store of 15,000 products for its most expensive reads.",
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: (context) => (context.database === "pglite" ? runEmbedded(context) : runFlood(context)),
};

async function runFlood(context: FaultContext) {
  const products = context.quick ? 15_000 : 100_000;
  const shops = await openTwoStores(context, { products });
  const { url } = shops.server;
  const asked = expensivePaths(products);
  const beside = await compareDuring(context, { url, store: shops.other }, () =>
    flood(context, (n) => read(url, shops.crowd, asked[n % asked.length]?.(n) ?? "")),
  );
  return outcomeOf(context, shops, beside, servedOrRefused(beside.result));
}

/** Sends the reads one after the other, because each read blocks all other requests. */
async function runEmbedded(context: FaultContext) {
  const products = context.quick ? 3000 : 15_000;
  const shops = await openTwoStores(context, { products });
  const { url } = shops.server;
  const asked = expensivePaths(products);
  const beside = await compareDuring(context, { url, store: shops.other }, async () => {
    const answers = [];
    for (const shape of [...asked, ...asked])
      answers.push(await sendRequest(read(url, shops.crowd, shape(answers.length))));
    return answers;
  });
  const outcome = await outcomeOf(context, shops, beside);
  const failures = [...refusals(beside.flooded), ...servedOrRefused(beside.result)];
  const longest = slowest(beside.result);
  if (longest > MAX_EMBEDDED_MS) failures.push(`one read takes ${ms(longest)}, more than ${ms(MAX_EMBEDDED_MS)}`);
  return { ...outcome, failures };
}
