const MAX_DELAY_MS = 100;
const BUFFER_BYTES = 16_000;
/** What waits for a slow reader at most. Later lines are dropped, because they would fill the memory. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;

/**
 * Opens standard output for the log. It is written in the background, so that no request waits for a slow reader. Lines
 * are collected for MAX_DELAY_MS; the end of the process writes the last ones. `onDropped` receives the number of dropped
 * lines when the reader has caught up.
 */
export async function openLogOutput(onDropped: (lines: number) => void) {
  const { default: pino } = await import("pino");
  const output = pino.destination({
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: MAX_DELAY_MS,
    maxLength: MAX_WAITING_BYTES,
  });
  let dropped = 0;
  output.on("drop", () => dropped++);
  output.on("drain", () => {
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped(lines);
  });
  return output;
}
