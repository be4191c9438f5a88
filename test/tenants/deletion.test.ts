import { utimes } from "node:fs/promises";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { Database, type Driver } from "../../src/db/database.ts";
import { keyOf } from "../../src/files/kinds.ts";
import { Keyring } from "../../src/keys/keys.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { makeLink } from "../../src/staff/links.ts";
import { inviteMember } from "../../src/staff/members.ts";
import { beginDeletion } from "../../src/tenants/state.ts";
import { DELETION_DAYS, orderDeletion, resumeStore, suspendStore } from "../../src/tenants/tenants.ts";
import { jobRunner } from "../../src/work.ts";
import { testFiles } from "../files/support.ts";
import { DAY, SECOND, startClock } from "../jobs/scene.ts";
import { NAME, newEmail, PASSWORD, Page, secretOf } from "../staff/people.ts";
import { openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { call } from "../support/operations.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { BUYER, cartWith } from "../support/selling.ts";

// In a database of its own, because the time of all its stores is set forward.

/** All tables of stores: with a column for the store, or the stores themselves. */
const TABLES = `
  select c.relname::text as name
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'sites' then 'id' else 'site_id' end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relname <> 'account_links'
  order by 1
`;

async function openScene() {
  const driver = await openOwnDatabase();
  const database = new Database(driver, { checks: true });
  const keyring = new Keyring(database);
  const files = testFiles(settingsWith());
  const parts = { settings: settingsWith(), database, keyring, tokens, files };
  const via = await buildApp({ ...parts, readiness: async () => ({ reads: true, writes: true }) });
  const clock = startClock();
  const runner = jobRunner(parts, { clock: clock.now });
  await runner.addRepeated();
  return { driver, keyring, via, files, clock, runner, open: () => openShop({ over: database, via }) };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

/** The tables that have rows of a store, with their number. */
const rowsOf = ({ driver }: Scene, { id }: Shop): Promise<Record<string, number>> =>
  driver.transaction(async (inside: Driver) => {
    const counts: Record<string, number> = {};
    for (const { name } of (await inside.query(TABLES, [])) as { name: string }[]) {
      const column = name === "sites" ? "id" : "site_id";
      const [row] = await inside.query(`select count(*)::int as count from ${name} where ${column} = $1`, [id]);
      const { count } = row as { count: number };
      if (count > 0) counts[name] = count;
    }
    return counts;
  }, id);

async function fullShop({ open, via }: Scene): Promise<Shop> {
  const shop = await open();
  const run = (tool: string, args: object) => call(shop, tool, args, shop.secret_key, via);
  await shop.transact((db) =>
    saveShippingRates(db, [{ region: "*", method: "home", price: 80_000, free_above: null }]),
  );
  await run("categories_save", { name: "Lampes" });
  await run("categories_save", { name: "Petites", parent: "lampes" });
  const { id: product_id } = await shop.product({ slug: "lampe", name: "Lampe", category: "petites" });
  await run("webhooks_save", { address: "https://example.com/", types: ["orders.*"] });
  const { headers } = await customerOf(shop);
  const cart_id = await cartWith(shop, { product_id, quantity: 1 });
  const { body } = await shop.post("/orders", { cart_id, ...BUYER }, { ...headers, "idempotency-key": "once" });
  for (const tool of ["orders_confirm", "orders_ship"]) await run(tool, { order: body.order_number });
  await run("orders_return", { order: body.order_number, reason: "refused" });
  return shop;
}

/** Somebody accepts an invitation to each of these stores. */
async function personIn({ via }: Scene, ...shops: Shop[]): Promise<string> {
  const email = newEmail();
  for (const shop of shops) {
    const { path } = await shop.transact(async (db) => {
      const { member } = await inviteMember(db, email, "owner");
      return makeLink(db, "invitation", member.account_id);
    });
    const given = { link: secretOf(path), name: NAME, password: PASSWORD };
    expect((await new Page(via).console("/invitation", given)).status).toBe(200);
  }
  return email;
}

/** What an upload leaves whose process was killed just now. */
async function putRowless({ files, clock }: Scene, siteId: string): Promise<void> {
  const name = { siteId, hash: "a".repeat(64), kind: "jpg" } as const;
  await files.putBack(siteId, name, Readable.from([Buffer.from("jpg")]));
  const at = new Date(clock.iso());
  await utimes(files.storage.pathOf(keyOf(name)) ?? "", at, at);
}

const signsIn = async ({ via }: Scene, email: string): Promise<number> => (await new Page(via).signIn(email)).status;

test("a deleted store stays whole for seven days, and then goes with all it has, and who worked nowhere else", async () => {
  const scene = await openScene();
  const [shop, other] = [await fullShop(scene), await fullShop(scene)];
  const [both, only] = [await personIn(scene, shop, other), await personIn(scene, shop)];
  const [whole, ofOther] = [await rowsOf(scene, shop), await rowsOf(scene, other)];
  expect(Object.keys(whole)).toEqual(
    expect.arrayContaining(["audit_log", "carts", "categories", "order_return_items", "row_images", "stock_movements"]),
  );
  const picture = await call(shop, "files_from_url", { url: "https://example.com/a.png" }, shop.secret_key, scene.via);
  const seesPicture = async () => (await scene.via.inject({ url: picture.data.url })).statusCode;
  expect(await seesPicture()).toBe(200);
  await shop.transact(orderDeletion, scene.clock.iso());

  scene.clock.pass(DELETION_DAYS * DAY - 60 * SECOND);
  await scene.runner.runDue();
  expect((await rowsOf(scene, shop)).orders).toBe(whole.orders);
  scene.clock.pass(120 * SECOND);
  for (const { id } of [shop, other]) await putRowless(scene, id);
  await scene.runner.runDue();

  expect(await rowsOf(scene, shop)).toEqual({});
  expect((await rowsOf(scene, other)).orders).toBe(ofOther.orders);
  scene.keyring.clearCache();
  expect((await shop.get("/store")).status).toBe(401);
  expect((await other.get("/store")).status).toBe(200);
  expect(await seesPicture()).toBe(404);
  expect([await scene.files.hasStore(shop.id), await scene.files.hasStore(other.id)]).toEqual([false, true]);
  expect([await signsIn(scene, only), await signsIn(scene, both)]).toEqual([401, 200]);
});

test("a deletion is taken back until it begins, and not any more then", async () => {
  const scene = await openScene();
  const [kept, late, suspended] = [await scene.open(), await scene.open(), await scene.open()];
  for (const shop of [kept, late]) await shop.transact(orderDeletion, scene.clock.iso());
  await suspended.transact(suspendStore);
  scene.clock.pass(DELETION_DAYS * DAY - SECOND);
  await kept.transact(resumeStore, scene.clock.iso());
  scene.clock.pass(2 * SECOND);
  await late.transact(beginDeletion, scene.clock.iso());
  await expect(late.transact(resumeStore, scene.clock.iso())).rejects.toMatchObject({ code: "store_not_found" });
  await scene.runner.runDue();

  scene.keyring.clearCache();
  expect((await kept.get("/store")).status).toBe(200);
  expect((await late.get("/store")).status).toBe(401);
  expect((await suspended.get("/store")).status).toBe(403);
});

test("every table of stores is among those that a deletion empties", async () => {
  const { driver } = await openScene();
  const [source] = await driver.query(
    "select pg_get_functiondef('delete_store_rows'::regproc) || pg_get_functiondef('delete_empty_store'::regproc) as text",
    [],
  );
  const { text } = source as { text: string };
  const tables = (await driver.query(TABLES, [])) as { name: string }[];
  expect(tables.length).toBeGreaterThan(40);
  expect(
    tables.map(({ name }) => name).filter((name) => !new RegExp(`'${name}'|public\\.${name}\\b`).test(text)),
  ).toEqual([]);
});

test("rows of a store cannot be deleted before its deletion has begun, nor from another store", async () => {
  const { driver, open } = await openScene();
  const [shop, other] = [await open(), await open()];
  const deleting = (of: Shop, by: Shop) =>
    driver.transaction((inside) => inside.query("select delete_store_rows($1, 10)", [of.id]), by.id);
  await expect(deleting(shop, shop)).rejects.toThrow("its deletion has not begun");
  await shop.transact(orderDeletion, "2026-01-01T00:00:00.000Z");
  await shop.transact(beginDeletion);
  await expect(deleting(shop, other)).rejects.toThrow("its deletion has not begun");
});
