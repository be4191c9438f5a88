import { spawn } from "node:child_process";
import { once } from "node:events";
import { STOREFRONT } from "../../src/app.ts";
import { interleave } from "../interleave.ts";
import type { Bench } from "../setup/bench.ts";
import { HANOUT } from "../setup/server.ts";
import { ratioRow, sideResult } from "../statistics.ts";
import type { Goal, Row, Side, Work } from "../work.ts";

/** How long it takes until a new process is useful, against a process that does nothing. */

export const start: Work = {
  name: "start",
  about: "from the start of the server to its first answer, on a migrated PostgreSQL",
  run: async (bench) => {
    const headers = { "x-api-key": (await bench.readStore()).publishable_key };
    const measure = async () => {
      const server = await bench.startServer({ path: `${STOREFRONT}/store`, headers });
      await server.stop();
      return { value: server.firstAnswerMs };
    };
    return compareTimes(bench, start, { name: "server", measure }, { kind: "at most", value: 8 });
  },
};

export const help: Work = {
  name: "help",
  about: "`hanout --help`",
  run: (bench) =>
    compareTimes(bench, help, processSide("hanout --help", [HANOUT, "--help"]), { kind: "at most", value: 3 }),
};

async function compareTimes(bench: Bench, { name, about }: Work, side: Side, goal: Goal): Promise<Row[]> {
  const nothing = processSide("node -e 0", ["-e", "0"]);
  const [ours = [], theirs = []] = await interleave([side, nothing], { ...bench, warmUpSeconds: 1 });
  const title = { name, work: name, about, unit: "ms", goal };
  return [ratioRow(title, sideResult(side.name, ours), sideResult(nothing.name, theirs))];
}

/** The time that a process of Node takes from its start to its end. Throws when it fails. */
const processSide = (name: string, args: string[]): Side => ({
  name,
  measure: async () => {
    const startedAt = performance.now();
    const [code] = (await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit")) as [number | null];
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return { value: performance.now() - startedAt };
  },
});
