import { expect, inject, onTestFinished, test } from "vitest";
import { openPostgres } from "../../src/db/postgres/postgres.ts";

test("a connection that breaks during its work fails that work only", async () => {
  const driver = openPostgres(inject("postgresUrl"), { poolSize: 2, statementTimeout: 10_000 });
  onTestFinished(() => driver.close());

  const cut = driver.transaction(async (inside) => {
    const [row] = await inside.query("select pg_backend_pid() as pid", []);
    await driver.query("select pg_terminate_backend($1)", [(row as { pid: number }).pid]);
    return inside.query("select 1", []);
  });

  await expect(cut).rejects.toThrow();
  expect(await driver.query("select 1 as one", [])).toEqual([{ one: 1 }]);
});
