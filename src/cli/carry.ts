import { setTimeout } from "node:timers/promises";
import { readSettings, type Settings } from "../config.ts";
import { connectToServer, runBeside } from "./beside/client.ts";
import { type CommandName, runCommand } from "./commands.ts";
import { callHere } from "./here.ts";
import { Terminal } from "./terminal.ts";

/** How long a command waits for a process that starts, stops, or runs another command on the embedded database. */
const WAIT_MS = 30_000;
const TELL_AFTER_MS = 1000;
const PAUSE_MS = 100;

/**
 * Runs a command to its end and sets the exit code of this process: by the server that uses the data folder, where one does,
 * else in this process.
 */
export async function carry(name: CommandName, given: unknown[]): Promise<void> {
  const settings = readSettings();
  const screen = new Terminal();
  process.exitCode = await (settings.DATABASE_URL
    ? runCommand(callHere(settings, screen), name, given)
    : runOnFolder(settings, screen, name, given));
}

async function runOnFolder(settings: Settings, screen: Terminal, name: CommandName, given: unknown[]): Promise<number> {
  const startedAt = performance.now();
  for (let isTold = false; ; ) {
    const server = await connectToServer(settings.DATA_DIR);
    if (server) return runBeside(server, screen, name, given);
    try {
      return await runCommand(callHere(settings, screen), name, given);
    } catch (error) {
      const waited = performance.now() - startedAt;
      if ((error as Error).name !== "FolderInUse" || waited > WAIT_MS) throw error;
      if (!isTold && waited > TELL_AFTER_MS) {
        screen.note("Waiting for the process that uses the data folder …");
        isTold = true;
      }
      await setTimeout(PAUSE_MS);
    }
  }
}
