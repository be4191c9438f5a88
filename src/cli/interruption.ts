import { EXIT_CODE_INTERRUPTED } from "./call.ts";

/** npm passes on a signal that the terminal has already sent to the whole group of processes. */
const REPEATED_WITHIN_MS = 1000;

/**
 * Returns a signal that Ctrl-C or SIGTERM aborts, so that a long task stops between two steps and says what it did. A later
 * Ctrl-C ends the process at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const interrupt = () => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort();
    } else if (performance.now() - firstAt > REPEATED_WITHIN_MS) process.exit(EXIT_CODE_INTERRUPTED);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);
  return controller.signal;
}
