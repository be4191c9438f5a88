// Loaded into the built server before it starts: the pages `constant-51`, `constant-10` and `constant-1` answer that many
// KiB of constant JSON. Everything around the handler stays as it is: hooks, limits, log, headers.
import { subscribe } from "node:diagnostics_channel";

const ROUTE = "/api/v1/storefront/pages/:slug";
const KIB = [51, 10, 1];

const frame = JSON.stringify({ data: "" }).length;
const bodies = new Map(KIB.map((kib) => [`constant-${kib}`, JSON.stringify({ data: "x".repeat(kib * 1024 - frame) })]));

subscribe("fastify.initialization", ({ fastify }) => {
  fastify.addHook("onRoute", (route) => {
    if (route.url !== ROUTE) return;
    const { handler } = route;
    route.handler = (request, reply) => {
      const body = bodies.get(request.params.slug);
      if (body === undefined) return handler.call(fastify, request, reply);
      return reply.type("application/json; charset=utf-8").send(body);
    };
  });
});
