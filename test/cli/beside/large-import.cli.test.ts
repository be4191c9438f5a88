import type { ChildProcess } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { hanout, migratedFolder, type Run, spawnHanout } from "../hanout.ts";
import { fileOf, runUntil } from "../importing.ts";
import { type Served, serve } from "../serve-process.ts";

const PRODUCTS = 800;
/** A shopper looks at a page for so long. */
const PAUSE_MS = 20;

/** A product export: each product has two variants, a picture and a description so long that each tenth of the file is read by itself. */
function exportFile(): string {
  const header =
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker,Image Src";
  const words = ["red", "blue", "tall", "small", "woven", "carved", "round", "plain"];
  const word = (i: number) => words[i % words.length];
  const rows = Array.from({ length: PRODUCTS }, (_, i) => {
    const name = `${word(i)} ${word(i + 1 + (i % 5))} pot ${i}`;
    const text = `<p>${"It is made by hand and no two are alike. ".repeat(30)}</p>`;
    const first = `pot-${i},A ${name},${text},Maker ${i % 40},Kind ${i % 60},"${word(i)}, ${word(i + 3)}",Size,Small,POT-${i}-S,${5 + (i % 90)}00,${i % 20},shopify,https://pictures.example/pot-${i}.jpg`;
    return `${first}\npot-${i},,,,,,,Large,POT-${i}-L,${9 + (i % 90)}00,${i % 7},shopify,`;
  });
  return fileOf(header, ...rows);
}

/** Runs an import, and calls `act` once when it has told of so many tens of percent. */
function importUntil(
  percent: number,
  args: string[],
  environment: Record<string, string>,
  act: (child: ChildProcess) => void,
): Promise<Run> {
  const child = spawnHanout(args, environment);
  return runUntil(child, new RegExp(`Importing: [${percent / 10}-9]\\d %`), () => act(child));
}

/** What shoppers of the store that is filled read, and those of another one. */
const PATHS = ["/products?limit=20&sort=price_asc", "/search?q=pot&limit=20", "/products?limit=20"];

/** Reads what shoppers read, one after another, until it is stopped or the server is. Returns the times in ms. */
function shopping(server: Served, keys: string[]) {
  const times: number[] = [];
  const refused: number[] = [];
  let isOver = false;
  const read = async (path: string, key: string) => {
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}/api/v1/storefront${path}`, { headers: { "x-api-key": key } });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) refused.push(answer.status);
  };
  const shop = async () => {
    while (!isOver) {
      for (const path of PATHS) for (const key of keys) await read(path, key);
      await setTimeout(PAUSE_MS);
    }
  };
  const running = shop().catch(() => {}); // the server was killed
  return {
    stop: async () => {
      isOver = true;
      await running;
      expect(refused).toEqual([]);
      return times;
    },
  };
}

test("an import goes on beside shoppers, through Ctrl-C and kills of the client and the server", {
  timeout: 600_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const environment = { DATA_DIR };
  const settings = { DATA_DIR, DEMO: "never" };
  const command = ["import", exportFile(), "--store", "filled"];
  let server = await serve(settings);
  const keyOf = async (slug: string) => {
    const { out } = await hanout(["stores", "create", "--slug", slug, "--name", slug, "--json"], environment);
    return (JSON.parse(out) as { publishable_key: string }).publishable_key;
  };
  const keys = [await keyOf("filled"), await keyOf("beside")];

  let shoppers = shopping(server, keys);
  const stopped = await importUntil(10, command, environment, (child) => child.kill("SIGINT"));
  const clientKilled = await importUntil(20, command, environment, (child) => child.kill("SIGKILL"));
  const serverKilled = await importUntil(30, command, environment, () => void server.stop("SIGKILL"));
  const times = await shoppers.stop();

  expect([stopped.code, clientKilled.code, serverKilled.code]).toEqual([130, null, 1]);
  expect(stopped.out).toMatch(/^Created \d+, updated 0, unchanged 0, failed 0\.\nInterrupted\./);
  const [, created = ""] = /^Created (\d+), updated 0, unchanged 0, failed 0\.\nInterrupted\./.exec(stopped.out) ?? [];
  expect(Number(created)).toBeGreaterThan(0);
  expect(Number(created)).toBeLessThan(PRODUCTS);
  expect(serverKilled.err).toContain("hanout: The server ended before the command did.");

  server = await serve(settings);
  shoppers = shopping(server, keys);
  const startedAt = performance.now();
  const last = await hanout([...command, "--json"], environment);
  const took = performance.now() - startedAt;
  times.push(...(await shoppers.stop()));

  const result = JSON.parse(last.out) as { created: number; unchanged: number };
  expect(last.code).toBe(0);
  expect(result).toMatchObject({ updated: 0, failed: 0 }); // what the others left is complete
  expect(result.created + result.unchanged).toBe(PRODUCTS);
  expect(result.unchanged).toBeGreaterThan(Number(created));
  expect(Math.max(...times)).toBeLessThan(took / 2); // an import that took no turns would hold a read up until its end
  expect(await server.stop("SIGTERM")).toBe(0);
});

test("a server that stops interrupts an import, which says what was done", { timeout: 120_000 }, async () => {
  const DATA_DIR = migratedFolder();
  const server = await serve({ DATA_DIR, DEMO: "never" });
  await hanout(["stores", "create", "--slug", "filled", "--name", "Filled"], { DATA_DIR });
  let stopped: Promise<number | null> | undefined;

  const run = await importUntil(10, ["import", exportFile(), "--store", "filled"], { DATA_DIR }, () => {
    stopped = server.stop("SIGTERM");
  });

  expect([run.code, run.out]).toEqual([130, expect.stringContaining("Run the same command to go on")]);
  expect(await stopped).toBe(0);
});

test("a client that its terminal has suspended does not hold up a server that stops", {
  timeout: 120_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const server = await serve({ DATA_DIR, DEMO: "never" });
  await hanout(["stores", "create", "--slug", "filled", "--name", "Filled"], { DATA_DIR });
  let stopped: Promise<number | null> | undefined;

  const run = await importUntil(10, ["import", exportFile(), "--store", "filled"], { DATA_DIR }, (child) => {
    child.kill("SIGSTOP");
    stopped = server.stop("SIGTERM").finally(() => child.kill("SIGCONT"));
  });

  expect(await stopped).toBe(0);
  expect(run.code).not.toBe(0);
});
