import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { Driver } from "../../src/db/database.ts";
import { openEmbedded } from "../../src/db/open.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { onPostgres } from "./app.ts";
import { TEMPLATE } from "./setup/global.ts";

let made = 0;

/** Creates a migrated PostgreSQL database that no other test file uses, and returns its address. */
export async function createOwnDatabase(): Promise<string> {
  const name = `own_${process.pid}_${++made}`;
  const url = new URL(inject("postgresUrl"));
  const shared = openPostgres(url.href, { poolSize: 1, statementTimeout: 60_000, role: "login" });
  await shared.exec(`create database ${name} template ${TEMPLATE}`);
  await shared.close();
  url.pathname = `/${name}`;
  return url.href;
}

/** Opens a migrated database that only this test uses. */
export async function openOwnDatabase(): Promise<Driver> {
  const driver = onPostgres
    ? openPostgres(await createOwnDatabase(), { poolSize: 5, statementTimeout: 60_000 })
    : (await openEmbedded(await copyFolder())).driver;
  onTestFinished(() => driver.close());
  return driver;
}

let migrated: Promise<string> | undefined;

/** A data folder of PGlite for one test: a copy of one that is migrated, which takes three times as long to make. */
async function copyFolder(): Promise<string> {
  migrated ??= makeFolder();
  const copy = newFolder();
  cpSync(await migrated, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true }));
  return copy;
}

async function makeFolder(): Promise<string> {
  const folder = newFolder();
  await (await openEmbedded(folder)).driver.close();
  return folder;
}

let parent: string | undefined;

/** What stands beside a folder, its lock, goes with the process. */
function newFolder(): string {
  if (parent === undefined) {
    const made = mkdtempSync(join(tmpdir(), "hanout-own-"));
    process.once("exit", () => rmSync(made, { recursive: true }));
    parent = made;
  }
  return mkdtempSync(join(parent, "database-"));
}
