import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { buildServer, type McpCatalogue, type RequestContext } from "./server.ts";

/** One request of the protocol. */
export interface ProtocolRequest {
  web: Request;
  /** The parsed body of `web`, which has none itself. */
  body: object;
  context: RequestContext;
}

/** The SDK, which answers both generations of the protocol. Only this file and `server.ts` load it. */
export class Protocol {
  readonly #offer: McpCatalogue;
  readonly #extend: ((server: Server) => void) | undefined;
  readonly #modern = createMcpHandler(
    ({ authInfo }) => this.#serverFor(authInfo?.extra?.context as RequestContext, "modern"),
    { legacy: "reject" },
  );

  constructor(offer: McpCatalogue, extend?: (server: Server) => void) {
    this.#offer = offer;
    this.#extend = extend;
  }

  isLegacy({ web, body }: ProtocolRequest): Promise<boolean> {
    return isLegacyRequest(web, body);
  }

  answerModern({ web, body, context }: ProtocolRequest): Promise<Response> {
    const authInfo = { token: "", clientId: context.caller.merchant.id, scopes: [], extra: { context } };
    return this.#modern.fetch(web, { parsedBody: body, authInfo });
  }

  /** Answers as plain JSON. */
  async answerLegacy({ web, body, context }: ProtocolRequest): Promise<Response> {
    const server = this.#serverFor(context, "legacy");
    // The SDK answers nothing to a call that its own batch cancels, and would wait for that answer for ever.
    server.setNotificationHandler("notifications/cancelled", () => {});
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(web, { parsedBody: body });
    } finally {
      await server.close();
    }
  }

  /** Ends what is open. */
  close(): Promise<void> {
    return this.#modern.close();
  }

  #serverFor(context: RequestContext, generation: "legacy" | "modern"): Server {
    const server = buildServer(this.#offer, context, generation);
    this.#extend?.(server);
    return server;
  }
}
