import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type { Messages } from "../core/messages/messages.ts";
import { Problem } from "../core/problem.ts";
import { networkOf } from "./client-address.ts";
import { secondsUntil, type Window, Windows } from "./windows.ts";

export interface LimitSettings {
  RATE_LIMIT_WINDOW_SECONDS: number;
  RATE_LIMIT_PER_KEY: number;
  RATE_LIMIT_PER_ADDRESS: number;
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: number;
  RATE_LIMIT_SIGN_INS_PER_EMAIL: number;
  RATE_LIMIT_CODES_PER_ADDRESS: number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** On a route that takes a password: the account, within the store if there is one, that a valid request tries to open. */
    signInAccount?: (request: FastifyRequest) => string | Promise<string>;
    /** On a route where clients could find something out by guessing: how many guesses a valid request counts as. */
    guessCount?: (request: FastifyRequest) => number;
  }
}

/** The name of a limit. */
type Policy = keyof Messages["request"]["tooMany"];

/** A limit of requests in a window. The window of a key begins with its first request. */
export class RequestLimit {
  readonly policy: Policy;
  readonly #nameInText: string;
  readonly #windows: Windows;
  readonly max: number;
  /** The value of the RateLimit-Policy header. */
  readonly policyText: string;

  /** `policy`: the name of the limit in the headers. `max`: requests per window of `seconds`. */
  constructor(policy: Policy, max: number, seconds: number) {
    this.policy = policy;
    this.#nameInText = `"${policy}"`;
    this.#windows = new Windows(seconds);
    this.max = max;
    this.policyText = `${this.#nameInText};q=${max};w=${seconds}`;
  }

  /** The window of a key at `now` (milliseconds since 1970), in which its next request counts. */
  windowOf(key: string, now: number): Window {
    return this.#windows.windowOf(key, now);
  }

  /** Counts a request that is worth `cost` in a window. `text`: the value of the RateLimit header. */
  countIn(window: Window, cost: number, now: number): { used: number; seconds: number; text: string } {
    window.used += cost;
    const seconds = secondsUntil(window.endsAt, now);
    return {
      used: window.used,
      seconds,
      text: `${this.#nameInText};r=${Math.max(0, this.max - window.used)};t=${seconds}`,
    };
  }
}

/** How requests are counted by a limit. */
interface Counting {
  keyGenerator: (request: FastifyRequest) => string | Promise<string>;
  /** How many requests this one counts as; default 1. */
  cost?: (request: FastifyRequest) => number;
}

/** Limits the requests of an IP address, before any other work. Returns the limit. */
export function registerAddressLimit(app: FastifyInstance, settings: LimitSettings): RequestLimit {
  const limit = new RequestLimit("address", settings.RATE_LIMIT_PER_ADDRESS, settings.RATE_LIMIT_WINDOW_SECONDS);
  const check = createCheck(limit, {
    keyGenerator: (request) => request.ip,
    cost: (request) => (request.routeOptions.config.health ? 0 : 1),
  });
  app.addHook("onRequest", check);
  return limit;
}

/** Limits the requests of an API key, once the key is known. Returns the limit. */
export function registerKeyLimit(app: FastifyInstance, settings: LimitSettings): RequestLimit {
  const limit = new RequestLimit("key", settings.RATE_LIMIT_PER_KEY, settings.RATE_LIMIT_WINDOW_SECONDS);
  const check = createCheck(limit, {
    keyGenerator: (request) => request.site.caller_id,
  });
  app.addHook("onRequest", check);
  return limit;
}

const MINUTE_SECONDS = 60;

/** Limits brute-force attempts per minute: sign-ins by IP address and by account, guesses by IP address. */
export function registerBruteForceLimits(app: FastifyInstance, settings: LimitSettings): void {
  const isSignIn = (request: FastifyRequest) => (request.routeOptions.config.signInAccount ? 1 : 0);
  const limits: (Counting & { policy: Policy; max: number })[] = [
    {
      policy: "sign-ins",
      max: settings.RATE_LIMIT_SIGN_INS_PER_ADDRESS,
      keyGenerator: (request) => networkOf(request.ip),
      cost: isSignIn,
    },
    {
      policy: "account",
      max: settings.RATE_LIMIT_SIGN_INS_PER_EMAIL,
      keyGenerator: (request) => {
        const account = request.routeOptions.config.signInAccount?.(request);
        const inStore = (name: string | undefined) => `${request.site?.id} ${name}`;
        return account instanceof Promise ? account.then(inStore) : inStore(account);
      },
      cost: isSignIn,
    },
    {
      policy: "codes",
      max: settings.RATE_LIMIT_CODES_PER_ADDRESS,
      keyGenerator: (request) => networkOf(request.ip),
      cost: (request) => request.routeOptions.config.guessCount?.(request) ?? 0,
    },
  ];
  for (const { policy, max, ...counting } of limits) {
    app.addHook("preHandler", createCheck(new RequestLimit(policy, max, MINUTE_SECONDS), counting));
  }
}

function createCheck(limit: RequestLimit, { keyGenerator, cost = () => 1 }: Counting): onRequestHookHandler {
  return (request, reply, done) => {
    const requestCost = cost(request);
    if (requestCost === 0) return done();
    const count = (key: string) => {
      const now = Date.now();
      const { used, seconds, text } = limit.countIn(limit.windowOf(key, now), requestCost, now);
      appendHeader(reply, "ratelimit-policy", limit.policyText);
      appendHeader(reply, "ratelimit", text);
      if (used <= limit.max) return;
      reply.header("retry-after", Math.max(1, seconds));
      throw new Problem("rate_limited", (say) => say.request.tooMany[limit.policy](seconds));
    };
    const key = keyGenerator(request);
    if (key instanceof Promise) key.then(count).then(() => done(), done);
    else {
      count(key);
      done();
    }
  };
}

/** Appends to a list header: all limits share one header (draft-ietf-httpapi-ratelimit-headers). */
function appendHeader(reply: FastifyReply, header: string, value: string): void {
  const current = reply.getHeader(header);
  reply.header(header, current ? `${current}, ${value}` : value);
}
