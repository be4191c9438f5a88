import { setTimeout } from "node:timers/promises";
import type { Settings } from "../config.ts";
import { Database } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import { Files } from "../files/files.ts";
import { connectToServer, ServerFound } from "./beside/client.ts";
import type { Call, Screen } from "./call.ts";
import { commandName } from "./command-name.ts";
import { createFile, listFolder, openFile } from "./file.ts";
import { interruption } from "./interruption.ts";

/** How long a command waits for a process that starts, stops, or runs another command on the embedded database. */
const WAIT_MS = 30_000;
const TELL_AFTER_MS = 1000;
const PAUSE_MS = 100;

/** A call that opens the database itself, in this process. */
export const callHere = (settings: Settings, screen: Screen): Call => ({
  screen,
  settings,
  program: commandName(),
  isServed: false,
  interruption,
  listFolder,
  openFile,
  createFile,
  withDatabase: async (work) => {
    const { driver, migrated } = await openWhenFree(settings, screen);
    const files = new Files(settings);
    try {
      return await work({ database: new Database(driver, { checks: false }), migrated, url: "", files });
    } finally {
      files.stop();
      await driver.close();
    }
  },
});

/** Waits for another process on the embedded database. Throws ServerFound when it is a server that is ready, else FolderInUse. */
async function openWhenFree(settings: Settings, screen: Screen): ReturnType<typeof openDatabase> {
  const startedAt = performance.now();
  for (let isTold = false; ; ) {
    try {
      return await openDatabase(settings, { log: (line) => screen.note(line) });
    } catch (error) {
      const waited = performance.now() - startedAt;
      if ((error as Error).name !== "FolderInUse" || waited > WAIT_MS) throw error;
      const server = await connectToServer(settings.DATA_DIR);
      if (server) throw new ServerFound(server);
      if (!isTold && waited > TELL_AFTER_MS) {
        screen.note("Waiting for the process that uses the data folder …");
        isTold = true;
      }
      await setTimeout(PAUSE_MS);
    }
  }
}
