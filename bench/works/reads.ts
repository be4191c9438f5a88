import { STOREFRONT } from "../../src/app.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { recordPrograms, type SendRecorded } from "../recording/record.ts";
import type { Bench } from "../setup/bench.ts";
import type { Row, Work } from "../work.ts";
import type { StatementYardstick } from "../yardsticks/statement-yardstick.ts";
import { compare, databaseUrlOf, httpSide, pgSide, startHttpYardstick } from "./sides.ts";

/** The storefront's reads, against a loop that runs the same statements. */

const GOAL = { kind: "at least", value: 0.6 } as const;

interface Read {
  name: string;
  about: string;
  /** Paths below the storefront's, requested in turn. */
  paths: string[];
  /** Whether an answer contains what it should. */
  isRight(body: Answer): boolean;
}

/** What the checks look at. */
interface Answer {
  data?: unknown[];
  products?: unknown[];
  slug?: string;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const LIST = 24;
const WORDS = ["tapis", "robe", "bracelet", "huile", "moderne", "berbère", "oran", "lampe"];

const READS: Read[] = [
  {
    name: "list",
    about: "a list of 24 products, ten pages in turn",
    paths: numbers(10).map((page) => `/products?limit=${LIST}&offset=${page * LIST}`),
    isRight: ({ data }) => data?.length === LIST,
  },
  {
    name: "detail",
    about: "a product, 50 products in turn",
    paths: numbers(50).map((i) => `/products/produit-${i * 20 + 1}`),
    isRight: ({ slug }) => slug?.startsWith("produit-") ?? false,
  },
  {
    name: "collection",
    about: "a collection with its first 24 products, ten collections in turn",
    paths: numbers(10).map((i) => `/collections/collection-${i + 1}?limit=${LIST}`),
    isRight: ({ products }) => products?.length === LIST,
  },
  {
    name: "search",
    about: "a search for a word with its first 24 products, eight words in turn",
    paths: WORDS.map((word) => `/search?q=${encodeURIComponent(word)}&limit=${LIST}`),
    isRight: ({ data }) => data?.length === LIST,
  },
  {
    name: "menus",
    about: "the menus of the store",
    paths: ["/store/menus"],
    isRight: ({ data }) => data?.length === 2,
  },
  {
    name: "page",
    about: "a page with its text, twelve pages in turn",
    paths: numbers(12).map((i) => `/pages/page-${i + 1}`),
    isRight: ({ slug }) => slug?.startsWith("page-") ?? false,
  },
];

export const reads: Work[] = READS.map((read) => ({
  name: read.name,
  about: read.about,
  run: (bench) => measureRead(bench, read),
}));

async function measureRead(bench: Bench, { name, about, paths, isRight }: Read): Promise<Row[]> {
  const headers = { "x-api-key": (await bench.readStore()).publishable_key };
  const requests = paths.map((path): LoadedRequest => ({ method: "GET", path: STOREFRONT + path }));
  const server = await bench.server();
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
