import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaDocument } from "../../bin/schema-document.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";

test("docs/schema.sql makes the same schema on an empty database", async () => {
  const committed = readFileSync(new URL("../../docs/schema.sql", import.meta.url), "utf8");
  const driver = await openPglite();
  await driver.exec(committed);

  expect(await schemaDocument(driver)).toBe(committed);
  await driver.close();
});

test("a schema that the file cannot hold is refused", async () => {
  const driver = await openPglite();
  await driver.exec("create view shown as select 1 as one; create type mood as enum ('glad'); create sequence counted");

  const message = "The schema document has no place for the relation counted, the relation shown, the type mood.";
  await expect(schemaDocument(driver)).rejects.toThrow(message);
  await driver.close();
});
