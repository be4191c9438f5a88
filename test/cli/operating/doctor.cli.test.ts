import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import type { Json } from "../../support/app.ts";
import { hanout, migratedFolder, temporaryFolder } from "../hanout.ts";
import { serve } from "../serve-process.ts";

/** An empty database on the server of the tests. */
async function ownDatabase() {
  const name = `doctor_${newId().replaceAll("-", "")}`;
  const run = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(inject("postgresUrl"), `create database ${name}`);
  const DATABASE_URL = inject("postgresUrl").replace(/\w+$/, name);
  return { DATABASE_URL, sql: (statement: string) => run(DATABASE_URL, statement) };
}

async function doctor(environment: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await hanout(["doctor", "--json", ...args], environment);
  expect(err).toBe("");
  const findings = JSON.parse(out) as { check: string; state: string; says: string; todo?: string }[];
  return { code, of: (check: string) => findings.filter((one) => one.check === check), findings };
}

test("the doctor finds what is wrong with an installation, and says what to do", { timeout: 120_000 }, async () => {
  const { DATABASE_URL, sql } = await ownDatabase();
  const served = await serve({ DATABASE_URL, DATA_DIR: temporaryFolder() });
  const port = new URL(served.url).port;
  const environment = { DATABASE_URL, DATA_DIR: temporaryFolder(), PORT: port };
  const well = await doctor(environment, "--egress", `127.0.0.1:${port}`);
  const states = (check: string): Json => well.of(check).map(({ state }) => state);
  for (const check of ["versions", "server", "policies", "clock", "work", "egress"]) {
    expect([check, ...states(check)]).toEqual([check, "ok"]);
  }
  expect(states("roles")).toContain("ok");
  expect(well.of("connections")[0]?.says).toMatch(/^PostgreSQL has [1-9]\d* connections/);
  expect(states("mail")).toEqual(["warn"]);
  expect(well.code).toBe(0);
  for (const { state, todo } of well.findings) if (state !== "ok") expect(todo).toMatch(/\.$/);

  await sql("alter table orders disable row level security");
  await served.stop("SIGTERM");
  const ill = await doctor(
    { ...environment, PUBLIC_URL: "http://shop.example", SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@example.dz" },
    "--egress",
    "127.0.0.1:9",
  );
  expect(ill.code).toBe(1);
  expect(ill.of("policies")).toEqual([
    expect.objectContaining({ state: "wrong", says: "No policy keeps stores apart in orders." }),
  ]);
  expect(ill.of("settings").filter(({ state }) => state === "wrong")).toHaveLength(2);
  expect(ill.of("server")[0]).toMatchObject({ state: "warn" });
  expect(ill.of("mail")[0]).toMatchObject({
    state: "wrong",
    says: expect.stringContaining("does not answer as it should"),
  });
  expect(ill.of("egress")[0]).toMatchObject({ state: "warn" });
});

test("the doctor knows the last backup of the embedded database, also after a restore", {
  timeout: 120_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const environment = { DATA_DIR, PORT: "9" };
  const file = join(temporaryFolder(), "made.backup");
  const lastBackup = async () => (await doctor(environment, "--egress", "127.0.0.1:9")).of("backup");
  const never = await lastBackup();
  const before = new Date().toISOString();
  expect((await hanout(["backup", file], { DATA_DIR })).code).toBe(0);
  const after = new Date().toISOString();
  expect((await hanout(["restore", file], { DATA_DIR })).code).toBe(0);
  const [made] = await lastBackup();
  expect((await hanout(["backup", file], { DATA_DIR })).code).toBe(1); // it is there already
  const [still] = await lastBackup();
  const daysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
  writeFileSync(join(DATA_DIR, "last-backup"), daysAgo);
  const old = await lastBackup();

  const [, at = ""] = /last backed up (\S+)\.$/.exec(made?.says ?? "") ?? [];
  expect([made?.state, at > before, at < after]).toEqual(["ok", true, true]);
  expect(still).toEqual(made);
  for (const [found, when] of [
    [never, "never"],
    [old, daysAgo],
  ] as const) {
    const says = `The embedded database was last backed up ${when}.`;
    expect(found).toEqual([
      { check: "backup", state: "warn", says, todo: expect.stringContaining("Run hanout backup daily") },
    ]);
  }
});

test("the doctor looks at the embedded database, in words", { timeout: 120_000 }, async () => {
  const { code, out } = await hanout(["doctor", "--egress", "127.0.0.1:9"], { DATA_DIR: migratedFolder(), PORT: "9" });
  expect(code).toBe(0);
  expect(out).toMatch(/^ok {5}versions +Hanout .* with the embedded database, PostgreSQL \d/m);
  expect(out).toMatch(/^ok {5}policies/m);
  expect(out).toMatch(/^look {3}egress .*\n +-> Let the firewall/m);
});
