import type { Readable, Writable } from "node:stream";
import type { Settings } from "../config.ts";
import { OperatorError } from "../core/operator-error.ts";
import type { Database } from "../db/database.ts";
import type { Files } from "../files/files.ts";

/** A command cannot do what its arguments ask. */
export class CommandError extends OperatorError {}

/** What a shell reports of a program that Ctrl-C has ended. */
export const EXIT_CODE_INTERRUPTED = 130;

/** What the person sees who runs a command. */
export interface Screen {
  /** Prints a part of the answer, on standard output. */
  print(text: string): void;
  /** Prints what is no part of the answer, on standard error. */
  note(text: string): void;
  /** Begins to show how much of a total is done. */
  startProgress(title: string, total: number): void;
  /** Says how much is done, as a number, and in words if they say more: "3,000 of 10,000". */
  updateProgress(done: number, words: string): void;
  stopProgress(): void;
}

/** A file that the arguments of a command name. */
export interface InputFile {
  /** In bytes. */
  size: number;
  /** How many bytes of `content` were read. */
  bytesRead(): number;
  content: Readable;
}

/** A file that a command writes. It has its name only when it is whole. */
export interface OutputFile {
  content: Writable;
  /** Gives the file its name, when all of it is on the disk. */
  keep(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** What a command works on. */
export interface Opened {
  database: Database;
  /** The migrations that were applied to open it. */
  migrated: string[];
  /** The address of the running server; empty without one. */
  url: string;
  /** Where pictures are kept: the server's own, so that it works on one at a time. */
  files: Files;
}

/**
 * What a command gets besides its arguments. The command runs in the process of the person who runs it, or in the server that
 * uses the data folder; it sees no difference.
 */
export interface Call {
  screen: Screen;
  settings: Settings;
  /** How the person runs this program, for commands that it prints: `npx hanout`. */
  program: string;
  /** Whether a server runs the command, on its own database. */
  isServed: boolean;
  /** From the first call on, Ctrl-C aborts this signal, so that a long task stops between two steps and says what it did. */
  interruption(): AbortSignal;
  /** The names of the files in a folder that an argument names; undefined when it is no folder. Throws CommandError. */
  listFolder(path: string): Promise<string[] | undefined>;
  /** Opens a file that an argument names, or the file of this name in the folder that it names. Throws CommandError when it cannot be read. */
  openFile(path: string, name?: string): Promise<InputFile>;
  /** Begins a file that an argument names, readable for its owner only. Throws CommandError when there is one, or when it cannot be written. */
  createFile(path: string): Promise<OutputFile>;
  /** Opens and migrates the database of the settings, runs `work`, and closes what it opened in any case. */
  withDatabase<T>(work: (opened: Opened) => Promise<T>): Promise<T>;
}

/** Runs with its arguments and options; returns the exit code, 0 by default. */
export type Command = (call: Call, ...given: never[]) => Promise<number> | Promise<void>;
