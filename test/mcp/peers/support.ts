import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const PEERS = new URL("./programs/node_modules/", import.meta.url);
const pathTo = (file: string): string => fileURLToPath(new URL(file, PEERS));

export interface ProcessResult {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs a program from the peers' folder until it exits, with the Node version that it needs. The working directory is
 * the program's folder, because the Inspector looks for its package.json there. Returns the exit code and the output.
 */
export async function run(program: string, ...args: string[]): Promise<ProcessResult> {
  const child = spawn(pathTo("node/bin/node"), [pathTo(program), ...args], {
    cwd: dirname(pathTo(program)),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

export const portOf = (address: { port: number } | string | null): number =>
  typeof address === "object" ? (address?.port ?? 0) : 0;
