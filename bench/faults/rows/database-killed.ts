import { setTimeout as pause } from "node:timers/promises";
import { type Fault, unmet } from "../fault.ts";
import { sentBetween, servedAt, slowest, tally } from "../load.ts";
import { openScene } from "../scene.ts";
import { isRefusal, linesIn, seconds } from "./judging.ts";

const DOWN_MS = 5000;
/** What is in flight when the database dies is not sent while it is dead. */
const SETTLING_MS = 250;
const MAX_ANSWER_MS = 1000;
const MAX_RECOVERY_MS = 5000;

export const databaseKilled: Fault = {
  name: "database-killed",
  about: "PostgreSQL is killed under load (SIGKILL to all its processes) and started again after five seconds.",
  databases: ["postgres"],
  quick: true,
  run: async (context) => {
    const scene = await openScene(context);
    const postgres = scene.database.postgres!;
    await pause(3000);
    const killedAt = performance.now();
    const logged = scene.server.out().length;
    await postgres.kill();
    context.say("killed");
    await pause(DOWN_MS);
    const startedAt = performance.now();
    const lines = linesIn(scene.server.out().slice(logged));
    await postgres.start();
    const backAt = performance.now();
    context.say("started again");
    await pause(MAX_RECOVERY_MS);

    return scene.finish(() => {
      const affected = sentBetween(scene.answers(), killedAt, startedAt);
      const meanwhile = sentBetween(scene.answers(), killedAt + SETTLING_MS, startedAt);
      const ordersBack = servedAt(scene.orders.answers, backAt);
      const readyBack = servedAt(scene.ready.answers, backAt);
      const notReady = sentBetween(scene.ready.answers, killedAt + SETTLING_MS, startedAt);
      const downSeconds = (startedAt - killedAt) / 1000;
      return {
        measured: [
          `while it was dead ${JSON.stringify(tally(meanwhile))}, the slowest answer ${seconds(slowest(affected))}`,
          `${lines} lines in the log in ${downSeconds.toFixed(1)} s`,
          `orders back ${seconds(ordersBack && ordersBack - backAt)} after PostgreSQL`,
        ].join("; "),
        failures: unmet([
          [affected.every(({ what }) => what !== "500"), "nobody is answered 500"],
          [meanwhile.every(isRefusal), "every answer meanwhile is a 503 problem with Retry-After"],
          [slowest(affected) < MAX_ANSWER_MS, "every answer comes within a second"],
          [lines <= 2 * downSeconds + 5, "the log has about one line a second about it"],
          [notReady.every(({ what }) => what === "503"), "/readyz answers 503 meanwhile"],
          [ordersBack !== undefined && readyBack !== undefined, "orders and /readyz are back by themselves within 5 s"],
        ]),
      };
    });
  },
};
