import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../core/problem.ts";
import { foldEmail } from "../core/text/email.ts";

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
    /**
     * What somebody might try to find out here by trying: passwords, the numbers of orders and coupons, or besides
     * coupons who has ordered before.
     */
    bruteForceLimit?: "password" | "code" | "code or buyer";
  }
}

interface Limit {
  /** As the RateLimit headers name it. */
  policy: string;
  /** What is told to who exceeds it. */
  sentence: string;
  /** Requests in a window. */
  max: number;
  /** Length of the window in seconds. */
  window: number;
  keyGenerator: (request: FastifyRequest) => string;
  /** As how many a request counts; default: as one. */
  counts?: (request: FastifyRequest) => number;
}

/** Counts an address's requests before anything is done for them. */
export async function registerAddressLimit(app: FastifyInstance, settings: LimitSettings): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 100_000 });
  const check = checkOf(app, {
    policy: "address",
    sentence: "This address has made too many requests",
    max: settings.RATE_LIMIT_PER_ADDRESS,
    window: settings.RATE_LIMIT_WINDOW_SECONDS,
    keyGenerator: (request) => request.ip,
    counts: (request) => (request.routeOptions.config.health ? 0 : 1),
  });
  app.addHook("onRequest", check);
}

/** Counts a key's requests, once the key is known. */
export function registerKeyLimit(app: FastifyInstance, settings: LimitSettings): void {
  const check = checkOf(app, {
    policy: "key",
    sentence: "This key has made too many requests",
    max: settings.RATE_LIMIT_PER_KEY,
    window: settings.RATE_LIMIT_WINDOW_SECONDS,
    keyGenerator: (request) => request.site.key_id,
  });
  app.addHook("onRequest", check);
}

const A_MINUTE = 60;

/** Counts what could be guesses, by minute: sign-ins of an address and at an account, look-ups of an address. */
export function registerBruteForceLimits(app: FastifyInstance, settings: LimitSettings): void {
  const isPassword = (request: FastifyRequest) => (request.routeOptions.config.bruteForceLimit === "password" ? 1 : 0);
  const limits: Limit[] = [
    {
      policy: "sign-ins",
      sentence: "This address has tried to sign in too often",
      max: settings.RATE_LIMIT_SIGN_INS_PER_ADDRESS,
      window: A_MINUTE,
      keyGenerator: (request) => request.ip,
      counts: isPassword,
    },
    {
      policy: "account",
      sentence: "Somebody has tried to sign in to this account too often",
      max: settings.RATE_LIMIT_SIGN_INS_PER_EMAIL,
      window: A_MINUTE,
      keyGenerator: (request) => `${request.site.id} ${emailOf(request)}`,
      counts: isPassword,
    },
    {
      policy: "codes",
      sentence: "This address has looked up too many orders or coupons",
      max: settings.RATE_LIMIT_CODES_PER_ADDRESS,
      window: A_MINUTE,
      keyGenerator: (request) => request.ip,
      counts: lookUpsTried,
    },
  ];
  for (const limit of limits) app.addHook("preHandler", checkOf(app, limit));
}

const emailOf = ({ body }: FastifyRequest): string => foldEmail((body as { email: string }).email);

/** How many codes the request tries; a phone number or an e-mail without any, where it can be guessed, is one. */
function lookUpsTried(request: FastifyRequest): number {
  const { bruteForceLimit } = request.routeOptions.config;
  if (bruteForceLimit === "code") return codesTried(request);
  if (bruteForceLimit === "code or buyer") return Math.max(codesTried(request), namesBuyer(request) ? 1 : 0);
  return 0;
}

function namesBuyer({ body }: FastifyRequest): boolean {
  const { customer_phone, customer_email } = body as { customer_phone?: string | null; customer_email?: string | null };
  return Boolean(customer_phone?.trim() || customer_email?.trim());
}

/** How many codes the request tries: those in its body, by either name, or the one in its address. */
function codesTried({ body }: FastifyRequest): number {
  if (typeof body !== "object" || body === null) return 1;
  const { code, coupon_code } = body as { code?: unknown; coupon_code?: unknown };
  return [code, coupon_code]
    .flatMap((text) => (typeof text === "string" ? text.split(",") : []))
    .filter((one) => one.trim()).length;
}

function checkOf(app: FastifyInstance, { policy, sentence, max, window, keyGenerator, counts = () => 1 }: Limit) {
  const count = app.createRateLimit({ max, timeWindow: window * 1000, keyGenerator });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const times = counts(request);
    if (times === 0) return;
    for (let i = 1; i < times; i++) await count(request);
    const counted = await count(request);
    if (counted.isAllowed) return;
    const seconds = counted.ttlInSeconds;
    announce(reply, "RateLimit-Policy", `"${policy}";q=${max};w=${window}`);
    announce(reply, "RateLimit", `"${policy}";r=${counted.remaining};t=${seconds}`);
    if (!counted.isExceeded) return;
    reply.header("retry-after", Math.max(1, seconds));
    throw new Problem("rate_limited", `${sentence}; try again in ${seconds} s.`);
  };
}

/** All limits stand in one header, as draft-ietf-httpapi-ratelimit-headers has it. */
function announce(reply: FastifyReply, header: string, value: string): void {
  const set = reply.getHeader(header);
  reply.header(header, set ? `${set}, ${value}` : value);
}
