import { once } from "node:events";
import { connect } from "node:net";
import type { Command } from "commander";
import { describe, expect, onTestFinished, test } from "vitest";
import { ADMIN, MCP, STOREFRONT } from "../../src/app.ts";
import { program } from "../../src/cli/program.ts";
import type { SiteDb } from "../../src/db/database.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { orderDeletion, resumeStore, suspendStore } from "../../src/tenants/tenants.ts";
import { DAY, KIND, kindOf, promised, startClock, tenantOf } from "../jobs/scene.ts";
import { invite, newEmail, Page, personOf } from "../staff/people.ts";
import { app, buildTestApp, keyring, openShop, type Shop, tokens } from "../support/app.ts";
import { call, operationsOfKeys, post } from "../support/operations.ts";
import { following, startSending, tell } from "../webhooks/scene.ts";

/** Does what a command does, and forgets the keys that this process knows, as their time of 0.9 s does. */
async function operator(shop: Shop, work: (db: SiteDb) => Promise<unknown>): Promise<void> {
  await shop.transact(work);
  keyring.clearCache();
}
const suspend = (shop: Shop) => operator(shop, suspendStore);
const resume = (shop: Shop) => operator(shop, resumeStore);

const refusal = (of: { status: number; body: { code?: string } }) => [of.status, of.body.code];
const SUSPENDED = [403, "store_suspended"];

describe("a suspended store is refused", () => {
  test("to shoppers, in their language, also what is kept in memory, and served again when it is resumed", async () => {
    const shop = await openShop();
    await shop.get("/store");
    await suspend(shop);

    expect(refusal(await shop.get("/store"))).toEqual(SUSPENDED);
    expect(refusal(await shop.post("/cart", {}))).toEqual(SUSPENDED);
    const { body } = await shop.get("/products", { "accept-language": "ar" });
    expect(body.detail).toBe("هذا المتجر مغلق حاليًا.");

    await resume(shop);
    expect((await shop.get("/store")).status).toBe(200);
    expect((await shop.post("/cart", {})).status).toBe(201);
  });

  test("before the framework, which sends answers from memory", async () => {
    const served = await buildTestApp();
    onTestFinished(() => served.close());
    const url = await served.listen({ host: "127.0.0.1", port: 0 });
    const shop = await openShop({ via: served });
    const ask = async () =>
      (await fetch(`${url}${STOREFRONT}/store`, { headers: { "x-api-key": shop.publishable_key } })).status;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    const { hits } = served.cache.statistics;
    expect(hits).toBeGreaterThan(0);

    await suspend(shop);
    expect(await ask()).toBe(403);
    expect(served.cache.statistics.hits).toBe(hits);
  });

  test("to keys of merchants, over HTTP and at the tool endpoint", async () => {
    const shop = await openShop();
    await suspend(shop);

    const over = await post(shop, "products_search", {});
    expect(refusal(over)).toEqual(SUSPENDED);
    expect(over.body.detail).toContain("Ask them to resume it");
    const tool = await app.inject({
      method: "POST",
      url: MCP,
      headers: { authorization: `Bearer ${shop.secret_key}` },
      payload: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    });
    expect([tool.statusCode, tool.json().error.data.code]).toEqual(SUSPENDED);
  });

  test("to people, who work on in their other stores", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const person = await personOf(shop, "owner");
    await suspend(shop);

    expect(refusal(await person.page.run(shop, "products_search"))).toEqual(SUSPENDED);
    expect(refusal(await person.page.console("/leave", { store: shop.slug }))).toEqual(SUSPENDED);
    expect((await person.page.console("/me")).status).toBe(200);
    const link = await invite(shop, newEmail(), "manager");
    expect(refusal(await new Page().console("/links/show", { link }))).toEqual(SUSPENDED);
    const elsewhere = await personOf(other, "owner");
    expect((await elsewhere.page.run(other, "products_search")).status).toBe(200);
  });

  test("to who knows the address of a picture", async () => {
    const shop = await openShop();
    const { data } = await call(shop, "files_from_url", { url: "https://example.com/vase.png" });
    const see = async (via: typeof app) => (await via.inject({ url: data.url })).statusCode;
    expect(await see(app)).toBe(200);
    await suspend(shop);
    const late = await buildTestApp(); // what another process believes for 0.9 s is not believed there
    onTestFinished(() => late.close());
    expect(await see(late)).toBe(403);
    await expect.poll(() => see(app)).toBe(403);
  });

  test("to programs that follow its events: their streams end", async () => {
    const shop = await openShop();
    const served = await buildTestApp();
    onTestFinished(() => served.close());
    const url = await served.listen({ host: "127.0.0.1", port: 0 });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const head = `GET ${ADMIN}/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`;
    socket.write(`${head}authorization: Bearer ${shop.secret_key}\r\n\r\n`);
    const [first] = await once(socket, "data");
    expect(String(first)).toContain("200 OK");

    socket.resume();
    await suspend(shop);
    await once(socket, "end");
  });
});

