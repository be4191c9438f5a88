import { type ClientCode, HanoutError, networkError, refusalOf } from "./error.ts";

/** What a call answers. `Code`: what its operation refuses; `attempt` gives the error this type. */
export interface Answer<T, Code extends string> extends Promise<T> {
  readonly refusals?: Code | ClientCode;
}

/** What a call answers that changes nothing. */
export interface Read<T, Code extends string> extends Answer<T, Code> {
  readonly effect?: "read";
}

/** A mark of what changes nothing. */
export type Reading = Pick<Read<unknown, string>, "effect">;

type Given<Body> =
  Partial<Body> extends Body ? [body?: Body, options?: CallOptions] : [body: Body, options?: CallOptions];

/** The body without the arguments that choose the other answer. */
type Unless<Body, When> = Omit<Body, keyof When> & {
  [Name in keyof When]?: Name extends keyof Body ? Exclude<Body[Name], When[Name] | undefined> : never;
};

/** A call whose arguments choose what it answers: `Then` with those of `When`. */
export interface Varying<Body, When, Then, Otherwise, Code extends string, Effect = unknown> {
  (body: Body & When, options?: CallOptions): Answer<Then, Code> & Effect;
  (...given: Given<Unless<Body, When>>): Answer<Otherwise, Code> & Effect;
  (...given: Given<Body>): Answer<Then | Otherwise, Code> & Effect;
}

/** Of one call. */
export interface CallOptions {
  /** Aborts the call, and its retries. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Of an operation that takes one: yours, instead of a new one for each call. Retries of a call send the same. */
  idempotencyKey?: string;
  /** Further fields for `fetch`, such as `cache` or Next's `next`. */
  init?: Record<string, unknown>;
}

/** A place for answers with an ETag, such as a `Map` or a cache with a bound. */
export interface EtagCache {
  get(address: string): { etag: string; text: string } | undefined;
  set(address: string, kept: { etag: string; text: string }): unknown;
}

export interface ClientSettings {
  /** Address of the server, such as `https://shop.example.com`. */
  url: string;
  /** Sent with each call. A function is called for each. */
  headers?: Record<string, string> | (() => Record<string, string>);
  fetch?: typeof fetch;
  /** How often a call is tried again, 2 unless it is set. */
  retries?: number;
  /** Reads ask with the ETag of the answer that is kept here, and answer that when it is still right. */
  etags?: EtagCache;
}

/** Filters by options of products: `"option.Taille": "M"`. */
export type OptionFilters = { [option: `option.${string}`]: string };

type Arguments = object;

export interface CallDetails {
  query?: Arguments | undefined;
  body?: Arguments | undefined;
  /** Files by the names of their parts, instead of a body. The same file twice is one. */
  form?: Record<string, Blob>;
  /** Whether the operation takes an idempotency key. */
  keyed?: boolean;
}

/** Sends one request. Generated code calls it. */
export type Call = <T, Code extends string>(
  method: string,
  path: string,
  details: CallDetails,
  options?: CallOptions,
) => Read<T, Code>;

/** Sends one request, once. */
export type Send = (address: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>;

/** How all requests are sent: with the headers of the settings, and those of authentication. */
export function makeSend(settings: ClientSettings, authentication: () => Record<string, string>): Send {
  const base = settings.url.replace(/\/+$/, "");
  const send = settings.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given)); // some programs replace it later
  return (address, { headers, ...init }) => {
    const common = typeof settings.headers === "function" ? settings.headers() : settings.headers;
    return send(base + address, { ...init, headers: byLowerCase(authentication(), common, headers) });
  };
}

/** Headers by lower-case names, the last of a name. `fetch` joins two that differ in case: a key of idempotency would be another one. */
const byLowerCase = (...all: (Record<string, string> | undefined)[]): Record<string, string> =>
  Object.fromEntries(
    all.flatMap((headers = {}) => Object.entries(headers)).map(([name, value]) => [name.toLowerCase(), value]),
  );

/** Seconds: of a longer `Retry-After` the caller decides. */
const MAX_WAIT = 30;
const FIRST_WAIT = 0.3;
const BUSY = [429, 502, 503, 504];

/** Makes the function that generated code calls. `locale` goes into each query. */
export function makeCall(send: Send, { etags, retries = 2 }: ClientSettings, locale?: string): Call {
  return async (method, path, { query, body, form, keyed }, options = {}) => {
    const address = path + queryText({ ...query, locale });
    const kept = method === "GET" ? etags?.get(address) : undefined;
    const headers = {
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
      ...(keyed && { "idempotency-key": options.idempotencyKey ?? newKey() }),
      ...(kept && { "if-none-match": kept.etag }),
      ...options.headers,
    };
    const { signal, init } = options;
    const request = {
      ...init,
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: formOf(form) }),
      ...(signal && { signal }),
    };
    const isRepeatable = method === "GET" || keyed === true || form !== undefined;

    for (let tried = 0; ; tried++) {
      const { text = kept?.text ?? "", etag, error } = await ask(address, request);
      if (!error) {
        if (etag && method === "GET") etags?.set(address, { etag, text });
        return JSON.parse(text);
      }
      const wait = error.retryAfter ?? 0;
      if (!isRepeatable || tried >= retries || !isPassing(error) || wait > MAX_WAIT) throw error;
      await pause(wait + backoff(tried), signal);
    }
  };

  /** Sends it once. Throws only what the caller's signal says. */
  async function ask(
    address: string,
    request: Parameters<Send>[1],
  ): Promise<{ text?: string; etag?: string | null; error?: HanoutError }> {
    try {
      const response = await send(address, request);
      const etag = response.headers.get("etag");
      if (response.status === 304) return { etag };
      const text = await response.text();
      return isJson(response) ? { text, etag } : { error: refusalOf(response, text) };
    } catch (cause) {
      if (request.signal?.aborted) throw cause;
      return { error: networkError(cause) };
    }
  }
}

function formOf(parts: Record<string, Blob>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(parts)) form.append(name, file);
  return form;
}

/** A proxy may answer 200 with a page of its own. */
const isJson = ({ ok, headers }: Response): boolean => ok && /json/.test(headers.get("content-type") ?? "");

/** Whether the same call may succeed later: of a retry, the first one may still be running. */
export const isPassing = ({ status, code }: HanoutError): boolean =>
  BUSY.includes(status) || code === "network_error" || code === "idempotency_in_progress";

function queryText(query: Arguments): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0
    ? `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
    : "";
}

/** 128 random bits. `randomUUID` would need a secure context. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Seconds to wait after some tries, never the same. */
export const backoff = (tried: number): number => FIRST_WAIT * 2 ** tried * (0.5 + Math.random() / 2);

/** Waits some seconds. Throws the signal's reason when it aborts. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** The outcome of a call as a value: what it answers, or the error with the codes of its operation. Aborts are thrown. */
export async function attempt<T, Code extends string>(
  answer: Answer<T, Code>,
): Promise<{ data: T; error?: never } | { data?: never; error: HanoutError<Code | ClientCode> }> {
  try {
    return { data: await answer };
  } catch (error) {
    if (error instanceof HanoutError) return { error };
    throw error;
  }
}
