import type { Settings } from "../config.ts";
import { Database } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import type { Call, Screen } from "./call.ts";
import { commandName } from "./command-name.ts";
import { openFile } from "./file.ts";
import { interruption } from "./interruption.ts";

/** A call that opens the database itself, in this process. */
export const callHere = (settings: Settings, screen: Screen): Call => ({
  screen,
  settings,
  program: commandName(),
  interruption,
  openFile,
  withDatabase: async (work) => {
    const { driver, migrated } = await openDatabase(settings, { log: (line) => screen.note(line) });
    try {
      return await work({ database: new Database(driver, { checks: false }), migrated, url: "" });
    } finally {
      await driver.close();
    }
  },
});
