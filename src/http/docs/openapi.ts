import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { components } from "../../core/shapes.ts";
import { LANGUAGES } from "../../core/text/locale.ts";

type Node = Record<string, unknown>;

/** A group of operations in the document. */
export interface Tag {
  name: string;
  description: string;
}

/** The tag of the routes under `/api/v1/console`. */
export const CONSOLE_TAG = "Console";
/** The tag of the operations under `/api/v1/admin`. */
export const MERCHANT_TAG = "Merchant operations";

const DESCRIPTION = `This API has three parts.

- **Storefront** (\`/api/v1/storefront\`): everything that a storefront needs from one store. The API key in \`x-api-key\`
identifies the store. Lists answer \`{ data, pagination }\`.
- **${MERCHANT_TAG}** (\`/api/v1/admin\`): what a merchant's own programs do in the store. A secret key of the store, sent
as a bearer token, identifies the store. Searches answer \`{ data, total, next_cursor }\`.
- **${CONSOLE_TAG}** (\`/api/v1/console\`): how people who work in stores sign in to the pages of this server. For these pages only.

In all parts, money is a number in the currency's major unit, times are ISO 8601 in UTC, ids are UUIDv7, and errors are
\`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

const MERCHANTS = `For a merchant's own programs: plain HTTP with JSON. The body of every call is one object of arguments;
unknown arguments are refused. With \`dry_run: true\`, the answer lists what a call would change.`;

/**
 * Serves the OpenAPI 3.1 document at `/openapi.json`, generated from the schemas that validate requests. `tags`: those of
 * the storefront's routes, in the document's order. `events`: those that programs are told, with references to components.
 */
export async function registerOpenapi(
  app: FastifyInstance,
  { tags, events, serverUrl }: { tags: Tag[]; events: { webhooks: object; schemas: object }; serverUrl: () => string },
): Promise<void> {
  const { webhooks, schemas } = JSON.parse(
    JSON.stringify(events).replaceAll(/"\$ref":"(\w+)#"/g, '"$ref":"#/components/schemas/$1"'),
  );
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
        schemas,
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
          session: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-hanout",
            description:
              "The session of a person who works in stores, in pages of this server only: with `X-Hanout-Console: 1`, the own `Origin`, and the store's id or slug in `X-Hanout-Store`. Over plain http the cookie is called `hanout`.",
          },
        },
      },
      security: [{ apiKey: [] }],
      webhooks,
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

/** No route has it in its schema: every value is accepted, and answers in memory are the same for each of them. */
const LOCALE = {
  name: "locale",
  in: "query",
  required: false,
  schema: { type: "string", enum: LANGUAGES },
  description:
    "Language of `detail`, `errors[].message` and the messages of coupons and orders. Default: the one that `Accept-Language` prefers among these, else the store's. Another value is ignored.",
};

/** The document with what the generator cannot know: examples, shared errors, the shopper's language, and bodies that may be left out. */
function completed(document: Node): Node {
  const paths = Object.entries(document.paths as Record<string, Node>);
  for (const operation of paths.flatMap(([, path]) => Object.values(path) as Node[])) {
    addExamples(operation);
    requireNeededBody(operation);
    if (isMerchants(operation) || isConsole(operation)) continue;
    operation.parameters = [...((operation.parameters as Node[] | undefined) ?? []), LOCALE];
  }
  const responses = shareErrors(paths);
  return { ...document, components: { ...(document.components as Node), responses } };
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

/**
 * Replaces errors that several operations have by references, and returns them by name. A name has the part of the API, the
 * status and the codes: `storefront.503.overloaded.unavailable`.
 */
function shareErrors(paths: [string, Node][]): Node {
  const errors = paths.flatMap(([path, methods]) =>
    (Object.values(methods) as Node[]).flatMap((operation) =>
      errorsOf(path, operation.responses as Record<string, Node>),
    ),
  );
  const uses = new Map<string, number>();
  for (const { content } of errors) uses.set(content, (uses.get(content) ?? 0) + 1);
  const shared = errors.filter(({ content }) => Number(uses.get(content)) > 1);
  for (const { name, status, responses } of shared) responses[status] = { $ref: `#/components/responses/${name}` };
  return Object.fromEntries(shared.map(({ name, response }) => [name, response]));
}

/** The errors among the responses of an operation, with the names that they have if they are shared. */
const errorsOf = (path: string, responses: Record<string, Node>) =>
  Object.entries(responses)
    .filter(([status]) => status >= "400")
    .map(([status, response]) => {
      const codes = [...String(response.description).matchAll(/`(\w+)`:/g)].map(([, code]) => code);
      const content = [status, ...codes].join(".");
      return { content, name: `${path.split("/")[3]}.${content}`, status, responses, response };
    });

const isConsole = ({ tags }: Node): boolean => (tags as string[] | undefined)?.includes(CONSOLE_TAG) ?? false;
const isMerchants = ({ tags }: Node): boolean => (tags as string[] | undefined)?.includes(MERCHANT_TAG) ?? false;

/**
 * A merchant operation without required arguments needs no body, and neither does a route whose body may be null; the generator
 * calls every body required.
 */
function requireNeededBody(operation: Node): void {
  if (!operation.requestBody) return;
  const body = operation.requestBody as { required: boolean; content: Record<string, { schema: Node }> };
  const isNeeded = ({ required, type }: Node): boolean =>
    isMerchants(operation) ? Array.isArray(required) : ![type].flat().includes("null");
  body.required = Object.values(body.content).some(({ schema }) => isNeeded(schema));
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
