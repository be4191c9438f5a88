import { Type } from "typebox";
import { expect, test } from "vitest";
import { record } from "../../src/audit/audit.ts";
import { newId } from "../../src/core/ids.ts";
import { Passwords } from "../../src/customers/customers.ts";
import { sql } from "../../src/db/sql.ts";
import { aboveStores } from "../../src/staff/above-stores.ts";
import { acceptInvitation } from "../../src/staff/enter.ts";
import { makeLink } from "../../src/staff/links.ts";
import { inviteMember } from "../../src/staff/members.ts";
import { findChanges, imagesOf } from "../../src/undo/change-queries.ts";
import { eventNumbering, jobRunner } from "../../src/work.ts";
import { openShop, settingsWith, tokens } from "../support/app.ts";
import { callConfirmed, post } from "../support/operations.ts";
import { DAY, KIND, kindOf, openOwnShop, SECOND, startClock } from "./scene.ts";

const MINUTE = 60 * SECOND;

/** A database of its own, where the server's own jobs run at the time of the clock. */
async function openScene() {
  const own = await openOwnShop();
  const clock = startClock();
  const runner = jobRunner({ ...own, settings: settingsWith(), tokens }, { clock: clock.now });
  await runner.addRepeated();
  return { ...own, clock, runner };
}

const count = async (
  { shop }: Awaited<ReturnType<typeof openScene>>,
  table: "carts" | "idempotency_keys" | "jobs" | "used_confirm_tokens" | "webhook_deliveries",
) => {
  const rows = {
    carts: sql`select count(*) as count from carts where site_id = ${shop.id}`,
    idempotency_keys: sql`select count(*) as count from idempotency_keys where site_id = ${shop.id}`,
    jobs: sql`select count(*) as count from jobs where site_id = ${shop.id}`,
    used_confirm_tokens: sql`select count(*) as count from used_confirm_tokens where site_id = ${shop.id}`,
    webhook_deliveries: sql`select count(*) as count from webhook_deliveries where site_id = ${shop.id}`,
  };
  return shop.transact((db) => db.count(rows[table]));
};

test("a job is kept for a week with what came of it, then removed", async () => {
  const scene = await openScene();
  const { shop, clock, runner, database, app } = scene;
  const id = await shop.transact(async (db) => db.later({ kind: KIND, arguments: {}, actor: "command" }), clock.iso());
  await clock.runner([kindOf(async () => ({ counted: 1 }))], {}, database).runDue();
  clock.pass(7 * DAY - MINUTE);
  await runner.runDue();

  const { body } = await post(shop, "jobs_list", { id }, {}, app);
  expect(body.data[0]).toMatchObject({ state: "done", result: { counted: 1 }, actor: "command" });

  clock.pass(2 * MINUTE);
  await runner.runDue();
  expect(await count(scene, "jobs")).toBe(0);
});

test("the use of a confirm token is kept for half an hour, then removed", async () => {
  const scene = await openScene();
  const { shop, clock, runner } = scene;
  await shop.product({ slug: "vase" });
  await callConfirmed(shop, "catalog_delete", { kind: "product", item: "vase" }, undefined, scene.app);
  clock.pass(29 * MINUTE);
  await runner.runDue();
  expect(await count(scene, "used_confirm_tokens")).toBe(1);

  clock.pass(2 * MINUTE);
  await runner.runDue();
  expect(await count(scene, "used_confirm_tokens")).toBe(0);
});

test("carts are removed when they expire, and idempotency keys after a day; no request does it", async () => {
  const scene = await openScene();
  const { shop, clock, runner } = scene;
  const product = await shop.product();
  const { body: cart } = await shop.post("/cart");
  await shop.post(`/cart/${cart.id}/items`, { product_id: product.id, quantity: 1 });
  const args = { name: "Vase", price: 10, idempotency_key: "once" };
  await post(shop, "products_save", args, {}, scene.app);
  expect([await count(scene, "carts"), await count(scene, "idempotency_keys")]).toEqual([1, 1]);

  clock.pass(DAY + MINUTE);
  await runner.runDue();
  expect([await count(scene, "carts"), await count(scene, "idempotency_keys")]).toEqual([1, 0]);
  clock.pass(29 * DAY);
  await runner.runDue();
  expect(await count(scene, "carts")).toBe(0);
});

test("the rows before and after a call are removed after UNDO_DAYS, and the log stays", async () => {
  const { shop, clock, runner } = await openScene();
  const id = newId();
  const { id: keyId } = await shop.createKey({ kind: "secret", name: "Agent" });
  const merchant = { id: keyId, actor: "key Agent" as const, scopes: [], expires_at: null };
  await shop.transact((db) =>
    record(
      db,
      { id, merchant, operation: "products_save", area: "catalog", scopes: [], notUndoable: null, undone: [] },
      [{ entity: "product", id, label: "vase", before: null, after: { name: "Vase" } }],
      [{ table: "products", key: id, before: null, after: { name: "Vase" } }],
    ),
  );
  const images = () => shop.transact((db) => imagesOf(db, id));

  await runner.runDue();
  expect(await images()).toHaveLength(1);
  clock.pass(30 * DAY + MINUTE);
  await runner.runDue();

  expect(await images()).toEqual([]);
  expect(await shop.transact((db) => findChanges(db, [id]))).toHaveLength(1);
});

