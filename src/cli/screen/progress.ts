import { MultiBar, Presets } from "cli-progress";

/** The progress of a long task, on standard error: a bar on a terminal, a line for each tenth anywhere else. */
export interface Progress {
  /** Sets how much of the total is done, as a number, and in words if they say more: "3,000 of 10,000". */
  update(done: number, words?: string): void;
  /** Prints a line above the bar. */
  log(line: string): void;
  stop(): void;
}

export const startProgress = (title: string, total: number): Progress =>
  process.stderr.isTTY ? progressBar(title, total) : progressLines(title, total);

function progressBar(title: string, total: number): Progress {
  const format = `${title} {bar} {percentage}% {words}`;
  const bars = new MultiBar(
    { format, hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  const bar = bars.create(total, 0, { words: "" });
  const stop = () => bars.stop();
  process.once("exit", stop); // the terminal shows its cursor again
  return {
    update: (done, words = "") => bar.update(done, { words }),
    log: (line) => bars.log(`${line}\n`),
    stop: () => {
      process.removeListener("exit", stop);
      bars.update(); // prints the last lines
      stop();
    },
  };
}

function progressLines(title: string, total: number): Progress {
  let tenths = 0;
  const update: Progress["update"] = (done, words = "") => {
    const reached = Math.floor((10 * done) / total);
    if (reached === tenths || reached === 10) return; // the command itself says that it is done
    tenths = reached;
    console.error(`${title}: ${10 * reached} %${words && ` (${words})`}`);
  };
  return { update, log: console.error, stop: () => {} };
}
