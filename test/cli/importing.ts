import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Run, temporaryFolder } from "./hanout.ts";

const HEADER = "Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Variant Inventory Tracker";

/** Writes lines into a new file, and returns its path. */
export function fileOf(...lines: string[]): string {
  const path = join(temporaryFolder(), "products.csv");
  writeFileSync(path, lines.join("\n"));
  return path;
}

/** A product export with these rows below its header. */
export const csv = (...rows: string[]): string => fileOf(HEADER, ...rows);

/** How many products are in a `largeFile`. */
export const LARGE = 200;

/** So large that its progress is told before its end. */
export function largeFile(): string {
  const text = "A long description. ".repeat(620);
  const rows = Array.from({ length: LARGE }, (_, i) => `pot-${i},Pot ${i},Title,Default Title,5,1,shopify,${text}`);
  return fileOf(`${HEADER},Body (HTML)`, ...rows);
}

/** An import has told some of its progress. */
export const PROGRESS = /[1-9]\d? ?%.* MB/;

/** Calls `act` once when a command has written this, and waits for its end. */
export function runUntil(child: ChildProcess, written: RegExp, act: () => void): Promise<Run> {
  const run: Run = { code: null, out: "", err: "" };
  let isDone = false;
  const hear = (stream: "out" | "err") => (chunk: Buffer) => {
    run[stream] += chunk;
    if (isDone || !written.test(run[stream])) return;
    isDone = true;
    act();
  };
  child.stdout?.on("data", hear("out"));
  child.stderr?.on("data", hear("err"));
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...run, code })));
}
