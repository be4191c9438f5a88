import { beforeEach, describe, expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { eventNumbering, jobRunner } from "../../src/work.ts";
import { NAME, personOf } from "../staff/people.ts";
import { database, driver, type Json, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { post } from "../support/operations.ts";
import { expectInvariants } from "../support/selling.ts";
import { DAY, startClock, tenantOf } from "./scene.ts";

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
/** Runs the job, or as much of it as is done when `portions` of it are committed: then its process stops. */
const run = async (portions = Number.POSITIVE_INFINITY) => {
  clock.pass(60_000);
  const errors: unknown[] = [];
  const own = new Database(driver, { checks: true, changes: database.changes });
  const runner = jobRunner(
    { settings: settingsWith(), database: own, keyring, tokens },
    { clock: clock.now, onError: (error) => errors.push(error) },
  );
  let done = 0;
  own.onEvents = () => {
    if (++done === portions) void runner.stop();
  };
  await runner.runDue(tenantOf(shop));
  expect(errors).toEqual([]);
};
const begin = async (count = 501) => {
  const csv = csvOf(count);
  const { confirm_token } = await send({ csv, dry_run: true });
  const { job_id } = await send({ csv, confirm_token });
  return job_id as string;
};
const undo = (id: string) => post(shop, "changes_undo", { changes: [id] });
const jobOf = async (id: string): Promise<Json> => (await post(shop, "jobs_list", { id })).body.data[0];
const productsCount = async (): Promise<number> => (await shop.get("/products?limit=1")).body.pagination.total;
async function events(types: string[], by: Pick<Shop, "secret_key"> = shop): Promise<Json[]> {
  const numbering = eventNumbering({ settings: settingsWith(), database, keyring, tokens });
  while (await shop.transact((db) => numbering.numberEvents(db)));
  const found: Json[] = [];
  for (let page: Json = { last_number: 0, has_more: true }; page.has_more; found.push(...page.data)) {
    page = (await post(by, "events_list", { types, after: page.last_number, limit: 500 })).body;
  }
  return found;
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
      { thing_id: job_id, data: { created: 501, updated: 0, unchanged: 0, failed: 1, state: "done", code: null } },
    ]);
    const created = await events(["products.created"]);
    expect(new Set(created.slice(0, -1).map(({ thing_id }) => thing_id)).size).toBe(499);
    expect(created.at(-1)).toMatchObject({ thing_id: "", data: { many: 2, ask: "products_search" } });
    await expectInvariants(shop);

    const { status, body } = await undo(job_id);
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    expect(await productsCount()).toBe(0);
  });

  test("is read by shoppers and shows how far it is while it goes on, by whichever process, as one change", async () => {
    const id = await begin();
    await run(2);

    expect(await productsCount()).toBe(99); // the broken one is the first
    expect(await jobOf(id)).toMatchObject({ state: "waiting", done: 100, total: 502, attempts: 0 });
    expect((await undo(id)).body).toMatchObject({
      code: "not_undoable",
      detail: expect.stringContaining("jobs_cancel"),
    });
    await post(shop, "products_save", { product: "large-0", price: 20 });
    await run();

    expect(await productsCount()).toBe(501);
    expect((await jobOf(id)).result).toMatchObject({ created: 501, failed: 1, failures: [{ handle: "broken" }] });
    const { data: changes } = (await post(shop, "changes_list")).body;
    expect(changes.filter(({ change_id }: Json) => change_id === id)).toHaveLength(1);
    expect((await undo(id)).body).toMatchObject({ code: "undo_conflict", conflicts_count: 1 });
    await post(shop, "changes_undo", { changes: [id], skip_changed: true });
    expect(await productsCount()).toBe(1);
    await expectInvariants(shop);
  });

  test("that is cancelled keeps what it has imported, which can be undone", async () => {
    const id = await begin();
    await run(1);
    await post(shop, "jobs_cancel", { id });
    await run();

    const { state, result } = await jobOf(id);
    expect([await productsCount(), state]).toEqual([49, "cancelled"]);
    expect(result).toMatchObject({ created: 49, failed: 1, failures: [{ handle: "broken" }], change_id: id });
    expect(await events(["imports.finished"])).toMatchObject([
      { thing_id: id, data: { created: 49, updated: 0, unchanged: 0, failed: 1, state: "cancelled", code: null } },
    ]);
    expect((await undo(id)).status).toBe(200);
    expect(await productsCount()).toBe(0);
  });

  test("ends when its key is revoked, keeps what it has imported, and tells that it failed", async () => {
    const { key } = await shop.createKey({ kind: "secret", name: "Owner" });
    const owner = { ...shop, secret_key: key };
    const id = await begin();
    await run(1);
    await shop.revokeKey("First secret key");
    await run();

    const { body } = await post(owner, "jobs_list", { id });
    expect(await events(["imports.finished"], owner)).toMatchObject([
      {
        thing_id: id,
        actor: "key First secret key",
        data: { created: 49, updated: 0, unchanged: 0, failed: 1, state: "failed", code: "invalid_api_key" },
      },
    ]);
    expect(body.data[0]).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("revoked"),
      result: { created: 49, failed: 1, change_id: id },
    });
    expect(await productsCount()).toBe(49);
  });

  test.each(["content", "catalogue"] as const)("of a person goes on with a role that may import: %s", async (role) => {
    const { page: owner } = await personOf(shop, "owner");
    const { page, email } = await personOf(shop, "manager");
    const csv = csvOf(501);
    const { confirm_token } = (await page.run(shop, "products_import", { csv, dry_run: true })).body;
    const { job_id: id } = (await page.run(shop, "products_import", { csv, confirm_token })).body;
    await run(1);
    await owner.run(shop, "staff_set_role", { person: email, role });
    await run();

    const [{ state, actor }] = (await owner.run(shop, "jobs_list", { id })).body.data;
    expect([state, actor]).toEqual([role === "catalogue" ? "done" : "failed", `person ${NAME}`]);
    expect(await productsCount()).toBe(role === "catalogue" ? 501 : 49);
  });

  test("that changes nothing is no change", async () => {
    await begin();
    await run();
    const again = await begin();
    await run();

    expect((await jobOf(again)).result).toEqual({
      created: 0,
      updated: 0,
      unchanged: 501,
      failed: 1,
      failures: [expect.anything()],
    });
    expect((await post(shop, "changes_list")).body.data).toHaveLength(1);
  });

  test("that is cancelled before it begins leaves nothing behind", async () => {
    const id = await begin();
    await post(shop, "jobs_cancel", { id });
    await run();

    expect([await productsCount(), (await jobOf(id)).state]).toEqual([0, "cancelled"]);
    expect(await events(["imports.finished"])).toMatchObject([{ data: { created: 0, state: "cancelled" } }]);
    await post(shop, "jobs_cancel", { id });
    expect(await events(["imports.finished"])).toHaveLength(1);
  });

  test("is compared with the store by its dry run, as a small one is", async () => {
    const csv = csvOf(501).replace("Large 7,", "Lamp,");
    expect(await send({ csv, dry_run: true })).toMatchObject({ compared: 501, created: 501, updated: 0, unchanged: 0 });
    await begin();
    await run();

    const large = await send({ csv, dry_run: true });
    const small = await send({ csv: csvOf(9).replace("Large 7,", "Lamp,"), dry_run: true });

    expect(large).toMatchObject({ created: 0, updated: 1, unchanged: 500, failed: 1, changes_count: 1 });
    expect(large.changes).toEqual([
      {
        entity: "product",
        id: expect.any(String),
        label: "large-7",
        before: { name: "Large 7" },
        after: { name: "Lamp" },
      },
    ]);
    expect(large.changes).toEqual(small.changes);
    const other = csvOf(600, "20");
    const dry = await send({ csv: other, dry_run: true });
    expect(dry).toMatchObject({ created: 99, updated: 501, changes_count: 600, changes: expect.anything() });
    expect(dry.changes).toHaveLength(500);
  });

  test("says when it is too large to be undone", async () => {
    const sizes = Array.from({ length: 50_001 }, (_, i) => `l-${i},L,Title,Default Title,1`);
    const csv = [HEADER, ...sizes].join("\n");

    const dry = await send({ csv, dry_run: true });
    const { confirm_token, not_undoable } = dry;
    expect(dry).toMatchObject({ products: 50_001, compared: 5000, created: 5000, changes_count: 5000 });
    expect(not_undoable).toContain("100000");
    expect(await send({ csv, confirm_token })).toMatchObject({ products: 50_001, not_undoable });
  });

  test("waits beside up to 99 others", async () => {
    const csv = csvOf(501);
    const { confirm_token } = await send({ csv, dry_run: true });
    const job = { kind: "products_import", arguments: {}, actor: "key A" as const, dueAt: clock.iso(DAY) };
    const [first] = await shop.transact(async (db) => Array.from({ length: 100 }, () => db.later(job)));

    expect(await send({ csv, confirm_token }, 422)).toMatchObject({ code: "too_many_jobs" });
    await post(shop, "jobs_cancel", { id: first });
    expect((await send({ csv, confirm_token })).job_id).toBeDefined();
    const more = csvOf(502);
    const { confirm_token: token } = await send({ csv: more, dry_run: true });
    expect(await send({ csv: more, confirm_token: token }, 422)).toMatchObject({ code: "too_many_jobs" });
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
