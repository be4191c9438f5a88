import { beforeEach, describe, expect, test } from "vitest";
import { eventNumbering, jobRunner } from "../../src/app.ts";
import { database, type Json, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { post } from "../support/operations.ts";
import { expectInvariants } from "../support/selling.ts";
import { startClock, tenantOf } from "./scene.ts";

const HEADER = "Handle,Title,Option1 Name,Option1 Value,Variant Price";
const rows = (count: number, price: string) =>
  Array.from({ length: count }, (_, i) => `large-${i},Large ${i},Title,Default Title,${price}`);
const csvOf = (count: number, price = "10") =>
  [HEADER, ...rows(count, price), "broken,Broken,Title,Default Title,ten"].join("\n");

let shop: Shop;
let clock: ReturnType<typeof startClock>;

beforeEach(async () => {
  shop = await openShop();
  clock = startClock();
});

const send = async (args: object, expected = 200): Promise<Json> => {
  const { status, body } = await post(shop, "products_import", args);
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(expected);
  return body;
};
const run = async () => {
  clock.pass(60_000);
  const errors: unknown[] = [];
  const runner = jobRunner(
    { settings: settingsWith(), database, keyring, tokens },
    { clock: clock.now, onError: (error) => errors.push(error) },
  );
  await runner.runDue(tenantOf(shop));
  expect(errors).toEqual([]);
};
const jobOf = async (id: string): Promise<Json> => (await post(shop, "jobs_list", { id })).body.data[0];
const productsCount = async (): Promise<number> => (await shop.get("/products?limit=1")).body.pagination.total;
async function events(types: string[]): Promise<Json[]> {
  const numbering = eventNumbering(database, keyring);
  while (await shop.transact((db) => numbering.numberEvents(db)));
  return (await post(shop, "events_list", { types })).body.data;
}

describe("an import of more than 500 products", () => {
  test("needs the token of its dry run, then is one change that a job makes in the name of the key", async () => {
    const csv = csvOf(501);
    const { body: refused } = await post(shop, "products_import", { csv });
    expect(refused).toMatchObject({ code: "confirmation_required" });
    const dry = await send({ csv, dry_run: true });
    expect(dry).toMatchObject({ dry_run: true, products: 501, failed: 1, failures: [{ handle: "broken" }] });
    const other = await post(shop, "products_import", { csv: csvOf(502), confirm_token: dry.confirm_token });
    expect(other.body.code).toBe("confirmation_required");

    const args = { csv, confirm_token: dry.confirm_token, idempotency_key: "large" };
    const { job_id, ...answer } = await send(args);
    expect(answer).toMatchObject({ products: 501, failed: 1 });
    expect(answer.change_id).toBeUndefined();
    expect((await send(args)).job_id).toBe(job_id);
    expect(await productsCount()).toBe(0);
    await run();

    const job = await jobOf(job_id);
    expect(job).toMatchObject({ state: "done", kind: "products_import", done: 502, total: 502 });
    expect(job.result).toMatchObject({ created: 501, updated: 0, unchanged: 0, failed: 1, change_id: job_id });
    expect(await productsCount()).toBe(501);
    const { data: changes } = (await post(shop, "changes_list")).body;
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ change_id: job_id });
    expect(changes[0].sentence).toContain("products_import");
    expect(await events(["imports.finished"])).toMatchObject([
      { thing_id: job_id, data: { created: 501, updated: 0, unchanged: 0, failed: 1 } },
    ]);
    expect(await events(["products.created"])).toMatchObject([{ thing_id: "", data: { many: 501 } }]);
    await expectInvariants(shop);

    const undo = await post(shop, "changes_undo", { changes: [job_id] });
    expect(undo.status, JSON.stringify(undo.body).slice(0, 300)).toBe(200);
    expect(await productsCount()).toBe(0);
  });

  test("that was cancelled leaves nothing behind", async () => {
    const csv = csvOf(501);
    const { confirm_token } = await send({ csv, dry_run: true });
    const { job_id } = await send({ csv, confirm_token });
    await post(shop, "jobs_cancel", { id: job_id });
    await run();

    expect([await productsCount(), (await jobOf(job_id)).state]).toEqual([0, "cancelled"]);
  });

  test("uses its token up", async () => {
    const csv = csvOf(501);
    const { confirm_token } = await send({ csv, dry_run: true });
    await send({ csv, confirm_token });

    expect((await send({ csv, confirm_token }, 409)).code).toBe("confirm_token_used");
  });
});

test("a small import is done in its call, and tells that it has ended", async () => {
  const { change_id } = await send({ csv: csvOf(3) });

  expect(await productsCount()).toBe(3);
  expect(await events(["imports.finished"])).toMatchObject([{ thing_id: change_id, data: { created: 3, failed: 1 } }]);
});
