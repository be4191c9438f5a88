import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { components } from "../../core/shapes.ts";

type Node = Record<string, unknown>;

const DESCRIPTION = `Everything a storefront needs of one store. The API key in \`x-api-key\` identifies the store.

Money is a number in the currency's major unit; times are ISO 8601 in UTC; ids are UUIDv7. Lists return
\`{ data, pagination }\`. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

/** Serves the OpenAPI 3.1 document at `/openapi.json`, generated from the schemas that validate requests. */
export async function registerOpenapi(app: FastifyInstance, serverUrl: () => string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Hanout storefront API",
        version: "1.0.0",
        description: DESCRIPTION,
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "http://127.0.0.1:3000", description: "A server started with `npm start`" }],
      tags: [
        { name: "Store", description: "The store's settings and menus." },
        { name: "Products", description: "The catalogue: products, search and categories." },
        { name: "Collections", description: "Products grouped by the merchant." },
        { name: "Customers", description: "Accounts and address books." },
        { name: "Cart", description: "The items that a shopper is going to order." },
        { name: "Coupons", description: "The discounts of promotions and coupon codes." },
        { name: "Orders", description: "Placing and tracking orders." },
        { name: "Content", description: "Pages and blog posts." },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "x-api-key",
            description: "A store's key: publishable (`pk_…`) in a browser, secret (`sk_…`) on a server.",
          },
          customer: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "A customer's token, from signing up or signing in.",
          },
        },
      },
      security: [{ apiKey: [] }],
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transformObject: (document) =>
      "openapiObject" in document ? withExamples(document.openapiObject as Node) : document.swaggerObject,
  });

  app.get("/openapi.json", { schema: { hide: true } }, (request) => ({
    ...app.swagger(),
    servers: [{ url: serverUrl() || `${request.protocol}://${request.host}`, description: "This server" }],
  }));
}

/** Adds to every response the example of its schema; examples of problems take their status and code from the response. */
function withExamples(document: Node): Node {
  for (const path of Object.values(document.paths as Record<string, Node>)) {
    for (const operation of Object.values(path) as Node[]) {
      for (const [status, response] of Object.entries(operation.responses as Record<string, Node>)) {
        for (const media of Object.values((response.content ?? {}) as Record<string, Node>)) {
          const example = exampleOf(media.schema as Node, status, String(response.description));
          if (example !== undefined) media.example = example;
        }
      }
    }
  }
  return document;
}

function exampleOf(schema: Node, status: string, description: string): unknown {
  const name =
    String(schema.$ref ?? "")
      .split("/")
      .at(-1) ?? "";
  const example = components.get(name)?.example as Node | undefined;
  if (!example || Number(status) < 400) return example;
  const [, code = "", title = ""] = /^`(\w+)`: (.+?)\./.exec(description) ?? [];
  return { ...example, code, title, status: Number(status), detail: `${title}.`, errors: [] };
}
