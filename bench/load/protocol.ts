/** What the benchmark asks of the load generator's process. */

export interface LoadedRequest {
  method: "GET" | "POST";
  path: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** A constant number of connections, each with one request at a time. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Each connection sends them in this order, again and again. */
  requests?: LoadedRequest[];
  /** Instead of `requests`: each connection makes a cart with two products, and orders it or not. */
  flow?: { orders: boolean; products: string[] };
}

export interface LoadResult {
  /** Answers with a status 2xx. */
  served: number;
  seconds: number;
  /** CPU of the generator, in milliseconds. */
  cpuMs: number;
}

/** Many requests that are sent at the same time. */
export interface Burst {
  url: string;
  headers: Record<string, string>;
  requests: LoadedRequest[];
}

export interface BurstResult {
  /** From the first request to the last answer. */
  ms: number;
  /** In the order of the requests. */
  answers: { status: number; body: string }[];
  cpuMs: number;
}
