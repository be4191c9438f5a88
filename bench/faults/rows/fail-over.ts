import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { postgresBinaries, unprivilegedOwner } from "../../../test/support/setup/postgres-programs.ts";
import { queryAt, reachedAt } from "../../harness/database.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../fault.ts";
import { sentBetween } from "../load.ts";
import { startTcpProxy } from "../proxy.ts";
import { openRunningShop } from "../scene.ts";
import { counted, invalidAnswers, isServedOrRefused, recoveryTime, seconds } from "./criteria.ts";

const STANDBY = "standby1";
/** The time between the failure and the promotion of the standby. */
const NOTICED_MS = 3000;
const MAX_RECOVERY_MS = 10_000;

export const failOver: Fault = {
  name: "fail-over",
  about:
    "The primary of a synchronous pair is killed (SIGKILL) under orders; the streaming standby is promoted three seconds later, and the address points to it.",
  databases: ["postgres"],
  quick: true,
  run: async (context) => {
    const settings = { wal_level: "replica", synchronous_commit: "remote_apply" };
    const primary = (await context.newDatabase({ settings })).postgres!;
    const standby = await startStandby(context, primary);
    await ask(primary, `alter system set synchronous_standby_names = '${STANDBY}'`);
    await ask(primary, "select pg_reload_conf()");
    const proxy = await startTcpProxy(context, primary.port);
    const database = await reachedAt(`postgres://hanout@127.0.0.1:${proxy.port}/hanout`, primary);
    const scene = await openRunningShop(context, { database });
    await pause(4000);
    const [replica] = await ask(primary, "select sync_state from pg_stat_replication");
    const killedAt = performance.now();
    await primary.kill();
    context.say("the primary is dead");
    await pause(NOTICED_MS);
    await ask(standby, "select pg_promote()");
    proxy.switchTo(standby.port);
    const promotedAt = performance.now();
    context.say("the standby is promoted");
    await pause(MAX_RECOVERY_MS);

    return scene.finish(() => {
      const meanwhile = sentBetween(scene.answers(), killedAt, promotedAt);
      const back = recoveryTime(scene, promotedAt);
      const before = scene.orders.placed.filter(({ at }) => at < killedAt).length;
      return {
        measured: [
          `${before} orders acknowledged before, ${scene.orders.placed.length - before} after`,
          `meanwhile: ${counted(meanwhile)}`,
          `all back ${seconds(back)} after the promotion`,
        ].join("; "),
        failures: unmetCriteria([
          [replica?.sync_state === "sync", "the standby was synchronous"],
          [before > 0, "orders were acknowledged before"],
          [invalidAnswers(scene.answers()).length === 0, "nobody is answered 500 or not at all"],
          [scene.answers().every(isServedOrRefused), "every answer is served or a 503 problem with Retry-After"],
          [back !== undefined && back < MAX_RECOVERY_MS, "everything is back within 10 s of the promotion"],
        ]),
      };
    });
  },
};

/** Starts a standby that replicates from the primary. */
async function startStandby(context: FaultContext, primary: Postgres): Promise<Postgres> {
  const owner = await unprivilegedOwner(context.folder);
  const data = join(context.folder, "standby");
  const from = `host=127.0.0.1 port=${primary.port} user=hanout application_name=${STANDBY}`;
  const args = ["-D", data, "-d", from, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
  execFileSync(join(postgresBinaries(owner), "pg_basebackup"), args, { ...owner, cwd: context.folder, stdio: "pipe" });
  return context.startPostgres({ data });
}

const ask = (postgres: Postgres, statement: string) =>
  queryAt<Record<string, unknown>>(postgres.url("postgres"), statement);
