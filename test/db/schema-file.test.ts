import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaDocument } from "../../bin/schema-document.ts";
import { asOwner } from "../support/app.ts";

test("docs/schema.sql is the schema of the migrated database", async () => {
  const committed = readFileSync(new URL("../../docs/schema.sql", import.meta.url), "utf8");

  expect(await asOwner(schemaDocument), "run: npm run docs").toBe(committed);
});
