import { readFileSync } from "node:fs";
import { queryAt } from "../../harness/database.ts";
import { type Answer, sendRequest } from "../../harness/http.ts";
import { ms } from "../background-load.ts";
import { type Fault, type FaultContext, FaultSkipped, unmetCriteria } from "../fault.ts";
import { read } from "../flood.ts";
import { isServed, longestGap, percentile, slowest, tally } from "../load.ts";
import { auditStores, openTwoStores, type TwoStores } from "../two-stores.ts";

const COMBINATIONS = 6000;
const MAX_NAMED = 200;
const MAX_GROWTH_MB = 100;
const CLIENTS = 4;

const FILTERS = [
  "min_price=600",
  "max_price=9000",
  "category=tapis",
  "tag=royal",
  "vendor=Maison%20Oran",
  "in_stock=true",
];
const SORTS = ["created_at", "updated_at", "price", "name", "best_selling"];
const OPTIONS = ["Taille", "Couleur", "Longueur", "Matière", "Tissage"].map(
  (name) => `${encodeURIComponent(`option.${name}`)}=M`,
);

/** Returns the n-th combination of filters, options and sort orders; each makes a different statement. */
function combination(n: number): string {
  const filters = FILTERS.filter((_, bit) => (n >> bit) & 1);
  const rest = n >> FILTERS.length;
  const sort = SORTS[rest % SORTS.length];
  const order = Math.floor(rest / SORTS.length) % 2 === 0 ? "asc" : "desc";
  const options = OPTIONS.slice(0, Math.floor(rest / SORTS.length / 2) % (OPTIONS.length + 1));
  const facets = Math.floor(rest / SORTS.length / 2 / (OPTIONS.length + 1)) % 2 === 1;
  return `/products?${[...filters, ...options, `sort_by=${sort}`, `sort_order=${order}`, `facets=${facets}`].join("&")}`;
}

/** PostgreSQL keeps each named statement in memory until its connection is closed. */
export const preparedStatements: Fault = {
  name: "prepared-statements",
  about: `One publishable key asks for ${COMBINATIONS} different combinations of filters.`,
  databases: ["postgres", "citus"],
  quick: true,
  run: async (context) => {
    const asked = context.quick ? COMBINATIONS / 10 : COMBINATIONS;
    const shops = await openTwoStores(context, {
      products: 60,
      environment: { DATABASE_POOL_SIZE: "2" },
      postgres: { settings: { log_statement: "all" } },
    });
    await Promise.all(range(20).map((n) => sendRequest(read(shops.server.url, shops.crowd, combination(n)))));
    const before = await backends(shops);
    const answers = await askAll(context, shops, asked);
    const after = await backends(shops);
    const again = await Promise.all(
      range(50).map((n) => sendRequest(read(shops.server.url, shops.crowd, combination(n * 3)))),
    );
    const changed = again.filter(({ text }, n) => text !== answers[n * 3]?.text).length;
    const named = namedStatements(shops);
    const growth = Math.max(...after) - Math.min(...before);
    const audit = await auditStores(shops, { other: [] });
    const failed = answers.filter((answer) => !isServed(answer));
    return {
      answers: tally(answers),
      longestGapMs: longestGap(answers),
      ...audit,
      measured: `${named} statements named; memory of a backend ${mb(Math.min(...before))} before, at most ${mb(Math.max(...after))} after; p99 ${ms(percentile(answers, 0.99))}, slowest ${ms(slowest(answers))}`,
      failures: unmetCriteria([
        [failed.length === 0, `requests see ${JSON.stringify(tally(failed))}`],
        [named <= MAX_NAMED, `${named} different statements are named, more than ${MAX_NAMED}`],
        [growth <= MAX_GROWTH_MB, `a backend grows by ${mb(growth)}, more than ${mb(MAX_GROWTH_MB)}`],
        [changed === 0, `${changed} requests are answered otherwise the second time`],
      ]),
    };
  },
};

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Requests every combination once, and returns the answers in the order of the combinations. */
async function askAll(context: FaultContext, { server, crowd }: TwoStores, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const client = async () => {
    for (let n = next++; n < count; n = next++) {
      answers[n] = await sendRequest(read(server.url, crowd, combination(n)));
      if (n % 1000 === 999) context.say(`${n + 1} combinations`);
    }
  };
  await Promise.all(range(CLIENTS).map(client));
  return answers;
}

/** Returns the private memory of each PostgreSQL process that serves a connection, in MB. */
async function backends({ database }: TwoStores): Promise<number[]> {
  if (!database.postgres) throw new FaultSkipped("needs PostgreSQL");
  const rows = await queryAt<{ pid: number }>(
    database.postgres.url("hanout"),
    "select pid from pg_stat_activity where application_name like 'hanout%' and pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  });
}

/** Counts the different names of prepared statements in the log of PostgreSQL. */
function namedStatements({ database }: TwoStores): number {
  const logged = database.postgres?.log() ?? "";
  return new Set([...logged.matchAll(/LOG: {2}execute ([^\s:<]+):/g)].map(([, name]) => name)).size;
}

const mb = (megabytes: number): string => `${Math.round(megabytes)} MB`;
