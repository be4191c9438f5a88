import { join } from "node:path";
import { expect, test } from "vitest";
import { hanout, migratedFolder } from "../hanout.ts";
import { csv } from "../importing.ts";
import { serve } from "../serve-process.ts";

/** What README.md shows to newcomers. */
test("a store is created, filled and seen in a second terminal, while the server runs in the first", {
  timeout: 180_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const file = csv("pot,Pot,Title,Default Title,19.99,3,shopify", "mug,Mug,Title,Default Title,5,1,shopify");
  const server = await serve({ DATA_DIR });
  const run = async (...args: string[]) => {
    const { code, out, err } = await hanout(args, { DATA_DIR });
    expect([args, code, err]).toEqual([args, 0, ""]);
    return out;
  };
  const ask = (path: string, key: string) =>
    fetch(`${server.url}/api/v1/storefront${path}`, { headers: { "x-api-key": key } });

  const created = await run("stores", "create", "--slug", "my-shop", "--name", "My shop", "--currency", "EUR");
  const [key = ""] = /pk_\S+/.exec(created) ?? [];
  const before = await (await ask("/products", key)).json();
  const imported = await run("import", file, "--store", "my-shop");
  const after = await (await ask("/products?sort=price_asc", key)).json();
  await run("keys", "revoke", key.slice(0, 11), "--store", "my-shop");

  expect(imported).toMatch(/^Created 2, updated 0, unchanged 0, failed 0\.\n/);
  expect(before).toMatchObject({ data: [] });
  expect(after).toMatchObject({ data: [{ slug: "mug" }, { slug: "pot", price: 19.99 }] });
  await expect.poll(async () => (await ask("/products", key)).status).toBe(401);
  expect(await server.stop("SIGTERM")).toBe(0);
});

test("the demo is loaded again while the server runs, and its file names the server", {
  timeout: 180_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const server = await serve({ DATA_DIR, DEMO: "never" });

  const { out } = await hanout(["demo", "--json"], { DATA_DIR });

  const { stores } = JSON.parse(out) as { stores: object[] };
  const { default: file } = await import(join(DATA_DIR, "demo.json"), { with: { type: "json" } });
  expect(file).toEqual({ url: server.url, stores });
  await server.stop("SIGTERM");
});
