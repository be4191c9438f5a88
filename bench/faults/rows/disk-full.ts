import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Answer } from "../../harness/http.ts";
import type { Postgres, PostgresOptions } from "../../harness/postgres.ts";
import { type Fault, type FaultContext, FaultSkipped, unmetCriteria } from "../fault.ts";
import { isServed, sentBetween } from "../load.ts";
import { openRunningShop } from "../scene.ts";
import { counted, invalidAnswers, isServedOrRefused, recoveryTime, seconds } from "./criteria.ts";

const DISK = "200m";
const FULL_MS = 15_000;
/** The intervals of the database check and of the /readyz client, with a margin for a busy machine. */
const MAX_NOTICE_MS = 3000;
const MAX_RECOVERY_MS = 5000;

export const diskFull: Fault = {
  name: "disk-full",
  about:
    "The disk of PostgreSQL's tables fills up under load (the write-ahead log is on another disk), and is freed after 15 s.",
  databases: ["postgres"],
  quick: false,
  run: async (context) => {
    const disk = mountDisk(context);
    const scene = await openRunningShop(context, {
      database: await context.newDatabase(onDisk(disk, join(context.folder, "wal"))),
    });
    await pause(3000);
    const from = performance.now();
    fill(disk);
    context.say("full");
    await pause(FULL_MS);
    const to = performance.now();
    free(disk);
    context.say("freed");
    await pause(MAX_RECOVERY_MS + 1000);

    return scene.finish(() => {
      const noticed = scene.ready.answers.find((answer) => answer.sentAt >= from && saysNoWrites(answer));
      const since = noticed?.sentAt ?? Number.POSITIVE_INFINITY;
      const readiness = sentBetween(scene.ready.answers, from);
      const writes = sentBetween(scene.orders.answers, from, to);
      const reads = sentBetween([...scene.reads.answers, ...scene.watch.answers], from);
      const writesBack = readiness.find((answer) => answer.sentAt >= to && saysWrites(answer))?.sentAt;
      const back = recoveryTime(scene, to);
      return {
        measured: [
          `/readyz says "writes": false ${seconds(noticed && since - from)} after the disk was full and true ${seconds(writesBack && writesBack - to)} after it was freed`,
          `writes meanwhile: ${counted(writes)}`,
          `reads: ${counted(reads)}`,
          `all back ${seconds(back)} after it was freed`,
        ].join("; "),
        failures: unmetCriteria([
          [writes.some(({ what }) => what === "503"), "writes were refused, so the disk was full"],
          [invalidAnswers(scene.answers()).length === 0, "nobody is answered 500 or not at all"],
          [scene.answers().every(isServedOrRefused), "every answer is served or a 503 problem with Retry-After"],
          [reads.every(isServed), "reads go on"],
          [readiness.every(isServed), "/readyz stays 200"],
          [since - from < MAX_NOTICE_MS, "/readyz says that writes fail within about two seconds"],
          [back !== undefined && back < MAX_RECOVERY_MS, "writes are back by themselves within 5 s"],
          [writesBack !== undefined, "/readyz says so"],
        ]),
      };
    });
  },
};

export const diskFullOfChanges: Fault = {
  name: "disk-full-log",
  about:
    "The disk of PostgreSQL's write-ahead log fills up under load; PostgreSQL shuts down, and is started again when there is space.",
  databases: ["postgres"],
  quick: false,
  run: async (context) => {
    const disk = mountDisk(context);
    const scene = await openRunningShop(context, {
      database: await context.newDatabase(onDisk(context.folder, join(disk, "wal"))),
    });
    const postgres = scene.database.postgres!;
    await pause(3000);
    const from = performance.now();
    fill(disk);
    await writeMuch(postgres);
    context.say("full");
    await pause(FULL_MS);
    const stopped = postgres.pids().length === 0;
    free(disk);
    if (stopped) await postgres.start();
    const to = performance.now();
    context.say(stopped ? "freed, PostgreSQL started again" : "freed");
    await pause(MAX_RECOVERY_MS + 1000);

    return scene.finish(() => {
      const meanwhile = sentBetween(scene.answers(), from, to);
      const back = recoveryTime(scene, to);
      return {
        measured: [
          `PostgreSQL ${/PANIC/.test(postgres.log()) ? "panicked" : "did not panic"} and ${stopped ? "stayed down" : "went on"}`,
          `meanwhile: ${counted(meanwhile)}`,
          `all back ${seconds(back)} after there was space`,
        ].join("; "),
        failures: unmetCriteria([
          [meanwhile.some(({ what }) => what === "503"), "writes were refused, so the disk was full"],
          [invalidAnswers(scene.answers()).length === 0, "nobody is answered 500 or not at all"],
          [scene.answers().every(isServedOrRefused), "every answer is served or a 503 problem with Retry-After"],
          [back !== undefined && back < MAX_RECOVERY_MS, "everything is back by itself within 5 s"],
        ]),
      };
    });
  },
};

/** Writes more data than fits on the disk, from another connection. */
async function writeMuch(postgres: Postgres): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  client.on("error", () => {}); // PostgreSQL shuts down when the disk is full
  await client.connect();
  await client.query("create table much as select repeat('much', 250) from generate_series(1, 100000)").catch(() => {});
  await client.end().catch(() => {});
}

/** Uses small WAL segments, so that the write-ahead log soon needs a new file. */
const onDisk = (tables: string, changes: string): PostgresOptions => ({
  data: join(tables, "data"),
  initdb: ["-X", changes, "--wal-segsize=1"],
  settings: { min_wal_size: "2MB", max_wal_size: "32MB" },
});

/** Mounts a separate disk in memory. */
function mountDisk({ folder, onEnd }: FaultContext): string {
  if (userInfo().uid !== 0)
    throw new FaultSkipped("only root may mount the small disk of this row (tmpfs); run it as root");
  const disk = join(folder, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=777`, "tmpfs", disk], { stdio: "pipe" });
  } catch (error) {
    throw new FaultSkipped(`this machine does not mount a tmpfs: ${(error as Error).message}`);
  }
  onEnd(() => execFileSync("umount", ["--lazy", disk]));
  return disk;
}

const ballastOf = (disk: string): string => join(disk, "ballast");

/** Writes until the disk is full. */
function fill(disk: string): void {
  const file = openSync(ballastOf(disk), "w");
  try {
    for (const size of [2 ** 20, 2 ** 12]) {
      const block = Buffer.alloc(size);
      try {
        while (writeSync(file, block) === size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

const free = (disk: string): void => rmSync(ballastOf(disk));

const saysNoWrites = ({ what, text }: Answer): boolean => what === "200" && text.includes('"writes":false');
const saysWrites = ({ what, text }: Answer): boolean => what === "200" && text.includes('"writes":true');
