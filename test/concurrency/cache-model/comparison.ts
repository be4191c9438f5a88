import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import inject from "light-my-request";
import { STOREFRONT } from "../../../src/app.ts";
import type { Read } from "./random-reads.ts";

/** Headers that differ from request to request. */
const OF_ONE_REQUEST = ["x-request-id", "ratelimit", "date"];

/** An answer, without what belongs to one request only. */
interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** Sends a read to an application, as a client with this key and these headers. */
async function send(app: FastifyInstance, key: string, read: Read, etag: string | undefined): Promise<Answer> {
  const headers: Record<string, string> = { "x-api-key": key, ...read.headers };
  if (read.knowsLast && etag) headers["if-none-match"] = etag;
  const request = { method: read.method, url: STOREFRONT + read.path, headers };
  const reply = await (read.behindHooks
    ? app.inject(request)
    : inject((message, response) => app.server.emit("request", message, response), request));
  const rest = Object.entries(reply.headers).filter(([name]) => !OF_ONE_REQUEST.includes(name));
  // A refusal names its request in the body.
  const body = reply.rawPayload;
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(rest),
    body: reply.statusCode < 400 ? body : withoutId(reply, body),
  };
}

const withoutId = ({ headers }: { headers: Record<string, unknown> }, body: Buffer): Buffer =>
  Buffer.from(body.toString("utf8").replaceAll(String(headers["x-request-id"]), "(request)"));

/** Compares what two applications over the same data answer. */
export class Comparison {
  readonly #subject: FastifyInstance;
  readonly #reference: FastifyInstance;
  readonly #key: string;
  readonly #maxAgeMs: number;
  /** The ETags of the last answers, by path. */
  readonly #etags = new Map<string, string>();
  /** When the last write was known to be committed; `performance.now()`. */
  #writtenAt = 0;

  /** `key`: a publishable key. `maxAgeMs`: for how long after a write the subject may answer as before it. */
  constructor(subject: FastifyInstance, reference: FastifyInstance, key: string, maxAgeMs: number) {
    this.#subject = subject;
    this.#reference = reference;
    this.#key = key;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Sends the read to the subject only. */
  ask(read: Read): Promise<unknown> {
    return send(this.#subject, this.#key, read, undefined);
  }

  written(): void {
    this.#writtenAt = performance.now();
  }

  /** Throws an Error unless both answer the same. No write may run meanwhile. */
  async expectEqual(read: Read): Promise<void> {
    const etag = this.#etags.get(read.path);
    for (;;) {
      const startedAt = performance.now();
      const [found, expected] = await Promise.all([
        send(this.#subject, this.#key, read, etag),
        send(this.#reference, this.#key, read, etag),
      ]);
      if (expected.headers.etag) this.#etags.set(read.path, String(expected.headers.etag));
      const difference = differenceOf(found, expected);
      if (!difference) return;
      const age = startedAt - this.#writtenAt;
      if (age > this.#maxAgeMs) {
        throw new Error(`${JSON.stringify(read)}\n${Math.round(age)} ms after the last write: ${difference}`);
      }
      await setTimeout(10); // polls until it is too old
    }
  }
}

function differenceOf(found: Answer, expected: Answer): string | undefined {
  if (found.status !== expected.status) return `status ${found.status} instead of ${expected.status}`;
  const [headers, others] = [found, expected].map((answer) => JSON.stringify(Object.entries(answer.headers).sort()));
  if (found.body.equals(expected.body))
    return headers === others ? undefined : `headers ${headers}\ninstead of ${others}`;
  if (found.headers["content-encoding"]) return `other compressed bytes, headers ${headers}\ninstead of ${others}`;
  return `${excerpt(found.body, expected.body)}\ninstead of\n${excerpt(expected.body, found.body)}`;
}

/** The part of a body where it begins to differ from another. */
function excerpt(body: Buffer, other: Buffer): string {
  const at = body.findIndex((byte, i) => byte !== other[i]);
  return body.subarray(Math.max(0, at - 200), at + 200).toString("utf8");
}
