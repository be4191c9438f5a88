import type { FastifyInstance } from "fastify";
import { Problem } from "../core/problem.ts";

/** Which customer a token says it speaks for, and the version of the password it was issued under. */
interface CustomerClaim {
  customer_id: string;
  password_version: number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether the route uses the customer's token. `welcome`: a good one is used, a bad one counts for nothing, because
     * the route is public (spec section 5.6). A route without this ignores the Authorization header.
     */
    customer?: "required" | "optional" | "lenient";
  }
  interface FastifyRequest {
    /** What the customer's token says; null when none was sent. Whether it still holds, the account says. */
    claim: CustomerClaim | null;
  }
}

/** The `security` of an operation in the OpenAPI document. */
export const NEEDS_CUSTOMER = [{ apiKey: [], customer: [] }];
export const MAY_HAVE_CUSTOMER = [{ apiKey: [] }, { apiKey: [], customer: [] }];

/** Reads `Authorization: Bearer <token>` (RFC 6750) for the routes that use a customer. */
export function registerCustomer(
  app: FastifyInstance,
  verify: (siteId: string, token: string) => Promise<CustomerClaim | undefined>,
): void {
  app.decorateRequest("claim", null);
  app.addHook("onRequest", async (request, reply) => {
    const { customer } = request.routeOptions.config;
    const { authorization } = request.headers;
    if (!customer || (authorization === undefined && customer !== "required")) return;
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    const claim = token && (await verify(request.site.id, token));
    if (!claim && customer === "lenient") return;
    if (!claim) {
      reply.header("www-authenticate", 'Bearer realm="customer"');
      throw new Problem(
        "invalid_token",
        "Send the token of a signed-in customer of this store: Authorization: Bearer …",
      );
    }
    request.claim = claim;
  });
}
