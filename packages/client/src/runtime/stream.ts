import { backoff, isPassing, pause, type Send } from "./call.ts";
import { HanoutError, networkError, refusalOf } from "./error.ts";

/** An event of the store, as docs/events.md describes it. */
export interface StoreEvent {
  number: number;
  thing_number: number;
  id: string;
  type: string;
  thing: string;
  thing_id: string;
  actor: string;
  fields: string[];
  data: unknown;
  data_at: string | null;
  created_at: string;
}

export interface StreamOptions {
  /** The number of the last event that is known: the stream begins with the next one. Without it, with what happens from now on. */
  after?: number;
  /** Ends the stream. */
  signal?: AbortSignal;
}

/** Seconds without a byte after which a connection counts as lost: heartbeats come more often. */
const MAX_SILENCE = 60;
const MAX_TRIES_COUNTED = 6;

/**
 * Events as they happen, each once and in order. A lost connection is opened again, and goes on after the last event. Throws
 * HanoutError when the server refuses, and ends when the signal aborts.
 */
export async function* streamEvents(
  send: Send,
  path: string,
  { after, signal }: StreamOptions = {},
): AsyncGenerator<StoreEvent, void> {
  let last = after === undefined ? undefined : String(after);
  for (let tried = 0; !signal?.aborted; tried = Math.min(tried + 1, MAX_TRIES_COUNTED)) {
    const connection = new AbortController();
    const stop = () => connection.abort();
    signal?.addEventListener("abort", stop, { once: true });
    let wait = 0;
    try {
      for await (const { id, data } of messagesOf(connection)) {
        tried = 0;
        const event = data && JSON.parse(data);
        last = id || last;
        if (event) yield event;
      }
    } catch (error) {
      const problem = error instanceof HanoutError ? error : networkError(error);
      if (!signal?.aborted && !isPassing(problem)) throw problem;
      wait = problem.retryAfter ?? 0;
    } finally {
      signal?.removeEventListener("abort", stop);
      stop();
    }
    await pause(wait + backoff(tried), signal).catch(() => {});
  }

  /** What one connection tells until it ends. */
  async function* messagesOf(connection: AbortController) {
    const headers = { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) };
    const response = await send(path, { headers, signal: connection.signal });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    if (!response.ok || !response.body || !isStream) throw refusalOf(response, await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const silence = setTimeout(() => connection.abort(), MAX_SILENCE * 1000);
      const { value, done } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      yield* blocks.map(readMessage);
    }
  }
}

/** The fields of one message; a comment has none. */
function readMessage(block: string): { id: string; data: string } {
  const valuesOf = (field: string) =>
    block
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, "")] : []));
  return { id: valuesOf("id").at(-1) ?? "", data: valuesOf("data").join("\n") };
}
