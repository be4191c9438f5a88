import { availableParallelism } from "node:os";
import type { Settings } from "../config.ts";
import { defaultExpensiveReads } from "../db/connection-shares.ts";

/** The place of a worker among `count` workers, counted from 0. */
export interface WorkerPlace {
  index: number;
  count: number;
}

const PLACE = "HANOUT_WORKER";

/** The environment variable that tells a worker its place. */
export const placeInEnvironment = ({ index, count }: WorkerPlace) => ({ [PLACE]: `${index}/${count}` });

/** The place of this process; undefined when it is no worker. */
export function placeOfThisProcess(): WorkerPlace | undefined {
  const [index, count] = (process.env[PLACE] ?? "").split("/").map(Number);
  return index === undefined || count === undefined ? undefined : { index, count };
}

/** Settings that count for a whole server, so that each worker gets a part. */
const DIVIDED = [
  "DATABASE_POOL_SIZE",
  "DATABASE_READ_POOL_SIZE",
  "EXPENSIVE_READS_PER_STORE",
  "PASSWORD_HASHES_AT_ONCE",
  "CACHE_BYTES",
  "MAX_CONNECTIONS",
  "MCP_STREAMS_PER_KEY",
  "EVENT_STREAMS",
  "EVENT_STREAMS_PER_STORE",
  "EVENT_STREAMS_PER_KEY",
  "RATE_LIMIT_PER_KEY",
  "RATE_LIMIT_PER_ADDRESS",
  "RATE_LIMIT_SIGN_INS_PER_ADDRESS",
  "RATE_LIMIT_SIGN_INS_PER_EMAIL",
  "RATE_LIMIT_CODES_PER_ADDRESS",
] as const satisfies (keyof Settings)[];

/**
 * The settings of one worker: its part of what counts for the whole server. The parts of all workers add up to the
 * setting, unless it is smaller than the number of workers: each has at least one.
 */
export function settingsOf(settings: Settings, place: WorkerPlace): Settings {
  const whole = withDefaults(settings);
  return { ...whole, ...Object.fromEntries(DIVIDED.map((name) => [name, partOf(whole[name], place)])) };
}

/** The settings that are too small to be divided, so that the workers together have more. */
export const tooSmall = (settings: Settings, count: number): (keyof Settings)[] =>
  DIVIDED.filter((name) => settings[name] > 0 && settings[name] < count);

/** 0 stays 0: no cache, and a password at a time. */
const partOf = (whole: number, { index, count }: WorkerPlace): number =>
  whole === 0 ? 0 : Math.max(1, Math.floor((whole + index) / count));

function withDefaults(settings: Settings): Settings {
  const EXPENSIVE_READS_PER_STORE = settings.EXPENSIVE_READS_PER_STORE || defaultExpensiveReads(availableParallelism());
  return { ...settings, EXPENSIVE_READS_PER_STORE };
}

/** How many processes serve. `auto` is one for each core. */
export const workerCount = ({ WEB_CONCURRENCY }: Settings): number =>
  WEB_CONCURRENCY === "auto" ? availableParallelism() : Number(WEB_CONCURRENCY);
