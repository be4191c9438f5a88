import { connect, type Socket } from "node:net";

/** An answer: its status, and its first bytes for an error message. */
export interface PlainAnswer {
  status: number;
  start: Buffer;
}

const END_OF_HEAD = "\r\n\r\n";
const STATUS_AT = "HTTP/1.1 ".length;
const WITHOUT_BODY = [204, 304];

/**
 * A connection with one request at a time. It reads only the status and the length of an answer. So it costs less than
 * the servers that it measures; a client that parses the answers needs more CPU than a bare server.
 */
export class Connection {
  readonly #socket: Socket;
  /** The part of an answer's head that has arrived. */
  #head: Buffer | undefined;
  /** Bytes of the body that are still to come. */
  #missing = 0;
  #answer: PlainAnswer | undefined;
  #onAnswer: (answer: PlainAnswer) => void = () => {};

  private constructor(socket: Socket, onError: (error: Error) => void) {
    this.#socket = socket;
    socket.on("data", (bytes) => {
      try {
        this.#receive(bytes);
      } catch (error) {
        onError(error as Error);
      }
    });
    socket.on("error", onError);
    socket.on("close", () => onError(new Error("the connection was closed")));
  }

  /** Connects to a port of loopback. `onError` is called when the connection fails or ends. */
  static open(port: number, onError: (error: Error) => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Connection(socket, onError)));
    });
  }

  /** Sends the bytes of a request. `onAnswer` is called when its answer is complete. */
  send(request: Buffer, onAnswer: (answer: PlainAnswer) => void): void {
    this.#onAnswer = onAnswer;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    const body = this.#answer ? bytes : this.#readHead(bytes);
    if (!this.#answer || !body) return;
    this.#missing -= body.length;
    if (this.#missing < 0) throw new Error("an answer is longer than it says");
    if (this.#missing > 0) return;
    const answer = this.#answer;
    this.#answer = undefined;
    this.#onAnswer(answer);
  }

  /** Reads the head, and returns the bytes after it; undefined while it is not complete. */
  #readHead(bytes: Buffer): Buffer | undefined {
    const all = this.#head ? Buffer.concat([this.#head, bytes]) : bytes;
    const end = all.indexOf(END_OF_HEAD);
    this.#head = end < 0 ? all : undefined;
    if (end < 0) return undefined;
    const head = all.toString("latin1", 0, end);
    const status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
    this.#missing = WITHOUT_BODY.includes(status) ? 0 : lengthIn(head);
    this.#answer = { status, start: all };
    return all.subarray(end + END_OF_HEAD.length);
  }
}

function lengthIn(head: string): number {
  const found = /\r\ncontent-length: (\d+)/i.exec(head);
  if (!found) throw new Error(`an answer without a length: ${head}`);
  return Number(found[1]);
}
