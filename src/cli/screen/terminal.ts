import type { Screen } from "../call.ts";
import { type Progress, startProgress } from "./progress.ts";

/** The terminal of this process, or the files that its output goes to. */
export class Terminal implements Screen {
  #progress: Progress | undefined;

  print(text: string): void {
    if (this.#progress && process.stdout.isTTY)
      this.#progress.log(text); // the terminal shows the bar, too
    else console.log(text);
  }

  note(text: string): void {
    if (this.#progress) this.#progress.log(text);
    else console.error(text);
  }

  startProgress(title: string, total: number): void {
    this.#progress = startProgress(title, total);
  }

  updateProgress(done: number, words: string): void {
    this.#progress?.update(done, words);
  }

  stopProgress(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }
}
