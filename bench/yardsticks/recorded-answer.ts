import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** An answer of the server, for the yardsticks that send the same one. */
export interface RecordedAnswer {
  status: number;
  /** Names and values in their order, without those that node:http adds to every answer. */
  headers: [string, string][];
  body: string;
}

/** Answers by the path that is requested, with its query. */
export type AnswersByPath = Record<string, RecordedAnswer>;

const ADDED_BY_NODE = ["date", "connection", "keep-alive"];

/** Records the answer to a GET request. Throws when its status is not 200 or 304. */
export async function recordAnswer(url: string, headers: Record<string, string>): Promise<RecordedAnswer> {
  const [reply] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  const { statusCode: status = 0, rawHeaders } = reply;
  const body = await text(reply);
  if (status !== 200 && status !== 304) throw new Error(`${url}: ${status} ${body}`);
  return { status, headers: pairs(rawHeaders), body };
}

function pairs(raw: string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) all.push([raw[i] ?? "", raw[i + 1] ?? ""]);
  return all.filter(([name]) => !ADDED_BY_NODE.includes(name.toLowerCase()));
}

/** Returns the value of a header; undefined when the answer does not have it. */
export const headerOf = ({ headers }: RecordedAnswer, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Throws unless an answer has the status, the bytes and the names of headers of another. */
export function requireSameAnswer(url: string, answer: RecordedAnswer, expected?: RecordedAnswer): void {
  const shapeOf = (one: RecordedAnswer | undefined) =>
    JSON.stringify([one?.status, one?.headers.map(([name]) => name.toLowerCase()).sort(), one?.body]);
  if (shapeOf(answer) !== shapeOf(expected)) throw new Error(`${url} answers otherwise`);
}
