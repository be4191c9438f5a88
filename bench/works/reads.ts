import { headersOf } from "../harness/stores.ts";
import { get, pathsOf, READS, type Read } from "../load/storefront-reads.ts";
import { statementsIn } from "../recording/program.ts";
import { recordPrograms, type SendRecorded } from "../recording/record.ts";
import type { Row } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import type { StatementYardstick } from "../yardsticks/statement-yardstick.ts";
import { requireRight } from "./same-answers.ts";
import { compare, httpSide, pgSide, startHttpYardstick } from "./sides.ts";

/** The storefront's reads without the cache, against a loop that runs the same statements. */

const GOAL = { kind: "at least", value: 0.6 } as const;

export const reads: Work[] = READS.map((read) => {
  const { name, about } = read;
  const work: Work = { name, about, run: (bench) => measureRead(bench, work, read) };
  return work;
});

async function measureRead(bench: Bench, work: Work, read: Read): Promise<Row[]> {
  const headers = headersOf(await bench.readStore());
  const requests = pathsOf(read).map(get);
  const server = await bench.uncachedServer();
  await requireRight(server.url, headers, read);
  const answers: StatementYardstick["answers"] = [];
  const units = requests.map((request) => async (send: SendRecorded) => {
    const answer = JSON.parse(await send(request));
    if (!read.isRight(answer)) throw new Error(`${request.path} has a wrong answer`);
    answers.push({ path: request.path, answer });
  });
  const { databaseUrl } = bench;
  const recording = await recordPrograms(databaseUrl, headers, units);
  const yardstick = await pgSide(bench, recording);
  const given: StatementYardstick = { databaseUrl, recording, answers };
  const fastify = await startHttpYardstick(bench, "yardsticks/fastify-statements.ts", given);

  const sent = { headers, requests };
  const notes = [`${(statementsIn(recording.programs) / requests.length).toFixed(1)} statements per request`];
  return compare(bench, work, httpSide(bench, "server", server, sent), [
    { yardstick, goal: GOAL, notes },
    { name: `${work.name}, Fastify`, yardstick: httpSide(bench, "handler of Fastify", fastify, sent) },
  ]);
}
