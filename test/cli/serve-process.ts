import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { ENTRY, SOON_OVER } from "./hanout.ts";

export interface Served {
  child: ChildProcess;
  url: string;
  out: () => string;
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the server as a person does, and waits for what it prints when it is ready. `by`: a program that runs the one
 * its arguments name. It is killed at the end of the test.
 */
export async function serve(environment: Record<string, string>, by: string[] = []): Promise<Served> {
  const [program = "", ...args] = [...by, process.execPath, SOON_OVER, ENTRY, "serve"];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, PORT: "0", ...environment },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  const banner = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      out += chunk;
      const [, url] = /Storefront API {2}(http:\S+)\/api\/v1\/storefront/.exec(out) ?? [];
      if (url && out.includes("\n\n", out.indexOf("Hanout is running"))) resolve(url);
    });
    child.stderr.on("data", (chunk) => {
      out += chunk;
    });
    child.on("close", () => reject(new Error(out)));
  });
  return {
    child,
    url: await banner,
    out: () => out,
    stop: async (signal) => {
      const closed = once(child, "close");
      child.kill(signal);
      return (await closed)[0] as number | null;
    },
  };
}
