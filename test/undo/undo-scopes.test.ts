import { beforeEach, expect, test } from "vitest";
import { SCOPES, type Scope } from "../../src/core/scopes.ts";
import type { Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { call } from "../support/operations.ts";
import { deliveringShop, ordered } from "../support/selling.ts";

/** An undo needs what the call needed: the scopes of the operation, of its arguments and of what it turned out to do. */

let shop: Shop;
let order: string;
beforeEach(async () => {
  shop = await deliveringShop();
  const { id } = await shop.product({ slug: "tapis", sku: "TAP-1", price: 100_000, stock: 50 });
  order = (await ordered(shop, [{ product_id: id, quantity: 1 }])).order_number;
});

const change = async (tool: string, args: object): Promise<string> => (await runTool(shop, tool, args)).change_id;
const missing = async (changes: string[], key: string, given: object = {}) =>
  (await call(shop, "changes_undo", { changes, ...given }, key)).problem?.allowed;
const nameOf = async () => (await runTool(shop, "orders_get", { order })).customer_name;

const BLIND: Scope[] = SCOPES.filter((scope) => !scope.startsWith("customers:"));

test("a key that may not change a name and a phone may not undo their change, alone, with others or again", async () => {
  const [blind, all] = [await keyFor(shop, ...BLIND), await keyFor(shop, ...SCOPES)];
  const renamed = await change("orders_update", {
    order,
    customer_name: "Lynda Haddad",
    customer_phone: "0661 00 00 00",
  });
  const noted = await change("orders_add_note", { order, text: "Appeler le soir" });

  for (const given of [{}, { dry_run: true }, { skip_changed: true }]) {
    for (const changes of [[renamed], [noted, renamed]]) {
      const answer = await call(shop, "changes_undo", { changes, ...given }, blind);
      expect(answer.problem).toMatchObject({ code: "insufficient_scope", allowed: ["customers:read"] });
      expect(JSON.stringify(answer).replaceAll(renamed, "<change>")).not.toMatch(/Lynda|Karim|661|550/); // ids have such digits by chance
    }
  }
  expect(await nameOf()).toBe("Lynda Haddad");
  const { change_id: undo } = await runTool(shop, "changes_undo", { changes: [renamed] }, all);
  expect(await nameOf()).toBe("Karim Benali");
  expect(await missing([undo], blind)).toEqual(["customers:read"]);
  expect(await missing([undo], all)).toBeUndefined();
  expect(await nameOf()).toBe("Lynda Haddad");
  expect(await missing([noted], blind)).toBeUndefined();
  expect(await missing([renamed], all)).toBeUndefined();
  expect(await missing([renamed], blind)).toEqual(["customers:read"]); // and not that it is undone already
});

test("a change that a key without customers:read may make is undone without it, with people masked", async () => {
  const key = await keyFor(shop, "orders:write");
  await change("orders_update", { order, customer_wilaya: "Oran", carrier: "Yalidine" });
  const theirs = await change("orders_update", { order, customer_wilaya: "Alger" });

  const undone = await call(shop, "changes_undo", { changes: [theirs], dry_run: true }, key);
  expect(undone.problem).toBeUndefined();
  expect(JSON.stringify(undone)).not.toMatch(/Oran|Alger|Karim/);
  expect(await missing([theirs], key)).toBeUndefined();
  expect((await runTool(shop, "orders_get", { order })).customer_wilaya).toBe("Oran");
});

test("each part of the orders undoes what it may do", async () => {
  const [desk, money] = [await keyFor(shop, "orders:desk"), await keyFor(shop, "orders:money")];
  const called = await change("orders_log_call", { order, outcome: "no_answer" });
  const shipping = await change("orders_update", { order, shipping_cost: 100 });

  expect(await missing([shipping], desk)).toEqual(["orders:write"]);
  expect(await missing([called], money)).toEqual(["orders:desk"]);
  expect(await missing([called], desk)).toBeUndefined();
});

test("a retry of an undo is answered to the key that made it only", async () => {
  const [one, other] = [await keyFor(shop, "orders:write"), await keyFor(shop, "catalog:write")];
  await runTool(shop, "orders_update", { order, carrier: "Y" }, one);
  const undo = { changes: ["last"], idempotency_key: "undo" };

  const first = await runTool(shop, "changes_undo", undo, one);
  const foreign = await call(shop, "changes_undo", undo, other);
  expect([foreign.problem?.code, foreign.data]).toEqual(["idempotency_key_reused", undefined]);
  expect((await runTool(shop, "changes_undo", undo, one)).change_id).toBe(first.change_id);
});
