/** What the benchmark asks of the load generator's process. */

export interface LoadedRequest {
  method: "GET" | "POST";
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Besides those of the load. */
  headers?: Record<string, string>;
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

/** Some connections that take their requests from one list. Each connection has one request at a time. */
export interface Stream {
  connections: number;
  headers: Record<string, string>;
  /** Sent in this order, again and again. */
  requests: LoadedRequest[];
  /** The statuses that are right. The load fails at any other. */
  statuses: number[];
  /** Whether each request is sent only once. The load fails when they do not suffice. */
  once?: boolean;
  /** Requests of this stream in a second; without it each answer is followed by the next request at once. */
  perSecond?: number;
  /** Every `every`-th request is one of these instead. The load ends when they are used up. */
  rare?: { every: number; requests: LoadedRequest[] };
}

/** Streams that run at the same time. */
export interface StreamsLoad {
  url: string;
  seconds: number;
  streams: Stream[];
}

export interface StreamResult {
  /** The number of answers by status; all that came in the time of the load. */
  answers: Record<number, number>;
  /** The number of requests that were sent from the list. */
  sent: number;
  /** The number of requests that were sent from the rare ones. */
  sentRare: number;
  /** Times to an answer, in milliseconds. A request with a rate that waits for its connection waits for the server. */
  p50Ms: number;
  p99Ms: number;
}

export interface StreamsResult {
  seconds: number;
  /** CPU of the generator, in milliseconds. */
  cpuMs: number;
  /** In the order of the streams. */
  streams: StreamResult[];
}
