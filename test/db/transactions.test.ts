import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { createCart } from "../../src/cart/cart.ts";
import { asStored } from "../../src/core/media.ts";
import type { SiteDb } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import { database, openShop, type Shop } from "../support/app.ts";

/** A statement that fails. */
const failing = ({ siteId }: SiteDb) => sql`select 1 / 0 as one where ${siteId} <> ''`;

const cartsOf = async (shop: Shop): Promise<number> =>
  (await shop.rows(Type.Object({ id: Type.String() }), sql`select id from carts where site_id = ${shop.id}`)).length;

describe("a statement that nobody waits for", () => {
  test("is committed with the transaction", async () => {
    const shop = await openShop();

    await shop.transact((db) => createCart(db, null));

    expect(await cartsOf(shop)).toBe(1);
  });

  test("fails the transaction with its error, and what was written is rolled back", async () => {
    const shop = await openShop();

    const done = shop.transact(async (db) => {
      await createCart(db, null);
      db.send(failing(db));
    });

    await expect(done).rejects.toThrow(/division by zero/);
    expect(await cartsOf(shop)).toBe(0);
  });

  test("fails the transaction with its error when a later statement is refused for it", async () => {
    const shop = await openShop();

    const done = shop.transact(async (db) => {
      db.send(failing(db));
      await createCart(db, null);
      await db.count(sql`select count(*) from carts where site_id = ${db.siteId}`);
    });

    await expect(done).rejects.toThrow(/division by zero/);
    expect(await cartsOf(shop)).toBe(0);
  });

  test("fails the transaction when it cannot be sent, and nothing is committed", async () => {
    const shop = await openShop();
    const unreadable = {
      toPostgres: () => {
        throw new Error("this value has no text");
      },
    };

    const done = shop.transact(async (db) => {
      await createCart(db, null);
      db.send(sql`delete from carts where site_id = ${db.siteId} and id = ${unreadable}`);
    });

    await expect(done).rejects.toThrow();
    expect(await cartsOf(shop)).toBe(0);
  });

  test("is refused when it comes after the transaction was refused", async () => {
    const shop = await openShop();
    const late: Promise<unknown>[] = [];

    const done = shop.transact(async (db) => {
      const counted = db.count(sql`select count(*) from carts where site_id = ${db.siteId}`);
      const clear = () => db.run(sql`delete from carts where site_id = ${db.siteId}`);
      late.push(
        counted.then(clear).then(
          () => "it ran",
          () => "refused",
        ),
      );
      throw new Error("refused");
    });

    await expect(done).rejects.toThrow("refused");
    expect(await Promise.all(late)).toEqual(["refused"]);
  });

  test("has no effect after a refusal", async () => {
    const shop = await openShop();

    const done = shop.transact(async (db) => {
      await createCart(db, null);
      throw new Error("refused");
    });

    await expect(done).rejects.toThrow("refused");
    expect(await cartsOf(shop)).toBe(0);
  });
});

test("statements that are sent together run in the order of the calls", async () => {
  const shop = await openShop();
  await shop.transact((db) => createCart(db, null));

  const counts = await shop.transact(async (db) => {
    const count = () => db.count(sql`select count(*) from carts where site_id = ${db.siteId}`);
    const before = count();
    const cleared = db.run(sql`delete from carts where site_id = ${db.siteId}`);
    const after = count();
    return (await Promise.all([before, after, cleared])).slice(0, 2);
  });

  expect(counts).toEqual([1, 0]);
});

test("a report that writes fails, and nothing is written", async () => {
  const shop = await openShop();
  const now = new Date().toISOString();
  const tenant = {
    siteId: shop.id,
    currency: "DZD",
    country: "DZ",
    locale: "fr-DZ",
    timeZone: null,
    now,
    mediaUrl: asStored,
  };

  const done = database.report(tenant, async (db) => void (await createCart(db, null)));

  await expect(done).rejects.toMatchObject({ code: "unavailable" });
  expect(await cartsOf(shop)).toBe(0);
});