describe("what a suspended store has to do waits", () => {
  test("jobs are not claimed, and done when it is resumed", async () => {
    const shop = await openShop();
    const done: string[] = [];
    const clock = startClock();
    const work = kindOf(async ({ id }) => {
      done.push(id);
      return {};
    });
    const runner = clock.runner([work]);
    await suspend(shop);
    const id = await shop.transact(async (db) => db.later({ kind: KIND, arguments: {}, actor: "command" }));

    clock.pass(1000);
    await runner.runDue(tenantOf(shop));
    await runner.runOnly(tenantOf(shop), id);
    expect(done).toEqual([]);

    await resume(shop);
    await runner.runDue(tenantOf(shop));
    expect(done).toEqual([id]);
  });

  test("a job that runs is given back, and goes on where it was", async () => {
    const shop = await openShop();
    const clock = startClock();
    const [begun, ended] = [promised(), promised()];
    let runs = 0;
    const runner = clock.runner([
      kindOf(
        async (job) => {
          if (++runs > 1) return { soFar: job.soFar };
          await job.portion(async () => ({ soFar: { at: 1 }, done: 1, total: 2 }));
          begun.settle();
          await ended.promise;
          await job.portion(async () => ({ soFar: { at: 2 }, done: 2, total: 2 }));
          return {};
        },
        { isRepeatable: false },
      ),
    ]);
    const id = await shop.transact(async (db) => db.later({ kind: KIND, arguments: {}, actor: "command" }));
    clock.pass(1000);
    const running = runner.runOnly(tenantOf(shop), id);
    await begun.promise;

    await suspend(shop);
    await runner.renewLeases();
    ended.settle();
    await running;
    const state = async () => {
      const { data } = await call(shop, "jobs_list", { id });
      return data.data[0];
    };
    await resume(shop);
    expect(await state()).toMatchObject({ state: "waiting", attempts: 0, done: 1 });

    await runner.runDue(tenantOf(shop));
    expect(await state()).toMatchObject({ state: "done", result: { soFar: { at: 1 } } });
  });

  test("webhooks wait, and none is lost", async () => {
    const { shop, receiver } = await following();
    const sending = startSending();
    await tell(shop, "before");
    await sending.run(shop);
    const before = receiver.got.length;
    expect(before).toBeGreaterThan(0);
    await suspend(shop);
    await tell(shop, "meanwhile");
    sending.pass(1000);
    await sending.run(shop);
    expect(receiver.got).toHaveLength(before);

    await resume(shop);
    sending.pass(1000);
    await sending.run(shop);
    expect(receiver.got).toHaveLength(before + 1);
  });
});

/** Commands that do what an operation does, too, of the merchant's own store. */
const ALSO_OF_MERCHANTS = [
  "keys create",
  "keys list",
  "keys revoke",
  "staff invite",
  "staff list",
  "staff remove",
  "staff reset-link",
  "import",
  "jobs",
];

/** All commands of the command line: "stores suspend". */
const commandsOf = ({ commands }: Command, group = ""): string[] =>
  commands.flatMap((one) => (one.commands.length > 0 ? commandsOf(one, `${one.name()} `) : `${group}${one.name()}`));

const operations = merchantOperations(keyring, tokens).map(({ name }) => name);

/** Whether an operation has all words of a command: `store_suspend` and `stores_suspend` those of "stores suspend". */
function isSame(command: string, operation: string): boolean {
  const words = (name: string) => name.split(/[ _-]/).map((word) => word.replace(/s$/, ""));
  return words(command).every((word) => words(operation).includes(word));
}

test("no key and no person of a store can suspend, resume or delete one, nor do another command of the operator", async () => {
  const shop = await openShop();
  const owner = await personOf(shop, "owner");
  const shared = commandsOf(program()).filter((command) => operations.some((one) => isSame(command, one)));
  expect(shared).toEqual(ALSO_OF_MERCHANTS);
  for (const command of commandsOf(program()).filter((one) => !shared.includes(one))) {
    const name = command.replaceAll(/\W/g, "_");
    expect(refusal(await post(shop, name, {}))).toEqual([404, "not_found"]);
    expect(refusal(await owner.page.run(shop, name))).toEqual([404, "not_found"]);
    await expect(call(shop, name)).rejects.toThrow("There is no tool");
  }
  for (const field of ["suspended_at", "deletion_at", "deletion_began_at"]) {
    expect((await post(shop, "store_update", { [field]: null })).status).toBe(422);
  }
  const touching = operationsOfKeys.filter(({ input }) => /suspended_at|deletion_at/.test(JSON.stringify(input)));
  expect(touching).toEqual([]);
});

test("to suspend twice keeps the first time, and to resume takes a deletion back", async () => {
  const shop = await openShop();
  const first = await shop.transact(suspendStore);
  expect(await shop.transact(suspendStore)).toEqual(first);
  const ordered = await shop.transact(orderDeletion);
  expect(ordered.suspended_at).toBe(first.suspended_at);
  expect(Date.parse(ordered.deletion_at ?? "") - Date.now()).toBeGreaterThan(7 * DAY - 60_000);
  expect(await shop.transact(orderDeletion)).toEqual(ordered);
  expect(await shop.transact(resumeStore)).toEqual({ suspended_at: null, deletion_at: null, deletion_began_at: null });
});
