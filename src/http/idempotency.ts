import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";

/** The header of a route that counts a request once, however often it arrives. */
export const IdempotencyHeader = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Any text that is new for each new request. A retry of a request sends the same text.",
      examples: ["7c0d3d1e-order-1"],
    }),
  ),
});

/** What makes a repeated request known again. */
export const idempotent = (request: FastifyRequest) => ({
  route: `${request.method} ${request.routeOptions.url}`,
  key: request.headers["idempotency-key"] as string | undefined,
  body: request.body,
});

/** Says that this is the first answer again. */
export function markReplay(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) reply.header("idempotent-replayed", "true");
}
