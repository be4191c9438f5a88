import type { Socket } from "node:net";
import type { Settings } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Files } from "../../files/files.ts";
import { type Call, CommandError, type InputFile, type Opened, type OutputFile, type Screen } from "../call.ts";
import { inputFile, outputFile } from "../file.ts";
import { errorOf } from "./failure.ts";
import { type FromClient, type FromServer, type Shown, send } from "./messages.ts";

/** What commands work with that run in a server. */
export interface CommandParts {
  settings: Settings;
  database: Database;
  /** The address of the server. */
  url: string;
  files: Files;
}

/** What the client answers when it is asked for a file. */
type Answer = Exclude<FromClient, { kind: "command" | "interrupted" }>;

/** A call of a client of this server: the database is the server's; files, screen and Ctrl-C are the client's. */
export class ServedCall implements Call {
  program = "hanout";
  readonly isServed = true;
  readonly settings: Call["settings"];
  readonly screen: Screen;
  readonly #socket: Socket;
  readonly #opened: Opened;
  readonly #controller = new AbortController();
  /** Take the answers that are still to come, in the order of their questions. A file that is left may wait for its next bytes. */
  readonly #asked: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];

  constructor(socket: Socket, { settings, ...opened }: CommandParts) {
    this.#socket = socket;
    this.#opened = { ...opened, migrated: [] };
    this.settings = settings;
    const show = (...shown: Shown) => send(socket, { kind: "show", shown });
    this.screen = {
      print: (text) => show("print", text),
      note: (text) => show("note", text),
      startProgress: (title, total) => show("startProgress", title, total),
      updateProgress: (done, words) => show("updateProgress", done, words),
      stopProgress: () => show("stopProgress"),
    };
  }

  interruption(): AbortSignal {
    send(this.#socket, { kind: "interruptible" });
    return this.#controller.signal;
  }

  async listFolder(path: string): Promise<string[] | undefined> {
    return (await this.#ask({ kind: "list", path }, "names")).names ?? undefined;
  }

  async openFile(path: string, name?: string): Promise<InputFile> {
    const opened = await this.#ask({ kind: "open", path, name }, "size");
    return inputFile(opened.size, async () => {
      const { bytes } = await this.#ask({ kind: "read" }, "bytes");
      return Buffer.from(bytes, "base64");
    });
  }

  async createFile(path: string): Promise<OutputFile> {
    const ask = async (question: FromServer) => void (await this.#ask(question, "done"));
    await ask({ kind: "create", path });
    return outputFile({
      write: (bytes) => ask({ kind: "write", bytes: bytes.toString("base64") }),
      keep: () => ask({ kind: "keep" }),
      discard: () => ask({ kind: "discard" }),
    });
  }

  withDatabase<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    return work(this.#opened);
  }

  /** Ctrl-C was pressed, or the server stops. */
  interrupt(): void {
    this.#controller.abort();
  }

  /** Takes an answer of the client. */
  take(answer: Answer): void {
    this.#asked.shift()?.resolve(answer);
  }

  /** The client has gone, and gives no answer any more. */
  leave(): void {
    this.interrupt();
    for (const { reject } of this.#asked.splice(0)) reject(new CommandError("The client has gone."));
  }

  async #ask<K extends "names" | "size" | "bytes" | "done">(
    question: FromServer,
    kind: K,
  ): Promise<Extract<Answer, { kind: K }>> {
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#asked.push({ resolve, reject });
    });
    if (!this.#socket.writable) this.leave();
    send(this.#socket, question);
    const answer = await answered;
    if (answer.kind === "failed") throw errorOf(answer.failure);
    if (answer.kind !== kind) throw new Error(`the client answered "${answer.kind}", not "${kind}"`);
    return answer as Extract<Answer, { kind: K }>;
  }
}
