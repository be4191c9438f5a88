import type { FastifyInstance } from "fastify";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hanout</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<style>
  body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; color: #1f2937; background: #fdfcf9 }
  h1 { font-size: 2.2rem; margin: 0 } h1 span { color: #0f766e }
  a { color: #0f766e } li { margin: .3rem 0 } code { background: #f1efe8; padding: .1rem .3rem; border-radius: .2rem }
</style>
<h1>Hanout <span lang="ar" dir="rtl">حانوت</span></h1>
<p>A storefront commerce back end for many stores. This server is running.</p>
<ul>
  <li><a href="/docs">API reference</a></li>
  <li><a href="/openapi.json">OpenAPI 3.1 document</a></li>
  <li>Storefront API: <code>/api/v1/storefront</code>, with a store's key in the <code>x-api-key</code> header</li>
  <li>Health: <a href="/livez">/livez</a>, <a href="/readyz">/readyz</a></li>
</ul>
</html>
`;

/** A page at `/` for people who open the server in a browser. */
export function registerLandingPage(app: FastifyInstance): void {
  app.get("/", { schema: { hide: true } }, (_request, reply) => reply.type("text/html; charset=utf-8").send(PAGE));
}
