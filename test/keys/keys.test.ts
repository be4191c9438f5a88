import { Type } from "typebox";
import { expect, test } from "vitest";
import { Database, type Driver } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import { Keyring, listKeys, revokeKey } from "../../src/keys/keys.ts";
import { app, driver, getFrom, openShop } from "../support/app.ts";

const status = async (key: string) => (await getFrom(app, "/store", { "x-api-key": key })).status;

/** Returns the keyring of a new process, and a counter of its database statements. */
function countingKeyring(): { ring: Keyring; reads: () => number } {
  let reads = 0;
  const counting: Driver = {
    ...driver,
    query: (text, values) => {
      reads++;
      return driver.query(text, values);
    },
  };
  return { ring: new Keyring(new Database(counting, { checks: true })), reads: () => reads };
}

test("a cached key is found without a database read", async () => {
  const shop = await openShop();
  const { ring, reads } = countingKeyring();

  await ring.findOwner(shop.publishable_key);
  const cold = reads();
  for (let i = 0; i < 100; i++) expect(await ring.findOwner(shop.publishable_key)).toMatchObject({ site_id: shop.id });

  expect(cold).toBeGreaterThan(0);
  expect(reads()).toBe(cold);
});

test("concurrent requests with an uncached key read it once", async () => {
  const shop = await openShop();
  await countingKeyring().ring.findOwner(shop.secret_key); // stores last_used_at, which takes a statement
  const { ring, reads } = countingKeyring();

  const owners = await Promise.all(Array.from({ length: 50 }, () => ring.findOwner(shop.secret_key)));

  expect(new Set(owners.map((owner) => owner?.site_id))).toEqual(new Set([shop.id]));
  expect(reads()).toBe(1);
});

test("a revoked key stops working immediately in the process that revokes it; other keys still work", async () => {
  const shop = await openShop();
  expect([await status(shop.publishable_key), await status(shop.secret_key)]).toEqual([200, 200]);
  const [first] = await shop.transact(listKeys);

  await shop.revokeKey(first?.id ?? "");

  expect(first?.kind).toBe("secret");
  expect([await status(shop.publishable_key), await status(shop.secret_key)]).toEqual([200, 401]);
});

test("a key revoked by another process stops working within a second", async () => {
  const shop = await openShop();
  expect(await status(shop.secret_key)).toBe(200);
  await shop.transact((db) => revokeKey(db, shop.secret_key.slice(0, 11)));

  await expect.poll(() => status(shop.secret_key), { interval: 25, timeout: 1100 }).toBe(401);
});

test("a key works until it expires", async () => {
  const shop = await openShop();
  const later = new Date(Date.now() + 60_000).toISOString();
  const earlier = new Date(Date.now() - 1000).toISOString();
  const valid = await shop.createKey({
    kind: "publishable",
    name: "Living",
    expires_at: later,
  });
  const expired = await shop.createKey({
    kind: "publishable",
    name: "Expired",
    expires_at: earlier,
  });

  expect([await status(valid.key), await status(expired.key)]).toEqual([200, 401]);
});

test("a store cannot revoke another store's key", async () => {
  const [ours, theirs] = [await openShop(), await openShop()];
  const [key] = await theirs.transact(listKeys);

  await expect(ours.revokeKey(key?.id ?? "")).rejects.toMatchObject({ code: "key_not_found" });
  expect(await status(theirs.secret_key)).toBe(200);
});

test("only the hash and the visible prefix of a key are stored", async () => {
  const shop = await openShop();

  const [row] = await shop.rows(
    Type.Object({ whole: Type.String() }),
    sql`select string_agg(k::text, ' ') as whole from api_keys k where site_id = ${shop.id}`,
  );

  expect(row?.whole).toContain(shop.secret_key.slice(0, 11));
  expect(row?.whole).not.toContain(shop.secret_key.slice(11));
  expect(shop.secret_key.slice(3)).toHaveLength(32); // 24 bytes
});

test("the time when a key was last used is stored, soon after the answer", async () => {
  const shop = await openShop();
  const before = new Date().toISOString();
  const lastUsed = async (kind: string) =>
    (await shop.transact(listKeys)).find((key) => key.kind === kind)?.last_used_at;

  await status(shop.publishable_key);

  await expect.poll(() => lastUsed("publishable"), { interval: 5, timeout: 10_000 }).toSatisfy((at) => at >= before);
  expect(await lastUsed("secret")).toBeNull();
});
