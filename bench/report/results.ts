import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Row } from "./row.ts";

/** All that a run has found, as it is stored in results.json. */
export interface Results {
  /** ISO 8601. */
  date: string;
  node: string;
  machine: string;
  /** Whether the measurements were short. */
  quick: boolean;
  rows: Row[];
}

export const RESULTS_FILE = "results.json";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The results in the last commit; undefined when there are none, or no git. */
export function committedResults(): Results | undefined {
  try {
    const options = { cwd: ROOT, stdio: "pipe", maxBuffer: 2 ** 26 } as const;
    return JSON.parse(execFileSync("git", ["show", `HEAD:docs/performance/${RESULTS_FILE}`], options).toString());
  } catch {
    return undefined;
  }
}

/** The results in a folder; undefined when there are none. */
export function storedResults(folder: string): Results | undefined {
  const file = join(folder, RESULTS_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Results) : undefined;
}

/** Returns the new results, with the stored rows of the works that were not measured. `order`: the names of all works that exist. */
export function mergeResults(stored: Results | undefined, measured: Results, order: string[]): Results {
  const works = new Set(measured.rows.map(({ work }) => work));
  const kept = stored?.rows.filter(({ work }) => !works.has(work) && order.includes(work)) ?? [];
  const rows = [...kept, ...measured.rows].sort((a, b) => order.indexOf(a.work) - order.indexOf(b.work));
  return { ...measured, rows };
}

/** The folder of the committed results. */
export const PUBLISHED = join(ROOT, "docs/performance");
/** The document with the table of the committed results. */
export const DOCUMENT = join(dirname(PUBLISHED), "performance.md");
/** Where a run writes what is not published: quick results, plans of statements. */
export const DATA = join(ROOT, "data/bench");
