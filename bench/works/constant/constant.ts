import { fileURLToPath } from "node:url";
import { STOREFRONT } from "../../../src/app.ts";
import { type Server, WITHOUT_CACHE } from "../../harness/server.ts";
import { headersOf } from "../../harness/stores.ts";
import { get } from "../../load/storefront-reads.ts";
import type { Row } from "../../report/row.ts";
import type { Bench, Work } from "../../work.ts";
import { recordAnswer, requireSameAnswer } from "../../yardsticks/recorded-answer.ts";
import { compare, httpSide, startHttpYardstick } from "../sides.ts";

const PRELOAD = fileURLToPath(new URL("./constant-answers.js", import.meta.url));

/** The goals by the size of the answer, in KiB. */
const GOALS = [
  { kib: 51, goal: 0.65 },
  { kib: 10, goal: 0.55 },
  { kib: 1, goal: 0.45 },
];

/** Constant answers through all hooks, against servers that do nothing else than send the same bytes. */
export const constant: Work = {
  name: "constant",
  about: "a constant answer through all hooks: key, limits, log, id, headers",
  run: async (bench) => {
    const server = await bench.startServer({ preload: PRELOAD, environment: WITHOUT_CACHE });
    const rows: Row[] = [];
    for (const { kib, goal } of GOALS) rows.push(...(await measureSize(bench, server, kib, goal)));
    return rows;
  },
};

async function measureSize(bench: Bench, server: Server, kib: number, goal: number): Promise<Row[]> {
  const headers = headersOf(await bench.readStore());
  const path = `${STOREFRONT}/pages/constant-${kib}`;
  const answer = await recordAnswer(server.url + path, headers);
  if (answer.body.length !== kib * 1024) throw new Error(`${path} has ${answer.body.length} bytes`);
  const http = await startHttpYardstick(bench, "yardsticks/bare-http.ts", { [path]: answer });
  const fastify = await startHttpYardstick(bench, "yardsticks/bare-fastify.ts", answer);
  for (const { url } of [http, fastify]) requireSameAnswer(url, await recordAnswer(url + path, headers), answer);
  const sent = { headers, requests: [get(path)] };
  const [name, about] = [`constant ${kib} KiB`, `${kib} KiB through all hooks`];
  const notes = [`${answer.headers.length} headers besides those of node:http`];
  return compare(bench, constant, httpSide(bench, "server", server, sent), [
    {
      name,
      about,
      notes,
      goal: { kind: "at least", value: goal },
      yardstick: httpSide(bench, "bare node:http", http, sent),
    },
    { name: `${name}, Fastify`, about, yardstick: httpSide(bench, "bare Fastify", fastify, sent) },
  ]);
}
