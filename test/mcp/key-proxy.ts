import { createServer, request, type Server } from "node:http";

/** Passes requests on with a key, for programs that cannot be told to send one. */
export const keyProxy = (port: number, key: string): Server =>
  createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    const passed = request({ host: "127.0.0.1", port, path: asked.url, method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      answer.flushHeaders();
      got.pipe(answer);
    });
    answer.on("close", () => passed.destroy());
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
