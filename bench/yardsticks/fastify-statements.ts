// A Fastify server whose handler runs recorded statements, and sends the recorded answer as JSON.
import Fastify from "fastify";
import { answerCalls } from "../harness/child.ts";
import { portOf } from "./listen.ts";
import { checkPrograms, openPools, programsOf } from "./pools.ts";
import type { StatementYardstick } from "./statement-yardstick.ts";

answerCalls({
  listen: async ({ databaseUrl, recording, answers }: StatementYardstick) => {
    const runs = programsOf(recording, openPools(databaseUrl));
    await checkPrograms(recording, runs);
    const handlers = new Map(answers.map(({ path, answer }, index) => [path, { run: runs[index], answer }]));
    const app = Fastify();
    app.all("*", async ({ url }, reply) => {
      const handler = handlers.get(url);
      if (!handler?.run) return reply.code(404).send();
      await handler.run();
      return handler.answer;
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    return portOf(app.server);
  },
});
