import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { version } from "../../core/version.ts";
import { CommandError } from "../call.ts";
import { isCommandName, runCommand } from "../commands.ts";
import { failureOf } from "./failure.ts";
import { type FromClient, messagesOf, send } from "./messages.ts";
import { type CommandParts, ServedCall } from "./served-call.ts";
import { makeSocketPath, removeSocket } from "./socket-path.ts";

/** Milliseconds that a client has for its answer when the server stops. */
const ANSWER_MS = 1000;

/** Runs the commands of the person who started this server, which come over a socket in the data folder. */
export class CommandServer {
  readonly #folder: string;
  readonly #server: Server;
  readonly #clients = new Map<Socket, ServedCall>();
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;

  constructor(parts: CommandParts) {
    this.#folder = parts.settings.DATA_DIR;
    this.#server = createServer((socket) => {
      const call = new ServedCall(socket, parts);
      this.#clients.set(socket, call);
      void this.#serve(socket, call).finally(() => this.#clients.delete(socket));
    });
  }

  /** Listens on a socket for the owner of this process only. */
  async start(): Promise<void> {
    const path = await makeSocketPath(this.#folder);
    const before = process.umask(0o177);
    this.#server.listen(path); // makes the socket at once
    process.umask(before);
    await once(this.#server, "listening");
  }

  /**
   * Accepts no more commands, interrupts those that run, and resolves when they have ended. A client that does not answer, as one that
   * a terminal has suspended, is left.
   */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#isStopping = true;
    this.#server.close();
    for (const call of this.#clients.values()) call.interrupt();
    const late = setTimeout(() => {
      for (const call of this.#clients.values()) call.leave();
    }, ANSWER_MS);
    await Promise.all(this.#running);
    clearTimeout(late);
    for (const socket of this.#clients.keys()) socket.end();
    await removeSocket(this.#folder);
  }

  /** Serves one client: its command, and then what the command asks it for. */
  async #serve(socket: Socket, call: ServedCall): Promise<void> {
    send(socket, { kind: "version", version });
    try {
      for await (const message of messagesOf<FromClient>(socket)) {
        if (message.kind === "interrupted") call.interrupt();
        else if (message.kind !== "command") call.take(message);
        else if (this.#isStopping) throw new CommandError("The server stops.");
        else this.#run(socket, call, message);
      }
    } catch (error) {
      send(socket, { kind: "failed", failure: failureOf(error) });
      socket.end();
    }
    call.leave();
  }

  #run(socket: Socket, call: ServedCall, asked: Asked): void {
    const running = run(socket, call, asked).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

type Asked = Extract<FromClient, { kind: "command" }>;

async function run(socket: Socket, call: ServedCall, { name, given, program }: Asked): Promise<void> {
  try {
    if (!isCommandName(name)) throw new CommandError(`There is no command "${name}".`);
    call.program = program;
    send(socket, { kind: "exit", code: await runCommand(call, name, given) });
  } catch (error) {
    send(socket, { kind: "failed", failure: failureOf(error) });
  }
  socket.end();
}
