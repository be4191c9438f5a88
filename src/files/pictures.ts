import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { FairQueue } from "../core/fair-queue.ts";
import { Problem } from "../core/problem.ts";
import type { CleanPicture, PictureOutcome, PictureTask } from "./picture-tasks.ts";

/** The version that is tested. */
const SHARP = "sharp@0.35.5";

/** A picture that takes longer is refused. */
const MAX_TASK_MS = 60_000;
/** The process ends after so long without work, and gives its memory back. */
const IDLE_MS = 10_000;
/** Behind everything else that wants the processor. */
const LOW_PRIORITY = 10;

/** Works on pictures, one at a time, in a process of its own that is started when there is something to do. */
export class Pictures {
  readonly #queue = new FairQueue({
    maxRunning: 1,
    maxRunningPerKey: 1,
    maxWaiting: 1000,
    maxWaitingPerKey: 200,
    maxWaitMs: 60_000,
    refusal: (say) => say.server.busyStore,
  });
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Turns a picture upright and takes away what is not the picture. Throws `picture_refused`, `uploads_unavailable`, `overloaded`, `unavailable`. */
  async clean(siteId: string, task: Omit<PictureTask & { do: "clean" }, "do">): Promise<CleanPicture> {
    const picture = await this.#do(siteId, { do: "clean", ...task });
    if (!picture) throw new Error("a clean picture has measures");
    return picture;
  }

  /** Writes a picture in another width. Throws what `clean` throws. */
  async resize(siteId: string, task: Omit<PictureTask & { do: "resize" }, "do">): Promise<void> {
    await this.#do(siteId, { do: "resize", ...task });
  }

  /** Ends the process. */
  stop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill("SIGKILL");
  }

  async #do(siteId: string, task: PictureTask): Promise<CleanPicture | null> {
    const outcome = await this.#queue.run(siteId, () => this.#ask(task));
    if ("picture" in outcome) return outcome.picture;
    if ("refused" in outcome) throw new Problem("picture_refused", outcome.refused);
    if ("noSpace" in outcome)
      throw new Problem("unavailable", "The server has no space left for files. Try again later.");
    throw new Problem(
      "uploads_unavailable",
      `This server reads no pictures yet: install ${SHARP} beside Hanout (npm install ${SHARP}) and restart it.`,
    );
  }

  #ask(task: PictureTask): Promise<PictureOutcome> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    return new Promise<PictureOutcome>((resolve) => {
      const late = setTimeout(() => child.kill("SIGKILL"), MAX_TASK_MS);
      const end = (outcome: PictureOutcome) => {
        clearTimeout(late);
        child.off("exit", lost).off("message", end);
        resolve(outcome);
      };
      const lost = () => end({ refused: "The picture takes too long, or too much memory." });
      child.once("message", end).once("exit", lost);
      child.send(task, (error) => error && lost());
    }).finally(() => {
      this.#idle = setTimeout(() => {
        if (this.#child === child) this.#child = undefined; // the next task starts another
        if (child.connected) child.disconnect();
      }, IDLE_MS).unref();
    });
  }

  #start(): ChildProcess {
    const isSource = import.meta.url.endsWith(".ts");
    const program = new URL(isSource ? "./picture-process.ts" : "../cli/picture-process.js", import.meta.url);
    const child = fork(fileURLToPath(program), {
      env: { UV_THREADPOOL_SIZE: "1" }, // none of the server's secrets
      execArgv: isSource ? ["--import", createRequire(import.meta.url).resolve("tsx")] : [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("error", () => {}); // `exit`, the failed send or the missing id tells of it
    if (child.pid === undefined) {
      throw new Problem("unavailable", "The server cannot start another process. Try again later.");
    }
    this.#child = child;
    child.once("exit", () => {
      if (this.#child !== child) return; // another has been started meanwhile
      this.#child = undefined;
      clearTimeout(this.#idle);
    });
    lower(child.pid);
    child.unref();
    child.channel?.unref();
    return child;
  }
}

/** The system may not allow it. */
function lower(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {}
}
