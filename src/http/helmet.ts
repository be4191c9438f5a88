import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/**
 * Sets security headers. Two of helmet's defaults are changed: storefronts of other origins must be able to show media,
 * and a server without TLS must not upgrade the links of its own pages to https.
 */
export function registerHelmet(app: FastifyInstance): void {
  const headers = headersOf(
    helmet({
      crossOriginResourcePolicy: { policy: "cross-origin" },
      contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    }),
  );
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** The headers that helmet sets. They are the same for every request, so helmet runs once, on a response that is not sent. */
function headersOf(setHeaders: ReturnType<typeof helmet>) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => {});
  return response.getHeaders();
}
