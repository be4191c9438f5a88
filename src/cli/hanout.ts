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
  .showHelpAfterError("(--help lists the commands and options)");

for (const command of [serveCommand, migrateCommand, storesCommand, keysCommand, importCommand, demoCommand]) {
  program.addCommand(command());
}

const EXPECTED_ERRORS = [InvalidSetting, ListenError, CommandError, DatabaseUnavailable, FolderInUse];

try {
  await program.parseAsync();
} catch (error) {
  console.error(`hanout: ${messageOf(error)}`);
  process.exitCode = 1;
}

/** The message of an expected error; for other errors the message, or the stack with LOG_LEVEL=debug. */
function messageOf(error: unknown): string {
  const { message, stack } = error as Error;
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return message;
  return showsStack() ? (stack ?? message) : `${message} (set LOG_LEVEL=debug to see the stack)`;
}

function showsStack(): boolean {
  try {
    return ["debug", "trace"].includes(readSettings().LOG_LEVEL);
  } catch {
    return false;
  }
}
