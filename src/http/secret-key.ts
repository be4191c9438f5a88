import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../core/actor.ts";
import { Problem, type ProblemCode } from "../core/problem.ts";
import type { Scope } from "../core/scopes.ts";
import { requireConsolePage, sessionSecret } from "./person.ts";
import type { Site } from "./site.ts";

/** Who calls, what they may do, and the store. */
export interface MerchantCaller {
  merchant: {
    /** Of the key, or of the person's membership. */
    readonly id: string;
    readonly actor: Actor;
    readonly scopes: readonly Scope[];
    readonly expires_at: string | null;
  };
  /** Of a person; null: a key calls. */
  session: { readonly id: string; readonly role: string } | null;
  site: Site;
}

export interface SecretKeyOptions {
  /** Whose key this is; undefined for nobody's. Throws `insufficient_scope` for a publishable key. */
  findCaller: (key: string) => Promise<MerchantCaller | undefined>;
  /** Origins that pages may call from, beside this machine's own. */
  origins: string[];
  /** Where people may call, too, with the cookie of the console. */
  people?: PeopleOptions;
}

export interface PeopleOptions {
  originOf: (request: FastifyRequest) => string;
  /** Whose session this is, and what they may do in the store of this id or slug. Throws `not_signed_in` and `store_not_found`. */
  findPerson: (secret: string | undefined, store: string) => Promise<MerchantCaller>;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: MerchantCaller;
    /** Finds again who calls, for a body that comes slowly. Throws what the first time throws. */
    identifyCaller(): Promise<void>;
  }
}

/**
 * Lets in who sends a secret key as a bearer token, from no page of a foreign origin; and people, from pages of the console. A request with
 * both is the key's. Sets `caller` and `site`.
 */
export function registerSecretKey(app: FastifyInstance, { findCaller, origins, people }: SecretKeyOptions): void {
  app.decorateRequest("site");
  app.decorateRequest("caller");
  const identify = async (request: FastifyRequest): Promise<void> => {
    if (people && (await identifyPerson(request, people))) return;
    const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const caller = key ? await findCaller(key) : undefined;
    if (!caller) throw new Problem("invalid_api_key", "Send a secret API key as Authorization: Bearer sk_….");
    request.caller = caller;
    request.site = caller.site;
    refuseForeignOrigin(request, origins);
  };
  app.decorateRequest("identifyCaller", function () {
    return identify(this);
  });
  app.addHook("onRequest", identify);
  // A body may come slowly: whose key, session or store was closed meanwhile does nothing with it.
  app.addHook("preHandler", async (request) => {
    if (request.body !== undefined) await identify(request);
  });
}

/** Sets `caller` and `site` to the person of the request's cookie; false without one. */
async function identifyPerson(request: FastifyRequest, people: PeopleOptions): Promise<boolean> {
  const person = await callingPerson(request, people);
  if (!person) return false;
  request.caller = person;
  request.site = person.site;
  return true;
}

/** The person of the request's cookie; undefined for a request with a key, and for one with neither that no page of the console sent. */
async function callingPerson(
  request: FastifyRequest,
  { originOf, findPerson }: PeopleOptions,
): Promise<MerchantCaller | undefined> {
  if (request.headers.authorization !== undefined) return undefined;
  const origin = originOf(request);
  const secret = sessionSecret(request, origin);
  if (secret === undefined && request.headers["x-hanout-console"] === undefined) return undefined;
  requireConsolePage(request, origin);
  const store = request.headers["x-hanout-store"];
  if (typeof store !== "string" || store === "") {
    throw new Problem("store_required", "Name the store by its id or slug in the header X-Hanout-Store.");
  }
  return findPerson(secret, store);
}

/** Pages of other sites have no business here (DNS rebinding, MCP's security section). */
function refuseForeignOrigin({ headers: { origin } }: FastifyRequest, origins: string[]): void {
  if (origin === undefined || origins.includes(origin) || isOfThisMachine(origin)) return;
  throw new Problem("foreign_origin", `Pages of ${origin} may not call this endpoint.`);
}

const isOfThisMachine = (origin: string): boolean =>
  URL.canParse(origin) && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(origin).hostname);

/** RFC 6750, section 3: says what kind of key would be let in. */
const CHALLENGES: Partial<Record<ProblemCode, string>> = {
  invalid_api_key: 'Bearer realm="hanout", error="invalid_token"',
  insufficient_scope: 'Bearer realm="hanout", error="insufficient_scope"',
};

/** Adds the challenge to the refusal of a key. */
export function addChallenge(reply: FastifyReply, code: ProblemCode): void {
  const challenge = CHALLENGES[code];
  if (challenge) reply.header("www-authenticate", challenge);
}
