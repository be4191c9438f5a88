import { beforeAll, describe, expect, test } from "vitest";
import type { Driver } from "../../src/db/database.ts";
import { driver, openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { invite, newEmail, personOf } from "./people.ts";

// The tables of accounts through the roles that the server works as; test/whole/row-level-security.test.ts has those of stores.

let ours: Shop;
let theirs: Shop;
beforeAll(async () => {
  [ours, theirs] = [await openShop(), await openShop()];
  await personOf(theirs, "owner");
});

/** Runs a statement as `hanout_app` in our store, and rolls it back. */
async function tryIn(shop: Shop, work: (inside: Driver) => Promise<unknown>): Promise<unknown> {
  const undo = new Error("undo");
  let result: unknown;
  await driver
    .transaction(async (inside) => {
      result = await work(inside);
      throw undo;
    }, shop.id)
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return result;
}

describe("accounts, which are above the stores", () => {
  const ACCOUNTS = ["accounts", "account_sessions", "account_links", "passkeys"];

  test("are seen and written by nobody in a store, and in none", async () => {
    const page = await personOf(ours, "viewer");
    await invite(ours, newEmail(), "viewer");
    const [row] = await rowsForOwner("select id from accounts where email = $1", [page.email]);
    const { id } = row as { id: string };
    await rowsForOwner(
      `insert into passkeys (id, account_id, credential_id, public_key, counter, transports, name, challenged_at, created_at)
       values ($1, $1, $2, '', 0, '{}', 'Phone', now(), now())`,
      [id, id],
    );
    for (const name of ACCOUNTS) {
      const [{ count }] = (await rowsForOwner(`select count(*)::integer as count from ${name}`)) as [{ count: number }];
      expect(count, name).toBeGreaterThan(0);
      const touched = (text: string) => tryIn(ours, (inside) => inside.query(text, []));
      expect(await touched(`select 1 from ${name}`), name).toEqual([]);
      expect(
        await touched(`update ${name} set ${name === "accounts" ? "id = id" : "account_id = account_id"} returning 1`),
        name,
      ).toEqual([]);
      expect(await touched(`delete from ${name} returning 1`), name).toEqual([]);
      expect(await driver.query(`select 1 from ${name}`, []), name).toEqual([]);
    }
    const stolen = "insert into accounts (id, email, created_at) values (gen_random_uuid(), 'x@example.dz', now())";
    await expect(tryIn(ours, (inside) => inside.query(stolen, []))).rejects.toMatchObject({ code: "42501" });
  });

  test("are not told by the functions for another store", async () => {
    const told = (text: string) => tryIn(ours, (inside) => inside.query(text, [theirs.id]));
    expect(await told("select * from staff_of_store($1)")).toEqual([]);
    await expect(told("select account_for($1, 'y@example.dz', gen_random_uuid(), now())")).rejects.toThrow(
      "not of this store",
    );
    await expect(told("select add_store_link($1, gen_random_uuid(), 'reset', '', now())")).rejects.toThrow(
      "not of this store",
    );
  });
});
