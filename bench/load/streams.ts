import { quantile } from "../harness/statistics.ts";
import { Connection, type PlainAnswer } from "./connection.ts";
import type { LoadedRequest, Stream, StreamResult, StreamsLoad, StreamsResult } from "./protocol.ts";

/** Runs streams of requests side by side. */

/**
 * Runs the streams for some seconds. Answers that come later are awaited, but not counted. Throws when an answer has a wrong
 * status, a connection ends, or requests that are sent once do not suffice.
 */
export async function runStreams({ url, seconds, streams }: StreamsLoad): Promise<StreamsResult> {
  const { host, port } = new URL(url);
  const running = streams.map((stream) => new RunningStream(stream, host));
  await Promise.all(running.map((one) => one.open(Number(port))));
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const clock: Clock = { startedAt, endsAt: startedAt + seconds * 1000 };
  try {
    await Promise.all(running.map((one) => one.run(clock)));
  } finally {
    for (const one of running) one.close();
  }
  const taken = (Math.min(clock.endsAt, performance.now()) - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds: taken, cpuMs: (user + system) / 1000, streams: running.map((one) => one.result()) };
}

/** The time of a load. A stream whose rare requests are used up ends it for all. */
interface Clock {
  readonly startedAt: number;
  endsAt: number;
}

class RunningStream {
  readonly #stream: Stream;
  readonly #host: string;
  /** The bytes of the requests of the list that were sent already, by their index. */
  readonly #bytes: Buffer[] = [];
  readonly #connections: Connection[] = [];
  readonly #answers: Record<number, number> = {};
  readonly #times: number[] = [];
  #sent = 0;
  #sentRare = 0;
  #fail: (error: Error) => void = () => {};

  constructor(stream: Stream, host: string) {
    this.#stream = stream;
    this.#host = host;
  }

  async open(port: number): Promise<void> {
    const onError = (error: Error) => this.#fail(error);
    for (let i = 0; i < this.#stream.connections; i++) this.#connections.push(await Connection.open(port, onError));
  }

  /** Resolves when the time is over and every request has its answer. */
  run(clock: Clock): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      let busy = this.#connections.length;
      const onEnd = () => {
        if (--busy === 0) resolve();
      };
      for (const connection of this.#connections) this.#sendNext(connection, clock, onEnd);
    });
  }

  #sendNext(connection: Connection, clock: Clock, onEnd: () => void): void {
    const now = performance.now();
    const dueAt = this.#dueAt(clock) ?? now;
    const request = now < clock.endsAt ? this.#take() : undefined;
    if (!request) {
      clock.endsAt = Math.min(clock.endsAt, now);
      onEnd();
      return;
    }
    const send = (from: number) =>
      connection.send(request, (answer) => {
        const at = performance.now();
        if (at < clock.endsAt) this.#count(answer, at - from);
        else this.#require(answer);
        this.#sendNext(connection, clock, onEnd);
      });
    if (dueAt <= now) send(dueAt);
    else setTimeout(() => send(performance.now()), dueAt - now); // a timer that is late is not the server's time
  }

  /** When the next request is due; undefined without a rate. */
  #dueAt({ startedAt }: Clock): number | undefined {
    const { perSecond } = this.#stream;
    return perSecond && startedAt + ((this.#sent + this.#sentRare) * 1000) / perSecond;
  }

  /** The bytes of the next request; undefined when the rare ones are used up. */
  #take(): Buffer | undefined {
    const { rare } = this.#stream;
    if (!rare || (this.#sent + this.#sentRare + 1) % rare.every !== 0) return this.#takeFromList();
    const request = rare.requests[this.#sentRare];
    if (!request) return undefined;
    this.#sentRare++;
    return bytesOf(request, this.#host, this.#stream.headers);
  }

  #takeFromList(): Buffer | undefined {
    const { once, requests, headers } = this.#stream;
    if (once && this.#sent === requests.length) this.#fail(new Error(`${this.#sent} requests do not suffice`));
    const index = this.#sent++ % requests.length;
    const known = this.#bytes[index];
    if (known) return known;
    const request = requests[index];
    if (!request) return undefined;
    const bytes = bytesOf(request, this.#host, headers);
    this.#bytes[index] = bytes;
    return bytes;
  }

  #count(answer: PlainAnswer, ms: number): void {
    this.#require(answer);
    this.#answers[answer.status] = (this.#answers[answer.status] ?? 0) + 1;
    this.#times.push(ms);
  }

  #require({ status, start }: PlainAnswer): void {
    if (!this.#stream.statuses.includes(status)) this.#fail(new Error(`an answer ${start.toString().slice(0, 2000)}`));
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  result(): StreamResult {
    const [p50Ms, p99Ms] = [quantile(this.#times, 0.5), quantile(this.#times, 0.99)];
    return { answers: this.#answers, sent: this.#sent, sentRare: this.#sentRare, p50Ms, p99Ms };
  }
}

/** The bytes of a request. */
export function bytesOf(
  { method, path, body, headers }: LoadedRequest,
  host: string,
  more: Record<string, string>,
): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const ofBody = text === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  const lines = Object.entries({ host, ...more, ...headers, ...ofBody }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n${text}`);
}
