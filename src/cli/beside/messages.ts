import type { Socket } from "node:net";
import type { Screen } from "../call.ts";

/** A method of the client's screen with its arguments. */
export type Shown = { [M in keyof Screen]: [M, ...Parameters<Screen[M]>] }[keyof Screen];

/** What the server says. The first message, `version`, stays as it is in all versions. */
export type FromServer =
  | { kind: "version"; version: string }
  | { kind: "show"; shown: Shown }
  /** From now on the client says when Ctrl-C is pressed, instead of ending by it. */
  | { kind: "interruptible" }
  /** Asks for the names of the files in a folder that is among the command's arguments. */
  | { kind: "list"; path: string }
  /** Asks for the size of a file that is among the command's arguments, or in a folder that is. */
  | { kind: "open"; path: string; name?: string | undefined }
  /** Asks for the next bytes of the open file. */
  | { kind: "read" }
  /** Begins a file that is among the command's arguments. */
  | { kind: "create"; path: string }
  /** Writes the next bytes of that file, in base64. */
  | { kind: "write"; bytes: string }
  /** The file is whole, or nothing of it is kept. */
  | { kind: "keep" | "discard" }
  | { kind: "exit"; code: number }
  | { kind: "failed"; failure: Failure };

/** What the client says. */
export type FromClient =
  | { kind: "command"; name: string; given: unknown[]; program: string }
  | { kind: "interrupted" }
  /** Null: it is no folder. */
  | { kind: "names"; names: string[] | null }
  | { kind: "size"; size: number }
  /** In base64; empty at the end of the file. */
  | { kind: "bytes"; bytes: string }
  /** The file is as it was asked. */
  | { kind: "done" }
  | { kind: "failed"; failure: Failure };

/** An error as it is sent. */
export interface Failure {
  message: string;
  stack: string | undefined;
  /** Whether it is an OperatorError. */
  isForOperator: boolean;
}

/** Sends a message: one line of JSON. Without effect when the other side has gone. */
export function send(socket: Socket, message: FromServer | FromClient): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** The messages of the other side, until it ends or goes. */
export async function* messagesOf<M extends FromServer | FromClient>(socket: Socket): AsyncGenerator<M> {
  socket.setEncoding("utf8");
  let rest = "";
  try {
    for await (const chunk of socket) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as M;
    }
  } catch (error) {
    if (!hasGone(error)) throw error;
  }
}

const hasGone = (error: unknown): boolean =>
  ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes((error as NodeJS.ErrnoException).code ?? "");
