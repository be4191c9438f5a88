#!/usr/bin/env node
import { OperatorError } from "../core/operator-error.ts";
import { program } from "./program.ts";

// The stacks of what is loaded from here on name the sources, not the built files.
process.setSourceMapsEnabled(true);

try {
  await program().parseAsync();
} catch (error) {
  console.error(`hanout: ${await messageOf(error)}`);
  process.exitCode = 1;
}

/** The message of an error for the operator; for other errors the message, or the stack with LOG_LEVEL=debug. */
async function messageOf(error: unknown): Promise<string> {
  const { message, stack } = error as Error;
  if (error instanceof OperatorError) return message;
  return (await showsStack()) ? (stack ?? message) : `${message} (set LOG_LEVEL=debug to see the stack)`;
}

async function showsStack(): Promise<boolean> {
  try {
    const { readSettings } = await import("../config.ts");
    return ["debug", "trace"].includes(readSettings().LOG_LEVEL);
  } catch {
    return false;
  }
}
