import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { createCart } from "../../src/cart/cart.ts";
import { Problem } from "../../src/core/problem.ts";
import { LostRace, type SiteDb } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import { openShop, type Shop } from "../support/app.ts";

const refusal = () => new Problem("cart_empty", "Refused.");

const cartsOf = async (shop: Shop): Promise<number> =>
  (await shop.rows(Type.Object({ id: Type.String() }), sql`select id from carts where site_id = ${shop.id}`)).length;

/** Creates a cart and is refused; returns the problem. */
const refusedCart = (db: SiteDb, before: () => Promise<unknown> = async () => {}) =>
  db
    .attempt(async () => {
      await createCart(db, null);
      await before();
      throw refusal();
    })
    .catch((error: unknown) => error);

describe("an attempt within a transaction", () => {
  test("is committed with the transaction", async () => {
    const shop = await openShop();

    const answer = await shop.transact(async (db) => {
      await createCart(db, null);
      return db.attempt(async () => {
        await createCart(db, null);
        return "done";
      });
    });

    expect(answer).toBe("done");
    expect(await cartsOf(shop)).toBe(2);
  });

  test("leaves nothing when it is refused, and the rest is committed", async () => {
    const shop = await openShop();

    const problems = await shop.transact(async (db) => {
      await createCart(db, null);
      const first = await refusedCart(db);
      await db.attempt(() => createCart(db, null));
      const second = await refusedCart(db);
      await createCart(db, null);
      return [first, second];
    });

    expect(problems).toMatchObject([{ code: "cart_empty" }, { code: "cart_empty" }]);
    expect(await cartsOf(shop)).toBe(3);
  });

  test("drops its statements that nobody waits for, and its effects", async () => {
    const shop = await openShop();
    await shop.transact((db) => createCart(db, null));
    const effects: string[] = [];

    await shop.transact(async (db) => {
      db.afterCommit(() => effects.push("before"));
      await refusedCart(db, async () => {
        db.send(sql`delete from carts where site_id = ${db.siteId}`);
        db.afterCommit(() => effects.push("refused"));
      });
      await db.attempt(async () => db.afterCommit(() => effects.push("attempted")));
    });

    expect(effects).toEqual(["before", "attempted"]);
    expect(await cartsOf(shop)).toBe(1);
  });

  test("may be refused inside another", async () => {
    const shop = await openShop();

    await shop.transact((db) =>
      db.attempt(async () => {
        await createCart(db, null);
        await refusedCart(db);
      }),
    );

    expect(await cartsOf(shop)).toBe(1);
  });

  test("fails the transaction when one of its statements fails, also when it is refused after that", async () => {
    const shop = await openShop();
    const failing = (db: SiteDb) => sql`select 1 / 0 as one where ${db.siteId} <> ''`;

    const done = shop.transact(async (db) => {
      await createCart(db, null);
      const problem = await refusedCart(db, async () => db.send(failing(db)));
      if (!(problem instanceof Problem)) throw problem;
    });

    await expect(done).rejects.toThrow(/division by zero/);
    expect(await cartsOf(shop)).toBe(0);
  });

  test("runs the whole transaction again after a lost race", async () => {
    const shop = await openShop();
    let runs = 0;

    await shop.transact(async (db) => {
      runs++;
      await createCart(db, null);
      await db.attempt(async () => {
        await createCart(db, null);
        if (runs === 1) throw new LostRace("somebody was faster");
      });
    });

    expect(runs).toBe(2);
    expect(await cartsOf(shop)).toBe(2);
  });
});
