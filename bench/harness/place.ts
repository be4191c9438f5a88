import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for what is started, and a list of what to stop and remove afterwards. */
export interface Place {
  readonly folder: string;
  /** Registers a function to run at the end; functions run in reverse order. */
  onEnd(cleanup: () => unknown): void;
}

/** Ends the places that are open now, the newest first. */
const ends: (() => Promise<void>)[] = [];

/** Runs `work` in an empty folder. Ends what it started also when it fails, or when the process is interrupted. */
export async function inPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  endOnExit();
  const folder = mkdtempSync(join(tmpdir(), "hanout-bench-"));
  chmodSync(folder, 0o755); // PostgreSQL may run as another user
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const end = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      await Promise.resolve()
        .then(cleanup)
        .catch((error: unknown) => console.error(`cleaning up: ${String(error)}`));
    }
  };
  ends.push(end);
  try {
    return await work({ folder, onEnd: (cleanup) => void cleanups.push(cleanup) });
  } finally {
    await end();
    ends.splice(ends.indexOf(end), 1);
  }
}

let isWatched = false;

function endOnExit(): void {
  if (isWatched) return;
  isWatched = true;
  const exit = async (code: number) => {
    for (const end of [...ends].reverse()) await end();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => exit(130));
  process.once("uncaughtException", (error) => {
    console.error(error);
    void exit(1);
  });
}
