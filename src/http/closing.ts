import type { FastifyInstance } from "fastify";

/** While the server stops, each answer ends its connection, which would otherwise be kept open and the stop wait for it. */
export function registerClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
