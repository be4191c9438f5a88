import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createConnection, type Socket } from "node:net";
import { version } from "../../core/version.ts";
import { CommandError, type Screen } from "../call.ts";
import { commandName } from "../command-name.ts";
import type { CommandName } from "../commands.ts";
import { createBytes, type FileWriter, listFolder, type NextBytes, openBytes, pathOf } from "../file.ts";
import { interruption } from "../interruption.ts";
import { errorOf, failureOf } from "./failure.ts";
import { type FromClient, type FromServer, messagesOf, send } from "./messages.ts";
import { socketPath } from "./socket-path.ts";

/** Seconds until a server must have said its version. It may be busy with a request for a moment. */
const MAX_SILENCE = 10;

/** A server that uses a data folder and has said its version. */
export interface RunningServer {
  socket: Socket;
  messages: AsyncGenerator<FromServer>;
}

/**
 * Connects to the server that uses a data folder; undefined when none does, whatever a killed one left behind. Throws
 * CommandError when the server belongs to another user, has another version, or does not answer.
 */
export async function connectToServer(folder: string): Promise<RunningServer | undefined> {
  const socket = await connect(folder);
  if (!socket) return undefined;
  const messages = messagesOf<FromServer>(socket);
  const silence = setTimeout(() => socket.destroy(notAnswering()), MAX_SILENCE * 1000);
  const { value: first } = await messages.next().finally(() => clearTimeout(silence));
  if (first?.kind === "version" && first.version === version) return { socket, messages };
  socket.destroy();
  if (first?.kind === "version") throw otherVersion(first.version);
  return undefined; // it stops
}

/** Another process on the data folder has turned out to be a server. */
export class ServerFound extends Error {
  readonly server: RunningServer;

  constructor(server: RunningServer) {
    super("a server runs the command");
    this.server = server;
  }
}

async function connect(folder: string): Promise<Socket | undefined> {
  try {
    const path = await socketPath(folder);
    const { uid } = await stat(path);
    if (uid !== process.getuid?.()) throw otherUser(folder);
    const socket = createConnection(path);
    await once(socket, "connect");
    return socket;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "ECONNREFUSED"].includes(code)) return undefined;
    throw ["EACCES", "EPERM"].includes(code) ? otherUser(folder) : error;
  }
}

const otherUser = (folder: string) =>
  new CommandError(`The data folder ${folder} belongs to another user: run the command as that user.`);

const otherVersion = (server: string) =>
  new CommandError(
    `The running server has version ${server}, and this command has ${version}: run the command of ${server}, or stop the server and start it with ${version}.`,
  );

const notAnswering = () =>
  new CommandError(
    "The server that uses the data folder does not answer. When it is suspended, resume it (fg); when it hangs, end it and start it again.",
  );

/** Runs a command by a server, and shows what it says. Returns the exit code. Throws what the command throws. */
export async function runBeside(
  { socket, messages }: RunningServer,
  screen: Screen,
  name: CommandName,
  given: unknown[],
): Promise<number> {
  const files = new Files(given);
  send(socket, { kind: "command", name, given, program: commandName() });
  for await (const message of messages) {
    switch (message.kind) {
      case "show":
        show(screen, message.shown);
        break;
      case "interruptible":
        interruption().addEventListener("abort", () => send(socket, { kind: "interrupted" }));
        break;
      case "list":
      case "open":
      case "read":
      case "create":
      case "write":
      case "keep":
      case "discard":
        send(socket, await files.answer(message));
        break;
      case "exit":
        return message.code;
      case "failed":
        throw errorOf(message.failure);
    }
  }
  throw new CommandError(GONE);
}

const GONE =
  "The server ended before the command did. What the command had finished is kept. Start the server, and run the command again.";

function show<M extends keyof Screen>(screen: Screen, [method, ...values]: [M, ...Parameters<Screen[M]>]): void {
  (screen[method] as (...values: Parameters<Screen[M]>) => void)(...values);
}

/** What the server asks of files. */
type Asked = Extract<FromServer, { kind: "list" | "open" | "read" | "create" | "write" | "keep" | "discard" }>;

/** The files that a command may read and write: those that its arguments name. */
class Files {
  readonly #given: unknown[];
  #next: NextBytes | undefined;
  #close: (() => Promise<void>) | undefined;
  #writer: FileWriter | undefined;

  constructor(given: unknown[]) {
    this.#given = given;
  }

  async answer(asked: Asked): Promise<FromClient> {
    try {
      return await this.#do(asked);
    } catch (error) {
      return { kind: "failed", failure: failureOf(error) };
    }
  }

  async #do(asked: Asked): Promise<FromClient> {
    if (asked.kind === "list") {
      this.#requireGiven(asked.path);
      return { kind: "names", names: (await listFolder(asked.path)) ?? null };
    }
    if (asked.kind === "open") return this.#open(asked.path, asked.name);
    if (asked.kind === "read") return this.#read();
    if (asked.kind === "create") {
      this.#requireGiven(asked.path);
      this.#writer = await createBytes(asked.path);
      return { kind: "done" };
    }
    if (!this.#writer) throw new Error("no file was begun");
    if (asked.kind === "write") await this.#writer.write(Buffer.from(asked.bytes, "base64"));
    else await this.#writer[asked.kind]();
    return { kind: "done" };
  }

  #requireGiven(path: string): void {
    if (!this.#given.includes(path)) throw new Error(`${path} is not an argument of this command`);
  }

  /** One file is open at a time. */
  async #open(path: string, name: string | undefined): Promise<FromClient> {
    this.#requireGiven(path);
    await this.#close?.();
    this.#close = undefined;
    const { size, next, close } = await openBytes(pathOf(path, name));
    this.#next = next;
    this.#close = close;
    return { kind: "size", size };
  }

  async #read(): Promise<FromClient> {
    if (!this.#next) throw new Error("no file is open");
    return { kind: "bytes", bytes: (await this.#next()).toString("base64") };
  }
}
