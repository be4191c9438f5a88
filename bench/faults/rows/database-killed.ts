import { setTimeout as pause } from "node:timers/promises";
import { type Fault, unmetCriteria } from "../fault.ts";
import { sentBetween, slowest } from "../load.ts";
import { openRunningShop } from "../scene.ts";
import { counted, invalidAnswers, isRefusal, linesIn, recoveryTime, seconds } from "./criteria.ts";

/** A server that cannot read changes answers from memory for so long, and an answer takes a moment. */
const FROM_MEMORY_MS = 1100;
const DOWN_MS = 5000;
/** Requests of this period after the kill are ignored, because they may have been in progress. */
const SETTLING_MS = 250;
const MAX_ANSWER_MS = 1000;
const MAX_RECOVERY_MS = 5000;

export const databaseKilled: Fault = {
  name: "database-killed",
  about: "PostgreSQL is killed under load (SIGKILL to all its processes) and started again after five seconds.",
  databases: ["postgres", "citus"],
  quick: true,
  run: async (context) => {
    const scene = await openRunningShop(context);
    const postgres = scene.database.postgres!;
    await pause(3000);
    const logged = scene.server.out().length;
    const killedAt = performance.now();
    await postgres.kill();
    await pause(DOWN_MS);
    const startedAt = performance.now();
    const lines = linesIn(scene.server.out().slice(logged));
    await postgres.start();
    const backAt = performance.now();
    await pause(MAX_RECOVERY_MS);

    return scene.finish(() => {
      const affected = sentBetween(scene.answers(), killedAt, startedAt);
      const meanwhile = sentBetween(scene.answers(), killedAt + SETTLING_MS, startedAt);
      const early = sentBetween(scene.answers(), killedAt, killedAt + FROM_MEMORY_MS).filter(
        ({ what }) => what === "200",
      );
      const notReady = sentBetween(scene.ready.answers, killedAt + 1000, startedAt);
      const downSeconds = (startedAt - killedAt) / 1000;
      const back = recoveryTime(scene, backAt);
      return {
        measured: [
          `while it was dead: ${counted(meanwhile)}, slowest ${seconds(slowest(affected))}`,
          `${lines} lines in the log in ${downSeconds.toFixed(1)} s`,
          `all back ${seconds(back)} after PostgreSQL`,
        ].join("; "),
        failures: unmetCriteria([
          [invalidAnswers(scene.answers()).length === 0, "nobody is answered 500 or not at all"],
          [
            meanwhile.every((answer) => isRefusal(answer) || early.includes(answer)),
            "every answer meanwhile is a 503 problem with Retry-After; for a second, reads may come from memory",
          ],
          [slowest(affected) < MAX_ANSWER_MS, "every answer comes within a second"],
          [lines <= 2 * downSeconds + 5, "the log has about one line a second about it"],
          [notReady.every(({ what }) => what === "503"), "/readyz answers 503 meanwhile"],
          [back !== undefined && back < MAX_RECOVERY_MS, "reads, orders and /readyz are back by themselves within 5 s"],
        ]),
      };
    });
  },
};
