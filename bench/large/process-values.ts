import { STOREFRONT } from "../../src/app.ts";
import type { Place } from "../harness/place.ts";
import { residentMbOf } from "../harness/processes.ts";
import { type Server, type ServerOptions, spawnHanout } from "../harness/server.ts";
import { median } from "../harness/statistics.ts";
import type { AskedStore } from "./asked-stores.ts";
import { Asker } from "./asker.ts";
import type { Times } from "./comparison.ts";

/** A figure of a process on each of the two databases. */
export interface ValueRow {
  name: string;
  unit: "ms" | "MB";
  values: Times;
}

const STARTS = 5;

/** Starts a server with these settings, and asks `path` until it answers. */
export type Start = (database: keyof Times, options: ServerOptions) => Promise<Server>;

/** The time from the start of a server to its first answer from the database: the median of five starts. */
export const startTimes = (start: Start, keys: Record<keyof Times, string>): Promise<ValueRow> =>
  inTurn("start to first answer", async (database) => {
    const server = await start(database, { path: `${STOREFRONT}/store`, headers: { "x-api-key": keys[database] } });
    await server.stop();
    return server.firstAnswerMs;
  });

/** The time of `hanout migrate` where nothing is to be done. */
export const migrateTimes = (urls: Record<keyof Times, string>, place: Place): Promise<ValueRow> =>
  inTurn("hanout migrate", async (database) => {
    const startedAt = performance.now();
    const { ended, out } = spawnHanout(place, ["migrate"], { environment: { DATABASE_URL: urls[database] } });
    if ((await ended) !== 0) throw new Error(out());
    return performance.now() - startedAt;
  });

async function inTurn(name: string, measure: (database: keyof Times) => Promise<number>): Promise<ValueRow> {
  const times: Record<keyof Times, number[]> = { large: [], small: [] };
  for (let i = 0; i < STARTS; i++)
    for (const database of ["large", "small"] as const) times[database].push(await measure(database));
  return { name, unit: "ms", values: { large: median(times.large), small: median(times.small) } };
}

/** The resident memory of a server in MB after a list, a product and a search of each store. */
export async function memoryAfterReads(server: Server, stores: Pick<AskedStore, "publishableKey">[]): Promise<number> {
  const asker = await Asker.open(server.url);
  for (const { publishableKey } of stores) {
    for (const path of ["/products?limit=24", "/products?limit=24&facets=true", "/search?q=maison&limit=24"]) {
      const headers = { "x-api-key": publishableKey };
      await asker.ask({ method: "GET", path: STOREFRONT + path, headers, status: 200 });
    }
  }
  asker.close();
  return residentMbOf(server.pid);
}