test("what processes told each other is removed after ten minutes", async () => {
  const { shop, clock, runner, database } = await openScene();
  const change = async (): Promise<string> => {
    const id = newId();
    await shop.transact(async (db) => db.changed([], [id]));
    return id;
  };
  const kept = () =>
    database.directory
      .many(Type.Object({ id: Type.String() }), sql`select unnest(product_ids)::text as id from changes order by xid`)
      .then((rows) => rows.map(({ id }) => id));

  const old = await change();
  await runner.runDue();
  clock.pass(9 * MINUTE);
  const later = await change();
  await runner.runDue();
  expect(await kept()).toEqual([old, later]);

  // A transaction of another database of this server, open for seconds, holds the old horizon back until it ends.
  let last = later;
  await expect
    .poll(async () => {
      clock.pass(11 * MINUTE);
      last = await change();
      await runner.runDue();
      return kept();
    })
    .not.toContain(old);
  expect(await kept()).toContain(last);
});

test("a delivery of a webhook that waits stays: others of its thing wait for it", async () => {
  const scene = await openScene();
  const { shop, clock, runner } = scene;
  const endpoint = "https://example.com/";
  await post(shop, "webhooks_save", { address: endpoint, types: ["orders.*"] }, {}, scene.app);
  await post(shop, "webhooks_test", { endpoint }, {}, scene.app);
  await post(shop, "webhooks_test", { endpoint }, {}, scene.app);
  await shop.transact((db) =>
    db.run(sql`
      update webhook_deliveries
      set state = 'failed', due_at = null, finished_at = ${db.now}
      where site_id = ${db.siteId} and id = (select max(id::text)::uuid from webhook_deliveries where site_id = ${db.siteId})
    `),
  );

  clock.pass(31 * DAY);
  await runner.runDue();

  expect(await count(scene, "webhook_deliveries")).toBe(1);
});

test("events are removed after EVENTS_DAYS, of all stores, and their numbers are not given again", async () => {
  const scene = await openScene();
  const { shop, clock, runner, app, database, keyring } = scene;
  const other = await openShop({ over: database, via: app });
  const numbering = eventNumbering({ settings: settingsWith(), database, keyring, tokens });
  const tell = async (to: typeof shop, times: number) => {
    await to.transact(async (db) => {
      for (let i = 0; i < times; i++) {
        db.happened({ type: "menus.changed", thing: { kind: "menu", id: `${i}` }, actor: "key test" });
      }
    });
    await to.transact((db) => numbering.numberEvents(db));
  };
  const list = async (of: typeof shop) => (await post(of, "events_list", {}, {}, app)).body;
  for (const one of [shop, other]) await tell(one, 3);
  clock.pass(30 * DAY - MINUTE);
  await runner.runDue();
  expect([(await list(shop)).data.length, (await list(other)).data.length]).toEqual([3, 3]);

  clock.pass(2 * MINUTE);
  await runner.runDue();

  expect(await list(shop)).toEqual({ data: [], last_number: 3, has_more: false });
  expect((await list(other)).data).toEqual([]);
  await tell(shop, 1);
  expect((await list(shop)).data).toMatchObject([{ number: 4, thing_number: 2 }]);
});

test("one of several processes does the server's own work, once a minute", async () => {
  const { database, clock } = await openScene();
  let runs = 0;
  const own = kindOf(async () => ({ runs: ++runs }), {
    name: "own_work",
    repeats: { everyMs: MINUTE, id: "00000000-0000-0000-0000-0000000000ff" },
  });
  const runners = [clock.runner([own], {}, database), clock.runner([own], {}, database)];
  for (const runner of runners) await runner.addRepeated();
  for (const expected of [1, 2]) {
    await Promise.all(runners.map((runner) => runner.runDue()));
    expect(runs).toBe(expected);
    clock.pass(MINUTE);
  }
});

test("sessions and links of people are removed when they have ended", async () => {
  const { shop, clock, runner, database } = await openScene();
  const services = { database, passwords: new Passwords(1) };
  const inviting = () =>
    shop.transact(async (db) => {
      const { member } = await inviteMember(db, `person-${newId()}@example.dz`, "viewer");
      return makeLink(db, "invitation", member.account_id);
    });
  await inviting();
  const link = (await inviting()).path.split("#")[1] ?? "";
  const device = { address: "", browser: "", secret: undefined };
  await acceptInvitation(services, device, { link, name: "Amina", password: "tajine-et-menthe" });
  const counts = () =>
    database.transact(aboveStores(), async (db) => [
      await db.count(sql`select count(*) from account_sessions`),
      await db.count(sql`select count(*) from account_links`),
    ]);

  clock.pass(11 * 60 * MINUTE);
  await runner.runDue();
  expect(await counts()).toEqual([1, 1]);
  clock.pass(2 * 60 * MINUTE);
  await runner.runDue();
  expect(await counts()).toEqual([0, 1]);
  clock.pass(3 * DAY);
  await runner.runDue();
  expect(await counts()).toEqual([0, 0]);
});
