import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { Problem } from "../core/problem.ts";
import { WindowCounter } from "./window-counter.ts";

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
    /** On a route that takes a password: the account, within the store, that a valid request tries to open. */
    signInAccount?: (request: FastifyRequest) => string;
    /** On a route where clients could find something out by guessing: how many guesses a valid request counts as. */
    guessCount?: (request: FastifyRequest) => number;
  }
}

interface Limit {
  /** The name of the limit in the RateLimit headers. */
  policy: string;
  /** The first part of the refusal. */
  message: string;
  /** Requests per window. */
  max: number;
  /** Length of the window in seconds. */
  window: number;
  keyGenerator: (request: FastifyRequest) => string;
  /** How many requests this one counts as; default 1. */
  cost?: (request: FastifyRequest) => number;
}

/** Limits the requests of an IP address, before any other work. */
export function registerAddressLimit(app: FastifyInstance, settings: LimitSettings): void {
  const check = createCheck({
    policy: "address",
    message: "This address has made too many requests",
    max: settings.RATE_LIMIT_PER_ADDRESS,
    window: settings.RATE_LIMIT_WINDOW_SECONDS,
    keyGenerator: (request) => request.ip,
    cost: (request) => (request.routeOptions.config.health ? 0 : 1),
  });
  app.addHook("onRequest", check);
}

/** Limits the requests of an API key, once the key is known. */
export function registerKeyLimit(app: FastifyInstance, settings: LimitSettings): void {
  const check = createCheck({
    policy: "key",
    message: "This key has made too many requests",
    max: settings.RATE_LIMIT_PER_KEY,
    window: settings.RATE_LIMIT_WINDOW_SECONDS,
    keyGenerator: (request) => request.site.key_id,
  });
  app.addHook("onRequest", check);
}

const MINUTE_SECONDS = 60;

/** Limits brute-force attempts per minute: sign-ins by IP address and by account, guesses by IP address. */
export function registerBruteForceLimits(app: FastifyInstance, settings: LimitSettings): void {
  const isSignIn = (request: FastifyRequest) => (request.routeOptions.config.signInAccount ? 1 : 0);
  const limits: Limit[] = [
    {
      policy: "sign-ins",
      message: "This address has tried to sign in too often",
      max: settings.RATE_LIMIT_SIGN_INS_PER_ADDRESS,
      window: MINUTE_SECONDS,
      keyGenerator: (request) => request.ip,
      cost: isSignIn,
    },
    {
      policy: "account",
      message: "Somebody has tried to sign in to this account too often",
      max: settings.RATE_LIMIT_SIGN_INS_PER_EMAIL,
      window: MINUTE_SECONDS,
      keyGenerator: (request) => `${request.site.id} ${request.routeOptions.config.signInAccount?.(request)}`,
      cost: isSignIn,
    },
    {
      policy: "codes",
      message: "This address has tried too many codes",
      max: settings.RATE_LIMIT_CODES_PER_ADDRESS,
      window: MINUTE_SECONDS,
      keyGenerator: (request) => request.ip,
      cost: (request) => request.routeOptions.config.guessCount?.(request) ?? 0,
    },
  ];
  for (const limit of limits) app.addHook("preHandler", createCheck(limit));
}

function createCheck({ policy, message, max, window, keyGenerator, cost = () => 1 }: Limit): onRequestHookHandler {
  const counter = new WindowCounter(window);
  const policyText = `"${policy}";q=${max};w=${window}`;
  return (request, reply, done) => {
    const requestCost = cost(request);
    if (requestCost === 0) return done();
    const { used, seconds } = counter.add(keyGenerator(request), requestCost);
    appendHeader(reply, "ratelimit-policy", policyText);
    appendHeader(reply, "ratelimit", `"${policy}";r=${Math.max(0, max - used)};t=${seconds}`);
    if (used <= max) return done();
    reply.header("retry-after", Math.max(1, seconds));
    throw new Problem("rate_limited", `${message}; try again in ${seconds} s.`);
  };
}

/** Appends to a list header: all limits share one header (draft-ietf-httpapi-ratelimit-headers). */
function appendHeader(reply: FastifyReply, header: string, value: string): void {
  const current = reply.getHeader(header);
  reply.header(header, current ? `${current}, ${value}` : value);
}
