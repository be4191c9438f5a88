import { Type } from "typebox";
import { expect, test } from "vitest";
import { tenantOf } from "../../bench/harness/stores.ts";
import { newId } from "../../src/core/ids.ts";
import { Database } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import { Keyring } from "../../src/keys/keys.ts";
import { createStore } from "../../src/store/store.ts";
import { eventNumbering } from "../../src/work.ts";
import { database, driver, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { eventsOf } from "./asking.ts";

const tell = (shop: Shop, thing: string, times: number) =>
  shop.transact(async (db) =>
    db.happened(
      ...Array.from({ length: times }, () => ({
        type: "menus.changed",
        thing: { kind: "menu", id: thing },
        actor: "key test" as const,
      })),
    ),
  );

test("processes that number at once leave no gaps and give no number twice", async () => {
  const shop = await openShop();
  const numberings = Array.from({ length: 3 }, () =>
    eventNumbering({
      settings: settingsWith(),
      database: new Database(driver, { checks: true, changes: database.changes }),
      keyring,
      tokens,
    }),
  );
  let isTelling = true;
  const telling = Promise.all(
    ["a", "b", "c"].map(async (thing) => {
      for (let i = 0; i < 40; i++) await tell(shop, thing, 1 + (i % 3));
    }),
  ).then(() => {
    isTelling = false;
  });
  await Promise.all(
    numberings.map(async (numbering) => {
      while (isTelling) await shop.transact((db) => numbering.numberEvents(db));
    }),
  );
  await telling;

  const events = await eventsOf(shop);

  expect(events.map(({ number }) => number)).toEqual(events.map((_, i) => i + 1));
  expect(events).toHaveLength(3 * 79);
  for (const thing of ["a", "b", "c"]) {
    const own = events.filter(({ thing_id }) => thing_id === thing);
    expect(own.map(({ thing_number }) => thing_number)).toEqual(own.map((_, i) => i + 1));
    const times = own.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  }
}, 30_000);

test("a started process numbers what others left", async () => {
  const own = new Database(await openOwnDatabase(), { checks: true });
  const tenant = tenantOf(newId());
  await own.transact(tenant, async (db) => {
    await createStore(db, { slug: "own", name: "Own", locale: "fr" });
    db.happened({ type: "menus.changed", thing: { kind: "menu", id: "left" }, actor: "key test" });
  });
  const numbering = eventNumbering({ settings: settingsWith(), database: own, keyring: new Keyring(own), tokens });
  numbering.start();
  try {
    const numbers = () =>
      own.transact(tenant, (db) =>
        db.many(
          Type.Object({ number: Type.Integer() }),
          sql`select number from events where site_id = ${db.siteId} and thing_id = 'left'`,
        ),
      );
    await expect.poll(numbers).toEqual([{ number: 1 }]);
  } finally {
    await numbering.stop();
  }
});
