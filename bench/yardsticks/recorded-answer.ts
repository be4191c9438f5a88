import { get } from "node:http";

/** An answer of the server, for the yardsticks that send the same one. */
export interface RecordedAnswer {
  /** Names and values in their order, without those that node:http adds to every answer. */
  headers: [string, string][];
  body: string;
}

const ADDED_BY_NODE = ["date", "connection", "keep-alive"];

/** Records the answer to a GET request. Throws when its status is not 200. */
export function recordAnswer(url: string, headers: Record<string, string>): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers }, (reply) => {
      let body = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk: string) => {
        body += chunk;
      });
      reply.on("end", () => {
        if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode} ${body}`));
        else resolve({ headers: pairs(reply.rawHeaders), body });
      });
    });
    sent.on("error", reject);
  });
}

function pairs(raw: string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) all.push([raw[i] ?? "", raw[i + 1] ?? ""]);
  return all.filter(([name]) => !ADDED_BY_NODE.includes(name.toLowerCase()));
}
