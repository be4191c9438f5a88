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

/** `TEST_CLUSTER=citus`: the tests on PostgreSQL run on a cluster. Citus must be installed. */
const onCitus = process.env.TEST_CLUSTER === "citus";

let server: TestPostgres | undefined;
let url = "";

export async function setup(project: TestProject): Promise<void> {
  if (!server) {
    server = await (onCitus ? startCitus() : startPostgres());
    await server.createDatabase("hanout");
    url = server.url("hanout");
    const driver = openPostgres(url, { poolSize: 2, statementTimeout: 60_000, role: "login" });
    await migrate(driver);
    await (onCitus ? distribute(url, driver) : installGuards(driver)); // Citus has no triggers
    await driver.close();
  }
  project.provide("postgresUrl", url);
}

async function installGuards(driver: Driver): Promise<void> {
  await installChangeGuard(driver);
  await installRecordingGuard(driver);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  server = undefined;
}
