#!/usr/bin/env node
import { Command } from "commander";
import { InvalidSetting, readSettings } from "../config.ts";
import { version } from "../core/version.ts";
import { DatabaseUnavailable } from "../db/open.ts";
import { FolderInUse } from "../db/pglite/folder-lock.ts";
import { ListenError } from "../main.ts";
import { demoCommand } from "./demo.ts";
import { importCommand } from "./import.ts";
import { keysCommand } from "./keys.ts";
import { migrateCommand } from "./migrate.ts";
import { CommandError } from "./output.ts";
import { serveCommand } from "./serve.ts";
import { storesCommand } from "./stores.ts";

const program = new Command("hanout")
  .description("A storefront commerce back end for many stores.")
  .version(version)
  .addHelpText("after", "\nSettings come from the environment or a .env file; docs/configuration.md lists them.")
  .showHelpAfterError("(--help shows what there is)");

for (const command of [serveCommand, migrateCommand, storesCommand, keysCommand, importCommand, demoCommand]) {
  program.addCommand(command());
}

const EXPECTED = [InvalidSetting, ListenError, CommandError, DatabaseUnavailable, FolderInUse];

try {
  await program.parseAsync();
} catch (error) {
  console.error(`hanout: ${explain(error)}`);
  process.exitCode = 1;
}

/** One sentence for what was expected to go wrong; for the rest the message, and the stack when asked for. */
function explain(error: unknown): string {
  const { message, stack } = error as Error;
  if (EXPECTED.some((kind) => error instanceof kind)) return message;
  return wantsStack() ? (stack ?? message) : `${message} (LOG_LEVEL=debug shows where)`;
}

function wantsStack(): boolean {
  try {
    return ["debug", "trace"].includes(readSettings().LOG_LEVEL);
  } catch {
    return false;
  }
}
