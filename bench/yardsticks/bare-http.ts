// A bare node:http server that sends the same bytes and headers to every request.
import { createServer } from "node:http";
import { answerCalls } from "../setup/child.ts";
import { listen } from "./listen.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";

answerCalls({
  listen: ({ headers, body }: RecordedAnswer) => {
    const bytes = Buffer.from(body);
    const flat = headers.flat();
    return listen(createServer((_request, response) => response.writeHead(200, flat).end(bytes)));
  },
});
