import { expect, test } from "vitest";
import { eventNumbering } from "../../src/app.ts";
import { Database } from "../../src/db/database.ts";
import { database, driver, keyring, openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { eventsOf } from "./asking.ts";

const tell = (shop: Shop, thing: string, times: number) =>
  shop.transact(async (db) =>
    db.happened(
      ...Array.from({ length: times }, () => ({
        type: "menus.changed",
        thing: { kind: "menu", id: thing },
        actor: "test",
      })),
    ),
  );

test("processes that number at once leave no gaps and give no number twice", async () => {
  const shop = await openShop();
  const numberings = Array.from({ length: 3 }, () =>
    eventNumbering(new Database(driver, { checks: true, changes: database.changes }), keyring),
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

test("a started process numbers what it commits, and what others left", async () => {
  const shop = await openShop();
  await tell(shop, "left", 1);
  const own = new Database(driver, { checks: true, changes: database.changes });
  const numbering = eventNumbering(own, keyring);
  numbering.start();
  try {
    const left = () =>
      rowsForOwner("select count(*)::int as count from new_events where site_id = $1", [shop.id]).then(
        ([row]) => (row as { count: number }).count,
      );
    await expect.poll(left, { timeout: 20_000, interval: 50 }).toBe(0);
  } finally {
    await numbering.stop();
  }
  expect(await eventsOf(shop)).toMatchObject([{ number: 1, thing_id: "left" }]);
}, 30_000);
