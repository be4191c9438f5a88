import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { invalidValue, Problem } from "../core/problem.ts";
import { MERCHANT_TAG } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { typesSeenWith } from "./seen.ts";
import type { EventStreams } from "./streams.ts";

const EVENT_STREAM = "text/event-stream";

const StreamQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        "The last number you have; the header `Last-Event-ID` comes first. Without both, what happens from now on.",
    }),
  ),
});

const schema = {
  operationId: "events_stream",
  tags: [MERCHANT_TAG],
  summary: "Follow events as they happen",
  description:
    "Server-sent events: `id` is the number, `event` the type, `data` an event as events_list answers it. Only types of areas that the key may read.",
  security: [{ secretKey: [] }, { session: [] }],
  querystring: StreamQuery,
  response: {
    200: { description: "The stream.", content: { [EVENT_STREAM]: { schema: Type.String() } } },
    ...refuses(
      "store_required",
      "not_signed_in",
      "insufficient_scope",
      "foreign_origin",
      "store_not_found",
      "invalid_value",
    ),
  },
};

/** The stream of events, behind the check of the secret key. */
export function eventRoutes(app: FastifyInstance, streams: EventStreams): void {
  app.get<{ Querystring: { after?: number } }>(
    "/events",
    { schema, exposeHeadRoute: false },
    async ({ caller: { merchant, session, site }, headers, query }, reply) => {
      if (typesSeenWith(merchant.scopes).length === 0) {
        throw new Problem("insufficient_scope", "This key may read nothing of which events tell.");
      }
      const stream = await streams.open(
        site,
        { ...merchant, session },
        readLastId(headers["last-event-id"]) ?? query.after,
        reply.raw,
      );
      return reply
        .header("content-type", EVENT_STREAM)
        .header("cache-control", "no-cache, no-transform")
        .header("x-accel-buffering", "no")
        .send(stream);
    },
  );
}

/** Throws `invalid_value` for what is no number of an event. */
function readLastId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string" || !/^\d{1,15}$/.test(header)) {
    throw invalidValue("Last-Event-ID", "must be the number of an event");
  }
  return Number(header);
}
