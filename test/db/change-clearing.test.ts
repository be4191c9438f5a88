import { Type } from "typebox";
import { expect, onTestFinished, test, vi } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { ChangeClearing } from "../../src/db/change-clearing.ts";
import { Database } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import { openShop } from "../support/app.ts";
import { openOwnDatabase } from "../support/own-database.ts";

const MINUTE = 60_000;
const Product = Type.Object({ id: Type.String() });

test("changes of ten minutes ago are removed, and later ones stay", async () => {
  const driver = await openOwnDatabase();
  const database = new Database(driver, { checks: true });
  const shop = await openShop({ over: database });
  const change = async (): Promise<string> => {
    const id = newId();
    await shop.transact(async (db) => db.changed([], [id]));
    return id;
  };
  const kept = async (): Promise<string[]> => {
    const rows = await database.directory.many(
      Product,
      sql`select unnest(product_ids)::text as id from changes order by xid`,
    );
    return rows.map(({ id }) => id);
  };
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
  onTestFinished(() => clock.mockRestore());
  const clearing = new ChangeClearing(driver);

  const old = await change();
  await clearing.clear();
  ahead += 9 * MINUTE;
  const later = await change();
  await clearing.clear();
  expect(await kept()).toEqual([old, later]);

  // A transaction of another database of this server, open for seconds, holds the old horizon back until it ends.
  let last = later;
  await expect
    .poll(async () => {
      ahead += 11 * MINUTE;
      last = await change();
      await clearing.clear();
      return kept();
    })
    .not.toContain(old);
  expect(await kept()).toContain(last);
});
