import { expect, test } from "vitest";
import type { Json } from "../support/app.ts";
import { hanout, migratedFolder } from "./hanout.ts";
import { serve } from "./serve-process.ts";

/** So many that the import is a job. */
const PRODUCTS = 600;
const csv = [
  "Handle,Title,Option1 Name,Option1 Value,Variant Price",
  ...Array.from({ length: PRODUCTS }, (_, i) => `pot-${i},Pot ${i},Title,Default Title,10`),
].join("\n");

test("hanout jobs lists them, and follows one by its progress, which it does itself where no server runs", {
  timeout: 180_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const server = await serve({ DATA_DIR, DEMO: "never" });
  const made = await hanout(["stores", "create", "--slug", "pots", "--name", "Pots", "--json"], { DATA_DIR });
  const { secret_key } = JSON.parse(made.out) as { secret_key: string };
  const send = async (args: object): Promise<Json> => {
    const answer = await fetch(`${server.url}/api/v1/admin/products_import`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret_key}`, "content-type": "application/json" },
      body: JSON.stringify({ csv, ...args }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { confirm_token } = await send({ dry_run: true });
  const { job_id } = await send({ confirm_token });
  const beside = await hanout(["jobs", "--store", "pots"], { DATA_DIR });
  await server.stop("SIGTERM");

  const list = await hanout(["jobs", "--store", "pots", "--json"], { DATA_DIR });
  const { code, out, err } = await hanout(["jobs", job_id, "--store", "pots"], { DATA_DIR });
  const unknown = await hanout(["jobs", "none", "--store", "pots"], { DATA_DIR });

  expect(beside.out).toContain(job_id);
  expect(JSON.parse(list.out)).toMatchObject([{ id: job_id, kind: "products_import", state: "waiting" }]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^The job is done: .*\bcreated 600\b/)]);
  expect(err).toMatch(/^products_import: [1-9]0 % \(\d+ of 600\)$/m);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("There is no job none")]);
});
