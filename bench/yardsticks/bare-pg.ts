// A loop that runs recorded statements with `pg`, without HTTP.
import { answerCalls } from "../harness/child.ts";
import type { Recording } from "../recording/program.ts";
import { repeat } from "./loop.ts";
import { checkPrograms, openPools, programsOf, type RunProgram } from "./pools.ts";

let runs: RunProgram[] = [];

answerCalls({
  /** Runs every program once, and compares the numbers of rows with the recorded ones. */
  prepare: async ({ databaseUrl, recording }: { databaseUrl: string; recording: Recording }) => {
    runs = programsOf(recording, openPools(databaseUrl));
    await checkPrograms(recording, runs);
  },
  measure: (seconds: number) => repeat(seconds, (n) => runs[n % runs.length]?.() ?? Promise.resolve()),
});
