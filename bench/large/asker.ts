import { Connection, type PlainAnswer } from "../load/connection.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { bytesOf } from "../load/streams.ts";

/** A request, the key that it is sent with, and the status that is right. */
export interface Question extends LoadedRequest {
  headers: Record<string, string>;
  status: number;
}

/** An answer, and how long it took. */
export interface Timed {
  ms: number;
  /** The first bytes of the answer: all of a short one. */
  start: Buffer;
}

/** One connection to a server, with one request at a time. */
export class Asker {
  readonly #connection: Connection;
  readonly #host: string;
  readonly #fail: { now: (error: Error) => void };

  private constructor(connection: Connection, host: string, fail: { now: (error: Error) => void }) {
    this.#connection = connection;
    this.#host = host;
    this.#fail = fail;
  }

  static async open(url: string): Promise<Asker> {
    const { host, port } = new URL(url);
    const fail = { now: (_error: Error) => {} };
    return new Asker(await Connection.open(Number(port), (error) => fail.now(error)), host, fail);
  }

  /** Sends a request and waits for its answer. Throws when its status is not right. */
  async ask(question: Question): Promise<Timed> {
    const bytes = bytesOf(question, this.#host, {});
    const startedAt = performance.now();
    const answer = await new Promise<PlainAnswer>((resolve, reject) => {
      this.#fail.now = reject;
      this.#connection.send(bytes, resolve);
    });
    const ms = performance.now() - startedAt;
    if (answer.status !== question.status)
      throw new Error(`${question.method} ${question.path}: ${answer.start.toString().slice(0, 2000)}`);
    return { ms, start: answer.start };
  }

  close(): void {
    this.#connection.close();
  }
}
