import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
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

    const applied = await Promise.all(drivers.map((driver) => migrate(driver)));

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
});

/** Releases of a made-up shop: the second adds (expand) and makes an index, the third removes (contract). */
const RELEASES = [
  { "0001.do.start": "create table parcels (id integer primary key, label text not null);" },
  {
    "0002.do.weights": `
      alter table parcels add column grams integer;
      update parcels set grams = 500;
    `,
    "0003.do.weights-concurrently": `
      drop index concurrently if exists parcels_by_grams;
      create index concurrently parcels_by_grams on parcels (grams);
    `,
  },
  {
    "0004.do.required-weights": "alter table parcels alter column grams set not null;",
    "0005.do.no-labels": "alter table parcels drop column label;",
  },
] as const;

/** Writes the files of the first `count` releases. Returns their pattern. */
function filesOf(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), "hanout-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, script] of RELEASES.slice(0, count).flatMap((release) => Object.entries(release)))
    writeFileSync(join(folder, `${name}.sql`), script);
  return join(folder, "*.sql");
}

/** The columns and the valid indexes. */
const schemaOf = async (driver: Driver) => [
  await driver.query(
    "select column_name, is_nullable from information_schema.columns where table_name = 'parcels' order by column_name",
    [],
  ),
  await driver.query(
    "select indexrelid::regclass::text as name from pg_index where indrelid = 'parcels'::regclass and indisvalid order by 1",
    [],
  ),
];

describe("releases", () => {
  test("apply their files one after another, keep the rows, and make the schema of a new database", async () => {
    const [driver] = processes(1) as [Driver];

    expect(await migrate(driver, { files: filesOf(1) })).toEqual(["0001 start"]);
    await driver.exec("insert into parcels values (1, 'Alger')");
    expect(await migrate(driver, { files: filesOf(2) })).toEqual(["0002 weights", "0003 weights-concurrently"]);
    expect(await migrate(driver, { files: filesOf(2) })).toEqual([]);
    expect(await driver.query("select * from parcels", [])).toEqual([{ id: 1, label: "Alger", grams: 500 }]);
    expect(await migrate(driver, { files: filesOf(1) })).toEqual([]); // the release before starts beside it
    expect(await migrate(driver, { files: filesOf(3) })).toEqual(["0004 required-weights", "0005 no-labels"]);

    const upgraded = await schemaOf(driver);
    expect(upgraded).toEqual([
      [
        { column_name: "grams", is_nullable: "NO" },
        { column_name: "id", is_nullable: "NO" },
      ],
      [{ name: "parcels_by_grams" }, { name: "parcels_pkey" }],
    ]);
    await driver.exec("drop table parcels, schema_version");
    await migrate(driver, { files: filesOf(3) });
    expect(await schemaOf(driver)).toEqual(upgraded);
  });

  test("keep what was applied before a file that fails, and make an interrupted index again", async () => {
    const [driver] = processes(1) as [Driver];
    await migrate(driver, { files: filesOf(1) });
    await driver.exec("alter table parcels add column grams integer; create index parcels_by_grams on parcels (id)");
    await expect(migrate(driver, { files: filesOf(3) })).rejects.toThrow(
      'column "grams" of relation "parcels" already exists',
    );

    await driver.exec("alter table parcels drop column grams");
    expect(await migrate(driver, { files: filesOf(2) })).toEqual(["0002 weights", "0003 weights-concurrently"]);
    expect(
      await driver.query(
        "select indexdef like '%(grams)' as is_new from pg_indexes where indexname = 'parcels_by_grams'",
        [],
      ),
    ).toEqual([{ is_new: true }]);
  });
});
