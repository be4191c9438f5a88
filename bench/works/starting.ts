import { spawn } from "node:child_process";
import { once } from "node:events";
import { STOREFRONT } from "../../src/app.ts";
import { createDatabase, reachedAt } from "../harness/database.ts";
import { HANOUT } from "../harness/server.ts";
import { createSellingStore, headersOf } from "../harness/stores.ts";
import { type Goal, type Row, ratioRow, type Sample, type Side, sideResult } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import { shopperSide } from "./carts.ts";
import { compare, titleOf } from "./sides.ts";

/** How soon a new process and a new database are as useful as old ones. */

export const start: Work = {
  name: "start",
  about: "from the start of the server to its first answer, on a migrated PostgreSQL",
  unit: "ms",
  run: async (bench) => {
    const headers = headersOf(await bench.readStore());
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
  unit: "ms",
  run: (bench) =>
    compareTimes(bench, help, processSide("hanout --help", [HANOUT, "--help"]), { kind: "at most", value: 3 }),
};

const ROUNDS = 5;
/** Seconds of one measurement: whole, and with `--quick`. */
const FIRST_SECONDS = { whole: 30, quick: 10 };

/** Checkouts on a database whose tables were empty when the server made its plans. */
export const firstMinutes: Work = {
  name: "first-minutes",
  about:
    "whole checkouts in the first seconds of a new database, against those after PostgreSQL has gathered statistics",
  unit: "orders/s",
  isLong: true,
  run: async (bench) => {
    const seconds = bench.quick ? FIRST_SECONDS.quick : FIRST_SECONDS.whole;
    const [first, later]: [Sample[], Sample[]] = [[], []];
    for (let round = 1; round <= ROUNDS; round++) {
      const name = `first_minutes_${round}`;
      await createDatabase(bench.postgres, name);
      const { environment, use } = await reachedAt(bench.postgres.url(name), bench.postgres);
      const store = await use((db) => createSellingStore(db, { slug: "new" }));
      const measure = async (): Promise<Sample> => {
        const server = await bench.startServer({ environment });
        const sample = await shopperSide(bench, "server", server, store, { orders: true }).measure(seconds);
        await server.stop();
        return sample;
      };
      first.push(await measure());
      await use((_database, driver) => driver.exec("analyze"));
      later.push(await measure());
    }
    const notes = ["`analyze` stands for five minutes of autovacuum; each measurement is of a new process"];
    const goal = { kind: "at least", value: 0.95 } as const;
    const title = { ...titleOf(firstMinutes), goal, notes };
    return [ratioRow(title, sideResult("first seconds", first), sideResult("after analyze", later))];
  },
};

const compareTimes = (bench: Bench, work: Work, side: Side, goal: Goal): Promise<Row[]> =>
  compare({ ...bench, warmUpSeconds: 1 }, work, side, [{ yardstick: processSide("node -e 0", ["-e", "0"]), goal }]);

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
