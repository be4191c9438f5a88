import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { components } from "../../core/shapes.ts";

type Node = Record<string, unknown>;

const DESCRIPTION = `Everything a storefront needs of one store. The store is known by the API key in \`x-api-key\`.

Money is a number in the currency's major unit; times are ISO 8601 in UTC; ids are UUIDv7. Lists answer
\`{ data, pagination }\`. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

const MERCHANTS = `What a merchant's own programs do in the store: plain HTTP with JSON. The body of every call is one
object of arguments; arguments that are not known are refused. \`dry_run: true\` answers what a call would change.`;

/** Describes the API in OpenAPI 3.1 from the schemas that validate it, at `/openapi.json`. */
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
        { name: "Store", description: "What the store is, and its menus." },
        { name: "Products", description: "The catalogue: products, search and categories." },
        { name: "Collections", description: "Products grouped by hand." },
        { name: "Customers", description: "Accounts and address books." },
        { name: "Cart", description: "What a shopper is about to order." },
        { name: "Coupons", description: "What promotions take off." },
        { name: "Orders", description: "Placing orders, and following them." },
        { name: "Content", description: "Pages and blog posts." },
        { name: "Merchant operations", description: MERCHANTS },
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
            description: "A customer's token, from signing up or in.",
          },
          secretKey: {
            type: "http",
            scheme: "bearer",
            description: "A store's secret key (`sk_…`), for its merchant's own programs. Never in a browser.",
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

/** Gives every answer the example of its schema; a problem's is made of its status and codes. */
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
  if (!example || !(Number(status) >= 400)) return example; // "default" has no status of its own
  const [, code = "", title = ""] = /^`(\w+)`: (.+?)\./.exec(description) ?? [];
  return { ...example, code, title, status: Number(status), detail: `${title}.`, errors: [] };
}
