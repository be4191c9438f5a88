// A bare Fastify server that sends the same text and headers to every request.
import Fastify from "fastify";
import { answerCalls } from "../harness/child.ts";
import { portOf } from "./listen.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";

answerCalls({
  listen: async ({ headers, body }: RecordedAnswer) => {
    const app = Fastify();
    const all = Object.fromEntries(headers);
    app.get("*", (_request, reply) => reply.headers(all).send(body));
    await app.listen({ host: "127.0.0.1", port: 0 });
    return portOf(app.server);
  },
});
