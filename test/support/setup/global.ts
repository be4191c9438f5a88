import type { TestProject } from "vitest/node";
import type { Driver } from "../../../src/db/database.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { openPostgres } from "../../../src/db/postgres/postgres.ts";
import { installChangeGuard } from "../guards/change-guard.ts";
import { installRecordingGuard } from "../guards/recording-guard.ts";
import { distribute, startCitus } from "./citus.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a migrated PostgreSQL database that all tests share; each test creates its own stores. */
    postgresUrl: string;
  }
}

/** An empty migrated database. PostgreSQL copies it in a twentieth of the time that the migrations take. */
export const TEMPLATE = "migrated";

/** `TEST_CLUSTER=citus`: the tests on PostgreSQL run on a cluster. Citus must be installed. */
const onCitus = process.env.TEST_CLUSTER === "citus";

let server: TestPostgres | undefined;
let url = "";

/** Once: Vitest calls this for each of its projects, which have what the root project provides. */
export async function setup(project: TestProject): Promise<void> {
  if (!project.isRootProject()) return;
  server = await (onCitus ? startCitus() : startPostgres());
  url = server.url("hanout");
  await withDriver(server.url("postgres"), (driver) => driver.exec(`create database ${TEMPLATE}`));
  await withDriver(server.url(TEMPLATE), (driver) => migrate(driver));
  await (onCitus ? createOnCluster(server) : copyTemplate(server));
  project.provide("postgresUrl", url);
}

async function copyTemplate(server: TestPostgres): Promise<void> {
  await withDriver(server.url("postgres"), (driver) => driver.exec(`create database hanout template ${TEMPLATE}`));
  await withDriver(url, async (driver) => {
    await installChangeGuard(driver);
    await installRecordingGuard(driver);
  });
}

/** Without the guards: Citus has no triggers. */
async function createOnCluster(server: TestPostgres): Promise<void> {
  await server.createDatabase("hanout");
  await withDriver(url, async (driver) => {
    await migrate(driver);
    await distribute(url, driver);
  });
}

async function withDriver(address: string, work: (driver: Driver) => Promise<unknown>): Promise<void> {
  const driver = openPostgres(address, { poolSize: 2, statementTimeout: 60_000, role: "login" });
  await work(driver);
  await driver.close();
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
