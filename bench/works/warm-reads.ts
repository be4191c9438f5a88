import { headersOf } from "../harness/stores.ts";
import { CONNECTIONS } from "../load/load.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { ALL_READS, get, pathsOf, type Read } from "../load/storefront-reads.ts";
import type { Row } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import { type AnswersByPath, headerOf, recordAnswer, requireSameAnswer } from "../yardsticks/recorded-answer.ts";
import { requireRight, requireSameAsUncached } from "./same-answers.ts";
import { compare, startHttpYardstick, streamSide } from "./sides.ts";

/** Reads that the cache has, against a bare server that sends the same bytes and headers. */

/** The goals by the name of the read. */
const GOALS: Record<string, number> = {
  list: 0.85,
  detail: 0.85,
  collection: 0.85,
  search: 0.85,
  facets: 0.85,
  menus: 0.75,
  page: 0.75,
};
const GOAL_OF_304 = 0.75;
/** The reads whose answers are asked for with their ETag: large ones and a small one. */
const NOT_MODIFIED = ["list", "menus"];

export const warmReads: Work[] = [
  ...ALL_READS.map((read) => {
    const about = `${read.about}, asked again and again`;
    const work: Work = {
      name: `warm-${read.name}`,
      about,
      run: (bench) => measureWarm(bench, work, { read, name: work.name, about, status: 200 }),
    };
    return work;
  }),
  {
    name: "warm-304",
    about: "a request with the ETag that the client has, for lists and for the menus",
    async run(bench) {
      const rows: Row[] = [];
      for (const read of ALL_READS.filter(({ name }) => NOT_MODIFIED.includes(name))) {
        const title = { name: `warm-304 ${read.name}`, about: `${read.about}, asked with their ETag` };
        rows.push(...(await measureWarm(bench, this, { read, ...title, status: 304 })));
      }
      return rows;
    },
  },
];

/** What a row measures, and its title. */
interface Warm {
  read: Read;
  name: string;
  about: string;
  status: 200 | 304;
}

async function measureWarm(bench: Bench, work: Work, { read, name, about, status }: Warm): Promise<Row[]> {
  const key = headersOf(await bench.readStore());
  const server = await bench.server();
  const paths = pathsOf(read);
  await requireRight(server.url, key, read);
  await requireSameAsUncached(bench, server, key, paths);
  const requests = await Promise.all(paths.map((path) => requestOf(server.url, key, path, status)));
  const answers = await recordAll(server.url, key, requests);
  const bare = await startHttpYardstick(bench, "yardsticks/bare-http.ts", answers);
  for (const [path, answer] of Object.entries(await recordAll(bare.url, key, requests)))
    requireSameAnswer(bare.url + path, answer, answers[path]);

  const streaming = { streams: () => [{ connections: CONNECTIONS, headers: key, requests, statuses: [status] }] };
  const goal = { kind: "at least", value: status === 304 ? GOAL_OF_304 : (GOALS[read.name] ?? 0) } as const;
  const rows = await compare(bench, work, streamSide(bench, "server", server, streaming), [
    { name, about, goal, notes: notesOn(answers), yardstick: streamSide(bench, "bare node:http", bare, streaming) },
  ]);
  return rows.map(withGenerator);
}

/** The request for an address; for 304 with the ETag of its answer. */
async function requestOf(
  url: string,
  key: Record<string, string>,
  path: string,
  status: Warm["status"],
): Promise<LoadedRequest> {
  if (status === 200) return get(path);
  const etag = headerOf(await recordAnswer(url + path, key), "etag");
  if (etag === undefined) throw new Error(`${path} has no ETag`);
  return { ...get(path), headers: { "if-none-match": etag } };
}

/** Records the answer to each request; its status is checked with each answer of the load. */
async function recordAll(url: string, key: Record<string, string>, requests: LoadedRequest[]): Promise<AnswersByPath> {
  const answers: AnswersByPath = {};
  for (const { path, headers } of requests) answers[path] = await recordAnswer(url + path, { ...key, ...headers });
  return answers;
}

function notesOn(answers: AnswersByPath): string[] {
  const all = Object.values(answers);
  const bytes = all.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) / all.length;
  const headers = all.reduce((most, answer) => Math.max(most, answer.headers.length), 0);
  return [`${Math.round(bytes)} bytes (mean) and up to ${headers} headers besides those of node:http`];
}

/** Says how busy the generator is beside the yardstick: what it cannot ask for, the yardstick cannot answer. */
function withGenerator(row: Row): Row {
  const cores = row.yardstick?.generatorCpu;
  return cores === undefined
    ? row
    : { ...row, notes: [...row.notes, `generator beside the yardstick ${cores.toFixed(2)}`] };
}
