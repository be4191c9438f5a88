import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { ADMIN } from "../../../../src/app.ts";
import { timeUntil } from "../../../harness/wait.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { seed } from "../../stores-and-orders.ts";
import { seconds } from "../criteria.ts";
import { callOperation } from "./receiver.ts";

const [STORES, KEYS, STREAMS_OF_KEY] = [5, 10, 10];
const STREAMS = STORES * KEYS * STREAMS_OF_KEY;
const MAX_KB = 100;
const MAX_END_MS = 2000;

/** Many programs follow stores by streams, and the server stops. */
export const streamsOpen: Fault = {
  name: "streams-open",
  about: `${STREAMS} streams of ${STORES} stores are open when the server gets SIGTERM.`,
  databases: ["postgres", "pglite"],
  quick: true,
  run: async (context) => {
    const database = await context.newDatabase();
    const stores = await database.use((db) => seed(db, { stores: STORES, products: STORES }));
    const server = await context.startServer(database.environment);
    const keys = await Promise.all(
      stores.map((store) =>
        Promise.all(
          Array.from({ length: KEYS }, async (_, i) => {
            const args = { name: `Key ${i}`, scopes: ["content:read"] };
            return (await callOperation<{ key: string }>(server, store, "api_keys_create", args)).key;
          }),
        ),
      ),
    );
    const warm = await openStream(server.url, stores[0]?.secret_key ?? "");
    warm.close();
    await pause(2000);
    const before = residentKb(server.pid);
    const streams = await Promise.all(
      keys.flat().flatMap((key) => Array.from({ length: STREAMS_OF_KEY }, () => openStream(server.url, key))),
    );
    await pause(2000);
    const each = (residentKb(server.pid) - before) / STREAMS;
    context.say(`${streams.length} streams, ${each.toFixed(0)} kB each`);
    for (const store of stores) {
      await callOperation(server, store, "menus_save", { handle: "main", title: "Menu", items: [] });
    }
    const told = await timeUntil(() => streams.every(({ text }) => text().includes("event: menus.changed")), 30_000);
    const stoppedAt = performance.now();
    const ended = Promise.all(streams.map(({ ended: end }) => end)).then(() => performance.now() - stoppedAt);
    const code = await server.stop("SIGTERM");
    const left = streams.filter(({ isOpen }) => isOpen()).length;
    const endedAfter = left === 0 ? await ended : undefined;
    return {
      answers: {},
      longestGapMs: 0,
      acknowledged: 0,
      lost: 0,
      invariants: [],
      measured: `${streams.length} streams open, ${each.toFixed(0)} kB of memory each; all were told ${seconds(told)} after the change, and had ended ${seconds(endedAfter)} after SIGTERM`,
      failures: unmetCriteria([
        [streams.length === STREAMS, `${STREAMS} streams are open`],
        [each <= MAX_KB, `a stream takes at most ${MAX_KB} kB`],
        [told !== undefined, "each is told what happens in its store"],
        [
          (endedAfter ?? Number.POSITIVE_INFINITY) <= MAX_END_MS,
          `all have ended ${MAX_END_MS} ms after SIGTERM; ${left} are open`,
        ],
        [code === 0, "the exit code is 0"],
      ]),
    };
  },
};

interface Stream {
  text: () => string;
  isOpen: () => boolean;
  ended: Promise<void>;
  close: () => void;
}

async function openStream(url: string, key: string): Promise<Stream> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${url}${ADMIN}/events`, { headers, agent: false }, resolve).once("error", reject).end();
  });
  if (response.statusCode !== 200) throw new Error(`a stream is refused: ${response.statusCode}`);
  let [text, isOpen] = ["", true];
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  response.on("error", () => {}); // a server that ends may reset what is open
  const ended = new Promise<void>((resolve) => {
    response.once("close", () => {
      isOpen = false;
      resolve();
    });
  });
  return { text: () => text, isOpen: () => isOpen, ended, close: () => response.destroy() };
}

/** The memory of a process, in kilobytes. */
const residentKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
