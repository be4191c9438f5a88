import pg from "pg";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import type { Driver } from "../../src/db/database.ts";
import { isMigrated, migrate } from "../../src/db/migrate.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";

const opened: Driver[] = [];
afterAll(() => Promise.all(opened.map((driver) => driver.close())));

/** Opens drivers, as of that many processes, on one new and empty database. */
let processes: (count: number) => Driver[];

beforeEach(async () => {
  const name = `migrate_${newId().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = inject("postgresUrl").replace(/\w+$/, name);
  processes = (count) => {
    const drivers = Array.from({ length: count }, () =>
      openPostgres(url, { poolSize: 2, statementTimeout: 60_000, role: "login" }),
    );
    opened.push(...drivers);
    return drivers;
  };
});

describe("migrations", () => {
  test("are applied once when ten processes start at once", async () => {
    const drivers = processes(10);

    const applied = await Promise.all(drivers.map(migrate));

    expect(applied.filter((files) => files.length > 0)).toEqual([expect.arrayContaining(["0001 start"])]);
    expect(await Promise.all(drivers.map(isMigrated))).toEqual(drivers.map(() => true));
  });

  test.each(["40P01", "55P03"])("are retried after a conflict with requests (%s)", async (code) => {
    const [driver] = processes(1) as [Driver];
    let transactions = 0; // the first holds the lock
    const busy: Driver = {
      ...driver,
      transaction: (work) =>
        driver.transaction(async (transaction) => {
          const number = ++transactions;
          const done = await work(transaction);
          if (number === 2 || number === 3) throw Object.assign(new Error("in the way"), { code });
          return done;
        }),
    };

    expect(await migrate(busy)).toContain("0001 start");
    expect(await isMigrated(driver)).toBe(true);
  });

  test("leave a database not ready until they are applied", async () => {
    const [driver] = processes(1) as [Driver];

    expect(await isMigrated(driver)).toBe(false);
  });

  test("leave nothing behind when one fails, and refuse a migration changed after it was applied", async () => {
    const [driver] = processes(1) as [Driver];
    await driver.exec("create table variants (id integer)"); // in the way of the first one

    await expect(migrate(driver)).rejects.toThrow('relation "variants" already exists');
    expect(await driver.query("select to_regclass('sites') as sites", [])).toEqual([{ sites: null }]);

    await driver.exec("drop table variants");
    await migrate(driver);
    await driver.exec("update schema_version set md5 = 'other' where version = 1");
    await expect(migrate(driver)).rejects.toThrow("MD5 checksum failed for migration [1]");
  });

  test("accept the former file of one that was rewritten", async () => {
    const [driver] = processes(1) as [Driver];
    await migrate(driver);
    await driver.exec("update schema_version set md5 = 'abef97c0da97d54c0978e7ca586a5bc1' where version = 28");
    await driver.exec("delete from schema_version where version = 30"); // it may run again

    expect(await migrate(driver)).toEqual(["0030 earlier-returns"]);
    expect(await migrate(driver)).toEqual([]);
  });
});
