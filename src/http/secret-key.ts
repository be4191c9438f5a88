import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, type ProblemCode } from "../core/problem.ts";
import type { Scope } from "../core/scopes.ts";
import type { Site } from "./site.ts";

/** Who calls with a secret key, and their store. */
export interface SecretKeyCaller {
  key: { readonly id: string; readonly name: string; readonly scopes: Scope[]; readonly expires_at: string | null };
  site: Site;
}

export interface SecretKeyOptions {
  /** Whose key this is; undefined for nobody's. Throws `insufficient_scope` for a publishable key. */
  findCaller: (key: string) => Promise<SecretKeyCaller | undefined>;
  /** Origins that pages may call from, beside this machine's own. */
  origins: string[];
}

declare module "fastify" {
  interface FastifyRequest {
    caller: SecretKeyCaller;
  }
}

/** Lets in who sends a secret key as a bearer token, from no page of a foreign origin. Sets `caller` and `site`. */
export function registerSecretKey(app: FastifyInstance, { findCaller, origins }: SecretKeyOptions): void {
  app.decorateRequest("site");
  app.decorateRequest("caller");
  app.addHook("onRequest", async (request) => {
    const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const caller = key ? await findCaller(key) : undefined;
    if (!caller) throw new Problem("invalid_api_key", "Send a secret API key as Authorization: Bearer sk_….");
    request.caller = caller;
    request.site = caller.site;
    refuseForeignOrigin(request, origins);
  });
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
