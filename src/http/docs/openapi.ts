import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { components } from "../../core/shapes.ts";

type Node = Record<string, unknown>;

const DESCRIPTION = `Everything that a storefront needs from one store. The API key in \`x-api-key\` identifies the store.

Money is a number in the currency's major unit. Times are ISO 8601 in UTC. Ids are UUIDv7. Lists answer
\`{ data, pagination }\`. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

const MERCHANTS = `What a merchant's own programs do in the store: plain HTTP with JSON. The body of every call is one
object of arguments; unknown arguments are refused. \`dry_run: true\` answers what a call would change.`;

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
        { name: "Store", description: "The store, its menus and its delivery rates." },
        { name: "Products", description: "The catalogue: products, search and categories." },
        { name: "Collections", description: "Groups of products that the merchant chose." },
        { name: "Customers", description: "Customers' accounts and address books." },
        { name: "Cart", description: "The cart: the items that a shopper wants to order." },
        { name: "Coupons", description: "Coupons and promotions." },
        { name: "Orders", description: "Placing, listing and tracking orders." },
        { name: "Content", description: "Pages and blog posts." },
        { name: "Merchant operations", description: MERCHANTS },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "x-api-key",
            description:
              "An API key of the store: a publishable key (`pk_…`) in a browser, a secret key (`sk_…`) on a server.",
          },
          customer: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "A customer's token. Sign-up and sign-in answer it.",
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
  if (!example || !(Number(status) >= 400)) return example; // "default" has no status of its own
  const [, code = "", title = ""] = /^`(\w+)`: (.+?)\./.exec(description) ?? [];
  return { ...example, code, title, status: Number(status), detail: `${title}.`, errors: [] };
}
