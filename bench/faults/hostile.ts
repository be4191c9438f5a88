import { MCP, STOREFRONT } from "../../src/app.ts";
import type { Request } from "../harness/http.ts";
import type { SeededStore } from "./stores-and-orders.ts";

/** A request that is designed to be expensive for the server. */
export interface Hostile {
  name: string;
  ask: Request;
}

const repeated = (count: number, part: (n: number) => string, between = ","): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(between);

/** Returns empty arrays nested to this depth, as JSON text. */
const nestedArrays = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

/** Arguments of tools, as JSON text; the largest are just below the endpoint's limit of 4 MiB. */
const hostileArguments = (): [name: string, tool: string, args: string][] => [
  ["400,000 unknown arguments", "products_search", `{${repeated(400_000, (n) => `"${n.toString(36)}":0`)}}`],
  [
    "400,000 unknown fields inside",
    "products_save",
    product(`"options":[{${repeated(400_000, (n) => `"${n.toString(36)}":0`)}}]`),
  ],
  ["60,000 nested elements of HTML", "products_save", product(`"description":"${"<b>".repeat(66_000)}"`)],
  [
    "200 KB of nested HTML, closed",
    "products_save",
    product(`"description":"${"<p>".repeat(28_000)}${"</p>".repeat(28_000)}"`),
  ],
  ["200 KB of broken tags", "products_save", product(`"description":"${"<a b='".repeat(33_000)}"`)],
  ["200 KB of comments", "products_save", product(`"description":"${"<!--".repeat(50_000)}"`)],
  ["4 MB of text", "products_save", product(`"description":"${"mot ".repeat(1_000_000)}"`)],
  ["an import line of 3,000,000 commas", "products_import", `{"csv":"Handle,Title\\n${",".repeat(3_000_000)}"}`],
  ["an import of 3,000,000 quotes", "products_import", `{"csv":"Handle,Title\\n${"'".repeat(3_000_000)}"}`],
  ["an import of 1,000,000 lines", "products_import", `{"csv":"Handle,Title\\n${"a,\\n".repeat(900_000)}"}`],
  ["an import header of 1,000,000 columns", "products_import", `{"csv":"Handle,${"a,".repeat(1_000_000)}"}`],
  ["arguments 1,000,000 deep", "products_search", `{"query":${nestedArrays(1_000_000)}}`],
  ["1,000,000 numbers as identifiers", "stock_adjust", `{"changes":[${repeated(1_000_000, () => "1")}]}`],
  ["200,000 tags", "products_save", product(`"tags":[${repeated(200_000, (n) => `"t${n}"`)}]`)],
  ["100,000 variants", "products_save", product(`"variants":[${repeated(100_000, () => `{"price":1}`)}]`)],
  ["a query of 4 MB", "products_search", `{"query":"${"a-".repeat(2_000_000)}"}`],
];

function product(more: string): string {
  return `{"name":"Un","price":1,${more}}`;
}

/** Returns all hostile requests to one store. */
export function hostileRequests(url: string, store: SeededStore): Hostile[] {
  const tools = hostileArguments().map(([name, tool, args]) => ({
    name,
    ask: message(url, store, callOf(tool, args)),
  }));
  const call = callOf("products_search", `{"query":"${"a ".repeat(90)}","limit":100,"response_format":"detailed"}`);
  const bodies: [name: string, body: string][] = [
    ["a batch of 100,000 messages", `[${repeated(100_000, () => `{"jsonrpc":"2.0","method":"ping"}`)}]`],
    ["a batch of 20 searches", `[${repeated(20, () => call)}]`],
    ["a batch 1,000,000 deep", nestedArrays(1_000_000)],
    [
      "params 1,000,000 deep",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${nestedArrays(1_000_000)}}}`,
    ],
    ["a method's name of 4 MB", `{"jsonrpc":"2.0","id":1,"method":"${"a".repeat(4_000_000)}"}`],
    ["4 MB of what is no JSON", "[".repeat(4_000_000)],
  ];
  const rpc = bodies.map(([name, body]) => ({ name, ask: message(url, store, body) }));
  return [...tools, ...rpc, ...storefrontRequests(url, store)];
}

const callOf = (tool: string, args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`;

const message = (url: string, store: SeededStore, body: string): Request => ({
  url: url + MCP,
  method: "POST",
  headers: {
    authorization: `Bearer ${store.secret_key}`,
    "mcp-protocol-version": body.startsWith("[") ? "2025-03-26" : "2025-06-18",
  },
  body: Buffer.from(body),
});

/** Requests near the limits of the storefront API: 64 KiB for bodies, 16 KiB for the headers with the URL. */
function storefrontRequests(url: string, store: SeededStore): Hostile[] {
  const headers = { "x-api-key": store.publishable_key };
  const get = (path: string): Request => ({ url: url + STOREFRONT + path, headers });
  const post = (path: string, body: string): Request => ({
    url: url + STOREFRONT + path,
    method: "POST",
    headers,
    body: Buffer.from(body),
  });
  const buyer = `"cart_id":"${store.product_id}","customer_name":"Client","customer_phone":"0550123456"`;
  return [
    { name: "2,000 query parameters", ask: get(`/products?${repeated(2000, (n) => `a${n}=1`, "&")}`) },
    { name: "700 option filters", ask: get(`/products?${repeated(700, (n) => `option.a${n}=1`, "&")}`) },
    {
      name: "an address 30,000 deep",
      ask: post("/orders", `{${buyer},"shipping_address":{"a":${nestedArrays(30_000)}}}`),
    },
    {
      name: "10,000 fields of an address",
      ask: post("/orders", `{${buyer},"shipping_address":{${repeated(9000, (n) => `"${n}":0`)}}}`),
    },
    { name: "20,000 items of a coupon", ask: post("/coupons/validate", `{"items":[${repeated(20_000, () => "{}")}]}`) },
    {
      name: "1,200 real items of a coupon",
      ask: post("/coupons/validate", `{"items":[${repeated(1000, () => `{"product_id":"${store.product_id}"}`)}]}`),
    },
    {
      name: "10,000 coupon codes",
      ask: post("/coupons/validate", `{"cart_total":1,"code":"${repeated(10_000, (n) => `C${n}`).slice(0, 60_000)}"}`),
    },
    {
      name: "a phone number of 60 KB",
      ask: post(
        "/orders",
        `{"cart_id":"${store.product_id}","customer_name":"C","customer_phone":"${"+0 (".repeat(15_000)}"}`,
      ),
    },
    {
      name: "an e-mail of 60 KB",
      ask: post("/auth/login", `{"email":"${"a.".repeat(30_000)}@a","password":"12345678"}`),
    },
  ];
}
