import { setTimeout as pause } from "node:timers/promises";
import { reachedAt } from "../../harness/database.ts";
import { type Fault, type FaultContext, type Outcome, unmetCriteria } from "../fault.ts";
import { answeredBetween, sentBetween, slowest } from "../load.ts";
import { startTcpProxy } from "../proxy.ts";
import { openRunningShop, type RunningShop } from "../scene.ts";
import { counted, invalidAnswers, isServedOrRefused, recoveryTime, seconds } from "./criteria.ts";

/** The database accepts or keeps connections, but does not respond. */

const STATEMENT_TIMEOUT_SECONDS = 5;
/** The statement time-out, one second more for the client's time-out, and one second as a margin. */
const MAX_ANSWER_MS = (STATEMENT_TIMEOUT_SECONDS + 2) * 1000;
const MAX_READY_MS = 1000;
const MAX_RECOVERY_MS = 5000;
const environment = { DATABASE_STATEMENT_TIMEOUT_SECONDS: String(STATEMENT_TIMEOUT_SECONDS) };

export const databaseFrozen: Fault = {
  name: "database-frozen",
  about: "All processes of PostgreSQL are stopped (SIGSTOP) for 20 s under load, and then continued.",
  databases: ["postgres", "citus"],
  quick: false,
  run: async (context) => {
    const scene = await openRunningShop(context, { environment });
    const postgres = scene.database.postgres!;
    await pause(3000);
    const from = performance.now();
    postgres.freeze();
    await pause(20_000);
    postgres.thaw();
    return judged(context, scene, from, performance.now());
  },
};

export const connectionsSilent: Fault = {
  name: "connections-silent",
  about:
    "A firewall drops all packets to and from PostgreSQL for 15 s; after that, old connections stay silent and new ones work.",
  databases: ["postgres", "citus"],
  quick: true,
  run: async (context) => {
    const { postgres } = await context.newDatabase();
    const proxy = await startTcpProxy(context, postgres!.port);
    const url = postgres!.url("hanout");
    const direct = await reachedAt(url, postgres!);
    const DATABASE_URL = url.replace(`:${postgres!.port}/`, `:${proxy.port}/`);
    const scene = await openRunningShop(context, {
      database: { ...direct, environment: { DATABASE_URL } },
      environment,
    });
    await pause(3000);
    const from = performance.now();
    proxy.silence();
    await pause(15_000);
    proxy.heal({ forget: true });
    return judged(context, scene, from, performance.now());
  },
};

async function judged(context: FaultContext, scene: RunningShop, from: number, healedAt: number): Promise<Outcome> {
  context.say("healed");
  await pause(MAX_RECOVERY_MS + 1000);
  return scene.finish(() => {
    const meanwhile = answeredBetween(scene.answers(), from, healedAt);
    const affected = sentBetween(scene.answers(), from - 1000, healedAt);
    const readiness = sentBetween(scene.ready.answers, from - 1000);
    const notReady = sentBetween(scene.ready.answers, from + 4000, healedAt - 1000);
    const back = recoveryTime(scene, healedAt);
    return {
      measured: [
        `meanwhile: ${counted(meanwhile)}, slowest ${seconds(slowest(affected))}`,
        `/readyz slowest ${seconds(slowest(readiness))}`,
        `all back ${seconds(back)} after healing`,
      ].join("; "),
      failures: unmetCriteria([
        [invalidAnswers(scene.answers()).length === 0, "nobody is answered 500 or not at all"],
        [
          scene.answers().every(isServedOrRefused),
          `every answer is served or a 503 problem with Retry-After, not ${counted(scene.answers().filter((answer) => !isServedOrRefused(answer)))}`,
        ],
        [slowest(affected) < MAX_ANSWER_MS, "no answer takes longer than the statement's time-out and a second"],
        [slowest(readiness) < MAX_READY_MS, "/readyz answers within a second throughout"],
        [notReady.every(({ what }) => what === "503"), "/readyz answers 503 while the database is silent"],
        [back !== undefined && back < MAX_RECOVERY_MS, "reads, orders and /readyz are back within 5 s of healing"],
      ]),
    };
  });
}
