import { setTimeout as pause } from "node:timers/promises";
import { listOf } from "../config.ts";
import { Problem } from "../core/problem.ts";
import { CustomerTokens, tokenSecrets } from "../customers/customers.ts";
import { type JobRow, jobsAfter, requireJob } from "../jobs/jobs.ts";
import { Keyring } from "../keys/keys.ts";
import { merchantOperations } from "../merchant-operations/operations.ts";
import { jobRunner } from "../work.ts";
import { type Call, CommandError, EXIT_CODE_INTERRUPTED, type Screen } from "./call.ts";
import { requireStore, tenantOf } from "./database.ts";
import { printJson, printTable } from "./screen/output.ts";

const MAX_LISTED = 20;
const LOOK_MS = 300;
/** A server takes a job that is due within two seconds: one that nobody has taken for so long is left to this command. */
const LEFT_MS = 5000;
const EXIT_CODE_NOT_DONE = 2;

interface Options {
  store: string;
  json?: boolean;
}

/** Lists the newest jobs of a store, or follows one until it ends. It does the work of that one when no server takes it. */
export async function jobs(call: Call, id: string | null | undefined, { store: slug, json }: Options): Promise<number> {
  return call.withDatabase(async ({ database, url, files }) => {
    const tenant = tenantOf(await requireStore(database, slug, call.program));
    const { settings } = call;
    const tokens = new CustomerTokens(tokenSecrets(listOf(settings.CUSTOMER_TOKEN_KEYS), settings.DATA_DIR));
    const keyring = new Keyring(database);
    const names = merchantOperations(keyring, tokens).flatMap(({ name, asJob }) => (asJob ? [name] : []));
    if (!id) {
      const found = await database.transact(tenant, (db) =>
        jobsAfter(db, { kinds: names }, { limit: MAX_LISTED, after: null }),
      );
      printJobs(call.screen, found.slice(0, MAX_LISTED), json);
      return 0;
    }
    const find = () => database.transact(tenant, (db) => requireJob(db, id, names));
    await find().catch(asCommandError);
    const runner = url === "" ? jobRunner({ settings, database, keyring, tokens, files }) : undefined;
    const take = ({ due_at }: JobRow) => {
      if (Date.parse(due_at) + LEFT_MS < Date.now()) void runner?.runOnly(tenant, id);
    };
    try {
      return await follow(call, { find, take }, json);
    } finally {
      await runner?.stop();
    }
  });
}

function printJobs(screen: Screen, found: JobRow[], json: boolean | undefined): void {
  if (json) printJson(screen, found);
  else printTable(screen, found.map(inTable), ["job", "kind", "state", "done", "created", "problem"]);
}

const inTable = (job: JobRow) => ({
  job: job.id,
  kind: job.kind,
  state: job.state,
  done: wordsOf(job),
  created: job.created_at,
  problem: job.problem,
});

const wordsOf = ({ done, total }: JobRow): string =>
  total === null ? "" : `${(done ?? 0).toLocaleString("en")} of ${total.toLocaleString("en")}`;

interface Follows {
  find: () => Promise<JobRow>;
  /** Does the work of a job that is left. */
  take: (job: JobRow) => void;
}

/** Shows how far a job is until it ends; returns the exit code. */
async function follow(call: Call, { find, take }: Follows, json: boolean | undefined): Promise<number> {
  const { screen } = call;
  const interrupted = call.interruption();
  let job = await find();
  screen.startProgress(job.kind, 100);
  try {
    for (; job.finished_at === null && !interrupted.aborted; job = await find().catch(orAsBefore(job))) {
      take(job);
      if (job.total) screen.updateProgress((100 * (job.done ?? 0)) / job.total, wordsOf(job));
      await pause(LOOK_MS);
    }
  } finally {
    screen.stopProgress();
  }
  if (json) printJson(screen, job);
  else screen.print(job.finished_at === null ? GOES_ON : sentenceOf(job));
  if (job.finished_at === null) return EXIT_CODE_INTERRUPTED;
  return job.state === "done" ? 0 : EXIT_CODE_NOT_DONE;
}

const GOES_ON = "Interrupted. The job goes on where a server runs, or when this command is run again.";

function sentenceOf({ state, problem, result }: JobRow): string {
  const counts = Object.entries(result ?? {}).filter(([, value]) => typeof value === "number");
  const words = counts.map(([name, value]) => ` ${name} ${value}`).join(",");
  return [`The job is ${state}${words && `:${words}`}.`, ...(problem ? [problem] : [])].join(" ");
}

/** The job as it was last seen, when the database was too busy to say: on the embedded one, a portion of the job may take that long. */
const orAsBefore = (job: JobRow) => (error: unknown) =>
  error instanceof Problem && error.code === "overloaded" ? job : asCommandError(error);

function asCommandError(error: unknown): never {
  throw error instanceof Problem ? new CommandError(error.detail) : error;
}
