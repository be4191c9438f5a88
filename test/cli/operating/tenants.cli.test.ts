import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Json } from "../../support/app.ts";
import { hanout, newSlug, newStore, onPostgres, temporaryFolder } from "../hanout.ts";
import { type Served, serve } from "../serve-process.ts";

/** Stores are suspended, resumed, deleted and taken back by commands, while servers serve them. */

const PREFIX = "/api/v1/storefront";
/** A server refuses or serves a store so long after the command, at the latest. */
const SECOND = 1000;
const CLIENTS = 4;

interface Seen {
  /** When it was asked. */
  at: number;
  what: string;
}

/** Clients that ask a server for the same again and again, with a pause of some milliseconds. */
function watch(url: string, path: string, headers: Record<string, string>, init: RequestInit = {}) {
  const seen: Seen[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const at = Date.now();
      const answer = await fetch(url + path, { ...init, headers });
      const body = (await answer.json()) as Json;
      const code = body.code ?? body.error?.data?.code;
      seen.push({ at, what: answer.status < 400 ? "served" : `${answer.status} ${code}` });
      await pause(5);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const stop = async () => {
    isOver = true;
    await Promise.all(clients);
  };
  onTestFinished(stop);
  return { seen, stop };
}

/** What clients saw of a time that begins a second after a command has ended, until another begins. */
const between = ({ seen }: { seen: Seen[] }, from: number, to: number): string[] => [
  ...new Set(seen.filter(({ at }) => at > from + SECOND && at < to).map(({ what }) => what)),
];

test("a store is suspended and resumed, deleted and taken back under load, within a second at every door of all processes", {
  timeout: 180_000,
}, async () => {
  const start = (environment: Record<string, string>) =>
    serve({ ...onPostgres, DATA_DIR: temporaryFolder(), LOG_LEVEL: "warn", ...environment });
  const servers: Served[] = [
    await start({ WEB_CONCURRENCY: "2" }),
    await start({ CACHE_BYTES: "0" }), // it has no feed of changes
  ];
  const make = async (slug = newSlug()) => {
    const { out } = await hanout(["stores", "create", "--slug", slug, "--name", "Shop", "--json"], onPostgres);
    return JSON.parse(out) as { slug: string; publishable_key: string; secret_key: string };
  };
  const [store, other] = [await make(), await make()];
  const bearer = { authorization: `Bearer ${store.secret_key}`, "content-type": "application/json" };
  const rpc = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) };
  const doors = servers.flatMap(({ url }) => [
    watch(url, `${PREFIX}/store`, { "x-api-key": store.publishable_key }),
    watch(url, "/api/v1/admin", bearer),
    watch(url, "/api/v1/mcp", bearer, rpc),
  ]);
  const neighbours = servers.map(({ url }) => watch(url, `${PREFIX}/store`, { "x-api-key": other.publishable_key }));

  const run = async (...args: string[]) => {
    const ran = await hanout(["stores", ...args, store.slug, "--json"], onPostgres);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    return { at: Date.now(), state: JSON.parse(ran.out) as Json };
  };
  /** Until every door was asked for a while, later than a second after the command. */
  const settled = async ({ at }: { at: number }) => {
    const late = () => doors.every(({ seen }) => seen.filter((one) => one.at > at + SECOND).length > 5);
    await expect.poll(late, { timeout: 20_000 }).toBe(true);
    return Date.now();
  };
  const phases: [name: string, expected: string, from: number, to: number][] = [];
  for (const [command, expected] of [
    ["suspend", "403 store_suspended"],
    ["resume", "served"],
    ["delete", "403 store_suspended"],
    ["resume", "served"],
  ] as const) {
    const done = await run(command);
    phases.push([command, expected, done.at, await settled(done)]);
  }
  await Promise.all([...doors, ...neighbours].map(({ stop }) => stop()));

  for (const [name, expected, from, to] of phases) {
    expect([name, ...doors.map((door) => between(door, from, to))]).toEqual([name, ...doors.map(() => [expected])]);
  }
  for (const door of doors) {
    expect([...new Set(door.seen.map(({ what }) => what))].sort()).toEqual(["403 store_suspended", "served"]);
  }
  for (const { seen } of neighbours) expect(new Set(seen.map(({ what }) => what))).toEqual(new Set(["served"]));
});

test("list and show tell the state of a store, and use tells days as a table, JSON and CSV", async () => {
  const slug = await newStore();
  const run = async (...args: string[]) => {
    const ran = await hanout(["stores", ...args], onPostgres);
    expect([args, ran.code, ran.err]).toEqual([args, 0, ""]);
    return ran.out;
  };
  const lineOf = async () => (await run("list")).split("\n").find((line) => line.includes(slug.slice(0, 20)));
  expect(await lineOf()).toContain("open");
  expect(await run("suspend", slug)).toContain("refuse its requests within a second");
  expect(await run("show", slug)).toMatch(/state +suspended \d{4}-/);
  const { deletion_at } = JSON.parse(await run("delete", slug, "--json"));
  const days = (Date.parse(deletion_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(JSON.parse(await run("show", slug, "--json"))).toMatchObject({
    state: `deleted on ${deletion_at.slice(0, 10)}`,
    products: 0,
    keys: 2,
    last_30_days: { requests: 0, orders: 0, bytes: 0 },
  });
  await run("resume", slug);
  expect(JSON.parse(await run("show", slug, "--json"))).toMatchObject({ state: "open", deletion_at: null });
  expect(await run("use", "--store", slug)).toContain("Nothing to list.");
  expect(await run("use", "--store", slug, "--csv")).toBe("store,day,requests,orders,bytes\n");
  expect(JSON.parse(await run("use", "--store", slug, "--json"))).toEqual([]);
});

test("commands on stores refuse what they cannot do", async () => {
  for (const [args, sentence] of [
    [["suspend", "nowhere"], 'There is no store "nowhere"'],
    [["resume", "nowhere"], 'There is no store "nowhere"'],
    [["delete", "nowhere"], 'There is no store "nowhere"'],
    [["show", "nowhere"], 'There is no store "nowhere"'],
    [["use", "--from", "2027-02-30"], '--from "2027-02-30" is not a day'],
    [["use", "--from", "2027-02-02", "--to", "2027-02-01"], "in this order"],
    [["use", "--from", "2024-01-01", "--to", "2027-02-01"], "up to 366 days"],
  ] as const) {
    const { code, err } = await hanout(["stores", ...args], onPostgres);
    expect([args, code, err]).toEqual([args, 1, expect.stringContaining(sentence)]);
  }
});
