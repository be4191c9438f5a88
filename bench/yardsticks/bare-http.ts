// A bare node:http server that sends recorded bytes and headers, found by the path that is requested.
import { createServer } from "node:http";
import { answerCalls } from "../harness/child.ts";
import { listen } from "./listen.ts";
import type { AnswersByPath } from "./recorded-answer.ts";

answerCalls({
  listen: (recorded: AnswersByPath) => {
    const answers = new Map(
      Object.entries(recorded).map(([path, { status, headers, body }]) => [
        path,
        { status, headers: headers.flat(), bytes: status === 304 ? undefined : Buffer.from(body) },
      ]),
    );
    const server = createServer((request, response) => {
      const answer = answers.get(request.url ?? "");
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.bytes);
      else response.writeHead(404).end();
    });
    return listen(server);
  },
});
