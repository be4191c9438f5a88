import { STOREFRONT } from "../../src/app.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { recordPrograms, type SendRecorded } from "../recording/record.ts";
import type { Bench } from "../setup/bench.ts";
import type { Row, Work } from "../work.ts";
import type { StatementYardstick } from "../yardsticks/statement-yardstick.ts";
import { compare, databaseUrlOf, httpSide, pgSide, startHttpYardstick } from "./sides.ts";
import { READS, type Read } from "./storefront-reads.ts";

/** The storefront's reads without the cache, against a loop that runs the same statements. */

const GOAL = { kind: "at least", value: 0.6 } as const;

export const reads: Work[] = READS.map((read) => ({
  name: read.name,
  about: read.about,
  run: (bench) => measureRead(bench, read),
}));

async function measureRead(bench: Bench, { name, about, paths, isRight }: Read): Promise<Row[]> {
  const headers = { "x-api-key": (await bench.readStore()).publishable_key };
  const requests = paths.map((path): LoadedRequest => ({ method: "GET", path: STOREFRONT + path }));
  const server = await bench.uncachedServer();
  const answers: StatementYardstick["answers"] = [];
  const units = requests.map((request) => async (send: SendRecorded) => {
    const answer = JSON.parse(await send(request));
    const served = await (await fetch(server.url + request.path, { headers })).json();
    for (const one of [answer, served]) if (!isRight(one)) throw new Error(`${request.path} has a wrong answer`);
    answers.push({ path: request.path, answer });
  });
  const recording = await recordPrograms(databaseUrlOf(bench), headers, units);
  const { side, child } = await pgSide(bench, "bare pg", recording);
  const given: StatementYardstick = { databaseUrl: databaseUrlOf(bench), recording, answers };
  const fastify = await startHttpYardstick(bench, "yardsticks/fastify-statements.ts", given);

  const sent = { headers, requests };
  const title = { work: name, about, unit: "requests/s" };
  const statements = recording.programs.flat().reduce((sum, step) => sum + step.statements.length, 0);
  const notes = [`${(statements / requests.length).toFixed(1)} statements per request`];
  const rows = await compare(bench, httpSide(bench, "server", server, sent), [
    { title: { ...title, name, goal: GOAL, notes }, yardstick: side },
    { title: { ...title, name: `${name}, Fastify` }, yardstick: httpSide(bench, "handler of Fastify", fastify, sent) },
  ]);
  child.stop();
  fastify.stop();
  return rows;
}
