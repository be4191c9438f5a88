import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";

/** The page uses one inline script and style, and loads only from this server. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join("; ");

const configuration = (demoKey = "") => ({
  url: "/openapi.json",
  title: "Hanout storefront API",
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  telemetry: false,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: "apiKey", securitySchemes: { apiKey: { value: demoKey } } },
});

const page = (demoKey: string | undefined): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hanout storefront API</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<div id="app"></div>
<script src="js/scalar.js"></script>
<script>
  Scalar.createApiReference("#app", ${JSON.stringify(configuration(demoKey), null, 1)});
</script>
</html>
`;

/**
 * Serves the API reference at `/docs`, rendered from `/openapi.json`, without resources from the internet. The package's
 * own plugin is not used: it loads a parser of OpenAPI and 3.5 MB of script when the server starts. `demoKey` is filled in
 * as the API key of the requests that the page sends.
 */
export async function registerApiReference(
  app: FastifyInstance,
  demoKey: () => string | undefined = () => undefined,
): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply) => {
      reply.header("content-security-policy", CONTENT_SECURITY_POLICY);
    });
    const options = { schema: { hide: true } };
    docs.get("/docs/", options, (request, reply) => {
      const [path = ""] = request.url.split("?");
      if (!path.endsWith("/")) return reply.redirect(`${path}/`, 301);
      return reply.type("text/html; charset=utf-8").send(page(demoKey()));
    });
    docs.get("/docs/js/scalar.js", options, async (_request, reply) => {
      const file = scriptFile();
      reply.header("content-length", (await stat(file)).size);
      return reply.type("application/javascript; charset=utf-8").send(createReadStream(file));
    });
  });
}

/** The build copies the script of the page to `docs/`; without a build it is in the package that it comes from. */
function scriptFile(): string {
  const built = fileURLToPath(new URL("../docs/api-reference.js", import.meta.url));
  if (existsSync(built)) return built;
  return createRequire(createRequire(import.meta.url).resolve("@scalar/fastify-api-reference")).resolve(
    "./js/standalone.js",
  );
}
