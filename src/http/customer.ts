import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../core/problem.ts";

/** The content of a customer's token: the customer, and the version of the password when it was issued. */
interface CustomerClaim {
  customer_id: string;
  password_version: number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether the route uses the customer's token. `optional`: a token may be missing, an invalid one is refused. `lenient`:
     * an invalid token is ignored, because the route is public. Without this setting, the route
     * ignores the Authorization header.
     */
    customer?: "required" | "optional" | "lenient";
  }
  interface FastifyRequest {
    /** The content of the customer's token; null without a token. Features check whether the account still accepts it. */
    claim: CustomerClaim | null;
  }
}

/** The `security` of an operation in the OpenAPI document. */
export const CUSTOMER_REQUIRED = [{ apiKey: [], customer: [] }];
export const CUSTOMER_OPTIONAL = [{ apiKey: [] }, { apiKey: [], customer: [] }];

/** Reads `Authorization: Bearer <token>` (RFC 6750) for the routes that use the customer. */
export function registerCustomer(
  app: FastifyInstance,
  verify: (siteId: string, token: string) => Promise<CustomerClaim | undefined>,
): void {
  app.decorateRequest("claim", null);
  const readToken = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { customer } = request.routeOptions.config;
    const { authorization } = request.headers;
    if (authorization === undefined && customer !== "required") return;
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    const claim = token && (await verify(request.site.id, token));
    if (!claim && customer === "lenient") return;
    if (!claim) {
      reply.header("www-authenticate", 'Bearer realm="customer"');
      throw new Problem("invalid_token", (say) => say.customer.signIn);
    }
    request.claim = claim;
  };
  app.addHook("onRequest", (request, reply, done) => {
    if (request.routeOptions.config.customer) readToken(request, reply).then(() => done(), done);
    else done();
  });
}
