import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { components } from "../../core/shapes.ts";

type Node = Record<string, unknown>;

/** A group of operations in the document. */
export interface Tag {
  name: string;
  description: string;
}

/** The tag of the operations under `/api/v1/admin`. */
export const MERCHANT_TAG = "Merchant operations";

const DESCRIPTION = `This API has two parts.

- **Storefront** (\`/api/v1/storefront\`): everything that a storefront needs from one store. The API key in \`x-api-key\`
identifies the store. Lists answer \`{ data, pagination }\`.
- **${MERCHANT_TAG}** (\`/api/v1/admin\`): what a merchant's own programs do in the store. A secret key of the store, sent
as a bearer token, identifies the store. Searches answer \`{ data, total, next_cursor }\`.

In both parts, money is a number in the currency's major unit, times are ISO 8601 in UTC, ids are UUIDv7, and errors are
\`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

const MERCHANTS = `For a merchant's own programs: plain HTTP with JSON. The body of every call is one object of arguments;
unknown arguments are refused. With \`dry_run: true\`, the answer lists what a call would change.`;

/**
 * Serves the OpenAPI 3.1 document at `/openapi.json`, generated from the schemas that validate requests. `tags`: those of
 * the storefront's routes, in the document's order.
 */
export async function registerOpenapi(app: FastifyInstance, tags: Tag[], serverUrl: () => string): Promise<void> {
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
      tags: [...tags, { name: MERCHANT_TAG, description: MERCHANTS }],
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
      "openapiObject" in document ? completed(document.openapiObject as Node) : document.swaggerObject,
  });

  app.get("/openapi.json", { schema: { hide: true } }, (request) => ({
    ...app.swagger(),
    servers: [{ url: serverUrl() || `${request.protocol}://${request.host}`, description: "This server" }],
  }));
}

/** The document with what the generator cannot know: examples of responses, and bodies that may be left out. */
function completed(document: Node): Node {
  for (const path of Object.values(document.paths as Record<string, Node>)) {
    for (const operation of Object.values(path) as Node[]) {
      addExamples(operation);
      if ((operation.tags as string[] | undefined)?.includes(MERCHANT_TAG)) requireNeededBody(operation);
    }
  }
  return document;
}

/** Adds to every response the example of its schema; examples of problems take their status and code from the response. */
function addExamples(operation: Node): void {
  for (const [status, response] of Object.entries(operation.responses as Record<string, Node>)) {
    for (const media of Object.values((response.content ?? {}) as Record<string, Node>)) {
      const example = exampleOf(media.schema as Node, status, String(response.description));
      if (example !== undefined) media.example = example;
    }
  }
}

/** A merchant operation without required arguments needs no body; the generator calls every body required. */
function requireNeededBody({ requestBody }: Node): void {
  if (!requestBody) return;
  const body = requestBody as { required: boolean; content: Record<string, { schema: Node }> };
  body.required = Object.values(body.content).some(({ schema }) => Array.isArray(schema.required));
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
