const MAX_DELAY_MS = 100;
const BUFFER_LENGTH = 16_000;
/** Several processes may write so many bytes to one pipe without mixing them (PIPE_BUF of Linux). */
const SHARED_BUFFER_LENGTH = 4096;
/** What waits for a slow reader at most. Later lines are dropped, because they would fill the memory. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;

/**
 * Opens standard output for the log. It is written in the background, so that no request waits for a slow reader. Lines
 * are collected for MAX_DELAY_MS; the end of the process writes the last ones. `onDropped` receives the number of dropped
 * lines when the reader has caught up.
 */
export async function openLogOutput(onDropped: (lines: number) => void, isShared: boolean) {
  const { default: pino } = await import("pino");
  const bufferLength = isShared ? SHARED_BUFFER_LENGTH : BUFFER_LENGTH;
  let lines = "";
  process.once("exit", () => writeLines()); // before the one of pino, which writes what it was given
  const output = pino.destination({ sync: false, maxLength: MAX_WAITING_BYTES, maxWrite: bufferLength });
  // pino counts the bytes of all that waits at each write, so it gets many lines at once.
  const writeLines = () => {
    if (lines === "") return;
    output.write(lines);
    lines = "";
  };
  setInterval(writeLines, MAX_DELAY_MS).unref();

  let dropped = 0;
  output.on("drop", (text: string) => {
    dropped += text.split("\n").length - 1;
  });
  output.on("drain", () => {
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    onDropped(count);
  });
  return {
    write: (line: string) => {
      if (lines.length + line.length > bufferLength) writeLines();
      lines += line;
    },
    flushSync: () => {
      writeLines();
      output.flushSync();
    },
  };
}
