import { readSettings } from "../config.ts";
import { connectToServer, runBeside, ServerFound } from "./beside/client.ts";
import type { Screen } from "./call.ts";
import { type CommandName, runCommand } from "./commands.ts";
import { Terminal } from "./screen/terminal.ts";

/**
 * Runs a command to its end and sets the exit code of this process: by the server that uses the data folder, where one does,
 * else in this process.
 */
export async function carry(name: CommandName, given: unknown[]): Promise<void> {
  const settings = readSettings();
  const screen: Screen = new Terminal();
  const runHere = async (): Promise<number> => {
    const { callHere } = await import("./here.ts"); // a command that a server runs opens no database here
    return runCommand(callHere(settings, screen), name, given);
  };
  const runOnFolder = async (): Promise<number> => {
    const server = await connectToServer(settings.DATA_DIR);
    return server ? runBeside(server, screen, name, given) : runHere();
  };
  const run = settings.DATABASE_URL ? runHere : runOnFolder;
  process.exitCode = await run().catch((error: unknown) => {
    if (error instanceof ServerFound) return runBeside(error.server, screen, name, given);
    throw error;
  });
}
