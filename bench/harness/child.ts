import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A process of this benchmark that answers calls of the process that started it. */
export interface Child {
  readonly pid: number;
  /** Calls a function of the process. Rejects with its error, or when the process ends. */
  call<T>(method: string, argument?: unknown): Promise<T>;
  stop(): void;
}

/** A call and its answer, as the two processes send them. */
export interface Call {
  id: number;
  method: string;
  argument: unknown;
}
export type Reply = { id: number; result: unknown } | { id: number; error: string };

/** Starts a TypeScript file of the folder `bench`, which answers calls with `answerCalls`. */
export function startChild(onEnd: (cleanup: () => unknown) => void, file: string): Child {
  const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  onEnd(() => child.kill("SIGKILL"));
  return { pid: child.pid ?? 0, call: callsTo(child, file), stop: () => void child.kill("SIGKILL") };
}

function callsTo(child: ChildProcess, file: string): Child["call"] {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  child.on("message", (answer: Reply) => {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) call?.reject(new Error(`${file}: ${answer.error}`));
    else call?.resolve(answer.result as never);
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`));
    waiting.clear();
  });
  return (method, argument) =>
    new Promise((resolve, reject) => {
      const id = ++calls;
      waiting.set(id, { resolve, reject });
      child.send({ id, method, argument } satisfies Call);
    });
}

/** Answers the calls of the parent process. The process ends with its parent. */
export function answerCalls(methods: Record<string, (argument: never) => unknown>): void {
  process.on("message", async ({ id, method, argument }: Call) => {
    const answer = await Promise.resolve()
      .then(() => {
        const run = methods[method];
        if (!run) throw new Error(`there is no function ${method}`);
        return run(argument as never);
      })
      .then(
        (result): Reply => ({ id, result }),
        (error: unknown): Reply => ({
          id,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      );
    process.send?.(answer);
  });
  process.on("disconnect", () => process.exit());
}
