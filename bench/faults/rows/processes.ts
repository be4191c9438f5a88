import { setTimeout as pause } from "node:timers/promises";
import { timeUntil } from "../../harness/wait.ts";
import { type Fault, unmetCriteria } from "../fault.ts";
import { answeredBetween } from "../load.ts";
import { openRunningShop } from "../scene.ts";
import { counted, isServedOrRefused, seconds } from "./criteria.ts";

/** A server process is stopped or killed. */

const RESTARTS = 3;
const KILLS = 3;

export const sigterm: Fault = {
  name: "sigterm",
  about: "The server gets SIGTERM while 30 clients open a connection for each request; three times, with --quick once.",
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: async (context) => {
    const scene = await openRunningShop(context, { readers: 20, buyers: 8, reconnect: true });
    const codes: (number | null)[] = [];
    let longestStop = 0;
    for (let restart = 0; restart < (context.quick ? 1 : RESTARTS); restart++) {
      await pause(1500);
      const at = performance.now();
      codes.push(await scene.server.stop("SIGTERM"));
      longestStop = Math.max(longestStop, performance.now() - at);
      context.say(`stop ${restart + 1} took ${seconds(performance.now() - at)}`);
      await scene.restart();
    }
    await pause(1000);
    return scene.finish(() => {
      const all = scene.answers();
      const reset = all.filter(({ what }) => what === "reset");
      const bad = all.filter(({ what }) => !["200", "201", "refused"].includes(what));
      return {
        measured: `${reset.length} of ${all.length} requests reset; others that were neither served nor refused a connection: ${counted(bad)}; the longest stop ${seconds(longestStop)}`,
        failures: unmetCriteria([
          [reset.length === 0, "no connection is reset"],
          [bad.length === 0, "every request is served or refused a connection"],
          [codes.every((code) => code === 0), "the exit code is 0"],
        ]),
      };
    });
  },
};

export const processKilled: Fault = {
  name: "process-killed",
  about: "The server is killed (SIGKILL) under orders and started again, three times.",
  databases: ["postgres", "pglite", "citus"],
  quick: false,
  run: async (context) => {
    const scene = await openRunningShop(context);
    for (let kill = 0; kill < KILLS; kill++) {
      const placed = scene.orders.placed.length;
      await timeUntil(() => scene.orders.placed.length >= placed + 25, 15_000);
      await scene.server.stop("SIGKILL");
      await scene.restart();
      context.say(`killed ${kill + 1} times, ${scene.orders.placed.length} orders acknowledged`);
    }
    const lastStart = performance.now();
    await pause(3000);
    return scene.finish(() => {
      const after = answeredBetween(scene.answers(), lastStart);
      const alive = ["200", "201", "refused", "reset", "503", "409"];
      const bad = scene.answers().filter(({ what }) => !alive.includes(what));
      return {
        measured: `${KILLS} kills; after the last start: ${counted(after)}`,
        failures: unmetCriteria([
          [bad.length === 0, `nothing but cut connections comes of it, not ${counted(bad)}`],
          [scene.orders.placed.some(({ at }) => at > lastStart), "orders are placed again after the last start"],
        ]),
      };
    });
  },
};

export const twoServersOneFolder: Fault = {
  name: "two-servers-one-folder",
  about: "A second server is started on the folder of an embedded database that is in use.",
  databases: ["pglite"],
  quick: true,
  run: async (context) => {
    const scene = await openRunningShop(context, { readers: 2, buyers: 2 });
    await pause(1000);
    const refusal = await context.startServer(scene.database.environment).then(
      () => "it started",
      (error: Error) => error.message.split("\n").slice(1).join("\n").trim(),
    );
    const refusedAt = performance.now();
    await pause(2000);
    return scene.finish(() => ({
      measured: `the second says: ${refusal}`,
      failures: unmetCriteria([
        [/in use|another/i.test(refusal) && !refusal.includes("\n"), "the second refuses in one sentence"],
        [scene.answers().every(isServedOrRefused), "the first goes on"],
        [scene.orders.placed.some(({ at }) => at > refusedAt), "the first goes on taking orders"],
      ]),
    }));
  },
};
