// A Fastify handler that runs recorded statements, and sends the recorded answer as JSON.
import Fastify from "fastify";
import { answerCalls } from "../setup/child.ts";
import { portOf } from "./listen.ts";
import type { OperationYardstick } from "./operation-yardstick.ts";
import { checkPrograms, openPools, programsOf } from "./pools.ts";

answerCalls({
  listen: async ({ databaseUrl, recording, answer }: OperationYardstick) => {
    const [run] = programsOf(recording, openPools(databaseUrl));
    if (!run) throw new Error("nothing was recorded");
    await checkPrograms(recording, [run]);
    const app = Fastify();
    app.post("*", async () => {
      await run();
      return answer;
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    return portOf(app.server);
  },
});
